import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CheckSummary } from '../../src-preload/contract/mods.ts'
import { crashCauses, type CrashCause } from '../../src-preload/contract/diagnostics.ts'
import { getBytes } from '../../src-main/http/index.ts'
import { createRedactor, noteTraffic, watchTraffic } from '../../src-main/lib/index.ts'
import { noCounts } from '../../src-main/mods/index.ts'
import words from '../../resources/locales/en/settings.json' with { type: 'json' }
import {
  crashLogFolders,
  createMask,
  newestLog,
  readLog,
  supportReport,
  userNameOf,
} from '../../src-main/diagnostics/index.ts'
import { crashSigns } from '../../src-main/diagnostics/causes.ts'
import { findCauses } from '../../src-main/diagnostics/crash.ts'
import { endOfLog } from '../../src-main/lib/index.ts'
import { serve } from '../support/serve.ts'
import { programAt } from '../support/programs.ts'
import { isWindows } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'

const lines: Record<CrashCause, string> = {
  'missing-addon': `Addon 'nw_cars' requires addon 'nw_core'`,
  'wrong-signature': 'Wrong signature for file nw_core.pbo',
  'modified-files': 'Player Ada uses modified data file',
  'battleye-kick': 'You have been kicked off: BattlEye: kicked (Corrupted Data #7)',
  'battleye-service': 'BattlEye Service is not running properly',
  'version-mismatch': 'You were kicked off the game. Bad version, server version: 2.16',
  'steam-ticket': 'Steam ticket check failed',
  'high-ping': 'Player Ada kicked: ping 812 is too high',
  banned: 'You were banned: griefing',
  'wrong-password': 'Wrong password',
  kicked: 'You were kicked off the game (idle for too long)',
  'out-of-memory': 'Out of memory (requested 4 KB)',
  'page-file': 'The paging file is too small for this operation to complete.',
  'graphics-device-lost': 'DX11 error : DXGI_ERROR_DEVICE_HUNG',
  'graphics-out-of-memory': 'CreateTexture failed: E_OUTOFMEMORY',
  'graphics-driver': 'Fault address: 7FFA12 01:0012 C:\\Windows\\System32\\nvwgf2umx.dll',
  'corrupt-file': `Cannot load texture nw\\data\\road.paa`,
  'disk-full': 'There is not enough space on the disk.',
  'disk-read': 'Data error (cyclic redundancy check).',
  'access-denied': 'Cannot write: Access is denied.',
  'missing-file': `Cannot open object a3\\missing\\tree.p3d`,
  'runtime-missing': 'The program cannot start because MSVCP140.dll is missing',
  'memory-allocator': 'Allocator tbb4malloc_bi_x64.dll not found',
  'illegal-instruction': 'Exception code: C000001D ILLEGAL_INSTRUCTION at 1AB3',
  'memory-damaged': 'Exception code: C0000374 at 1AB3',
  'missing-dll': `CallExtension 'task_radio.dll' could not be found`,
  'access-violation': 'Exception code: C0000005 ACCESS_VIOLATION at 1AB3',
  'connection-lost': 'Connection lost',
  'script-stack': 'Stack overflow in script',
  'config-error': 'ErrorMessage: File nw_core\\config.cpp, line 12: /CfgPatches/: Missing semicolon',
  'sound-device': 'XAudio2 device creation failed',
}

describe('the crash reader', () => {
  it.each(crashCauses)('recognises %s', (cause) => {
    const found = findCauses(` 1:02:03 noise\n12:34:56 ${lines[cause]}\n 1:02:04 noise`)
    expect(found.causes.map((finding) => finding.cause)).toEqual([cause])
    expect(found.lines.map((line) => line.cause)).toEqual([undefined, cause, undefined])
  })

  it('names the addon that is missing, not the one that needs it', () => {
    const { causes } = findCauses(lines['missing-addon'])
    expect(causes).toMatchObject([{ detail: 'nw_core', by: 'nw_cars' }])
  })

  it('lists each cause once', () => {
    expect(new Set(crashCauses).size).toBe(crashCauses.length)
    expect(new Set(crashSigns.map(({ cause }) => cause))).toEqual(new Set(crashCauses))
    expect(crashSigns.every(({ source }) => source.startsWith('https://'))).toBe(true)
  })

  it('finds nothing in a log of a quiet evening, and is quick with hostile ones', () => {
    expect(findCauses('12:00:00 Mission read.\n12:00:01 Roles assigned.\n')).toMatchObject({
      causes: [],
      abnormal: false,
    })
    const hostile = `${'Addon missing BattlEye Config '.repeat(60)}\n`.repeat(2_000)
    expect(findCauses(hostile).causes.length).toBeLessThanOrEqual(crashCauses.length)
  })

  it('names each cause once, with its last line, cleaned', async () => {
    const text = `Addon 'a' requires addon 'b'\nAddon 'c' requires addon 'd' of otto\n`
    const log = join(tempDir(), 'a.rpt')
    writeFileSync(log, text)
    const worker = pathToFileURL(programAt('crash-worker'))
    const { causes, lines } = await readLog(worker, log, createMask({ userName: 'otto', homeDir: '/home/otto' }))
    const [finding] = causes
    expect(finding).toEqual({
      cause: 'missing-addon',
      detail: 'd',
      by: 'c',
      line: `Addon 'c' requires addon 'd' of ‹user›`,
    })
    expect(lines.map(({ text: shown }) => shown)).toEqual([
      `Addon 'a' requires addon 'b'`,
      `Addon 'c' requires addon 'd' of ‹user›`,
    ])
  })

  it('names first what ended the game', () => {
    const { causes } = findCauses(`12:00:00 ${lines['missing-addon']}\n12:00:01 ${lines['graphics-device-lost']}`)
    expect(causes.map(({ cause }) => cause)).toEqual(['graphics-device-lost', 'missing-addon'])
  })

  it('shows nobody’s name, number or address', async () => {
    const log = join(tempDir(), 'a.rpt')
    const guid = '0123456789abcdef0123456789ABCDEF'
    const told = [
      `Player Ada (id=76561190000000001) from 192.0.2.7:2304, guid ${guid}`,
      'Player [X] Ada L. disconnected.',
      'game.exe -name="Ada L." -world=empty',
      'game.exe -name=Ada -world=empty',
      'chat: \u202eobp.live\tx',
    ]
    writeFileSync(log, `${told.join('\n')}\n`)
    const { lines } = await readLog(pathToFileURL(programAt('crash-worker')), log, (text) => text)
    expect(lines.map(({ text }) => text)).toEqual([
      'Player ‹name› (id=‹id›) from ‹address›, guid ‹id›',
      'Player ‹name› disconnected.',
      'game.exe -name=‹name› -world=empty',
      'game.exe -name=‹name› -world=empty',
      'chat: ·obp.live  x',
    ])
  })

  it.each([
    ['a crash', '12:00:00 Mission read.\n12:00:01 Exception code: C0000005 ACCESS_VIOLATION at 1AB3\nAddons:', true],
    ['a kick just now', '12:00:00 You were kicked off the game\n12:01:00 Closing.', true],
    ['a kick over midnight', '23:59:00 You were kicked off the game\n 0:01:00 Closing.', true],
    [
      'a kick long ago, after which the game went on',
      '12:00:00 You were kicked off the game\n12:06:00 Closing.',
      false,
    ],
    ['noise that ends no game', `12:00:00 Cannot open object a3\\tree.p3d\n12:00:01 Closing.`, false],
  ])('%s: does the log end as it should?', (_what, text, abnormal) => {
    expect(findCauses(text).abnormal).toBe(abnormal)
  })

  it('reads the newest log, and of a long one the end', async () => {
    const [old, fresh] = [tempDir(), tempDir()]
    writeFileSync(join(old, 'a.rpt'), 'old')
    utimesSync(join(old, 'a.rpt'), 1, 1)
    writeFileSync(join(fresh, 'b.RPT'), `${'x'.repeat(5 << 20)}\nOut of memory`)
    mkdirSync(join(fresh, 'c.rpt.d'))
    const log = await newestLog([join(old, 'absent'), old, fresh], '.rpt')
    expect(log?.name).toBe('b.RPT')
    expect((await endOfLog(log?.path ?? '')).endsWith('Out of memory')).toBe(true)
    expect(await newestLog([], '.rpt')).toBeUndefined()
  })

  it.skipIf(isWindows)('takes no pipe for a log, which could never be opened', async () => {
    const folder = tempDir()
    execFileSync('mkfifo', [join(folder, 'a.rpt')])
    expect(await newestLog([folder], '.rpt')).toBeUndefined()
  })
})

describe('the logs that are read', () => {
  const game = { appId: 107410, crashLogs: { folder: 'Arma 3', ending: '.rpt' } }
  const place = { game, demo: false, env: {}, home: '/home/otto' }
  const inside = 'pfx/drive_c/users/steamuser/AppData/Local'

  it('are those of the install in use: inside Proton in its own library, or of Windows', () => {
    const gameDir = join('/disk/SteamLibrary/steamapps/common/Arma 3')
    expect(crashLogFolders({ ...place, gameDir })).toEqual([
      join('/disk/SteamLibrary/steamapps/compatdata/107410', inside, 'Arma 3'),
      gameDir,
    ])
    const other = { appId: 221100, crashLogs: { folder: 'DayZ', ending: '.RPT' } }
    expect(crashLogFolders({ ...place, game: other, gameDir })[0]).toBe(
      join('/disk/SteamLibrary/steamapps/compatdata/221100', inside, 'DayZ'),
    )
    expect(crashLogFolders({ ...place, gameDir, env: { LOCALAPPDATA: '/users/otto/local' } })[0]).toBe(
      join('/users/otto/local/Arma 3'),
    )
  })

  it('are looked for in the usual library while no install is in use, and for the demo in its own folder alone', () => {
    expect(crashLogFolders(place)).toEqual([
      join('/home/otto/.local/share/Steam/steamapps/compatdata/107410', inside, 'Arma 3'),
    ])
    const env = { LOCALAPPDATA: '/users/otto/local' }
    expect(crashLogFolders({ ...place, demo: true, gameDir: '/data/demo/game', env })).toEqual(['/data/demo/game'])
  })
})

describe('the support report', () => {
  it('tells of a chosen folder no more than its last name', () => {
    const chosen = () => ['D:\\Otto private\\Arma 3', '/mnt/games']
    const mask = createMask({ userName: 'otto', homeDir: '/home/otto', chosen })
    expect(mask('read D:/Otto private/Arma 3/@mod/a.pbo and /mnt/games/b')).toBe(
      'read …/Arma 3/@mod/a.pbo and …/games/b',
    )
    expect(mask(JSON.stringify('D:\\Otto private\\Arma 3'))).toBe('"…/Arma 3"')
  })

  it('has each line of the log once, so that one that comes again and again leaves room for the others', () => {
    const logPath = join(tempDir(), 'loadout.log')
    const at = (minute: number) => `2026-01-01T00:${String(minute % 60).padStart(2, '0')}:00.000Z`
    const again = Array.from({ length: 200 }, (_, minute) => `${at(minute)} info  1 set aside`)
    writeFileSync(logPath, [`${at(0)} error incident 7`, ...again, `${at(21)} info  end`, ''].join('\n'))
    const report = supportReport(
      {
        about: {},
        community: '',
        install: '',
        settings: {},
        setAside: [],
        lastChecks: [],
        logPath,
        at: new Date(0),
      },
      (text) => text,
    )
    expect(report.split('\n').slice(-4)).toEqual([
      'Last lines of the log',
      '  2026-01-01T00:00:00.000Z error incident 7',
      '  2026-01-01T00:19:00.000Z info  1 set aside',
      '  2026-01-01T00:21:00.000Z info  end',
    ])
  })

  it('does without the name of a user whom the system does not know', () => {
    const unknown = () => {
      throw new Error('uv_os_get_passwd returned ENOENT')
    }
    expect(userNameOf(unknown)).toBe('')
    expect(createMask({ userName: '', homeDir: '/home/otto' })('/home/otto/x of otto')).toBe('~/x of otto')
  })

  it('hides the home folder on a drive that is a chosen folder', () => {
    const mask = createMask({ userName: 'Otto Normal', homeDir: 'C:\\Users\\otton', chosen: () => ['C:\\', 'C:', '/'] })
    expect(mask('read C:\\Users\\otton\\AppData\\x.log')).toBe('read ~\\AppData\\x.log')
  })

  it('hides secrets, the user’s name and home, and other people’s homes', () => {
    const folder = tempDir()
    const logPath = join(folder, 'loadout.log')
    writeFileSync(logPath, 'GET /v1/player/Sup3rSecretValue/vehicles\nread C:\\Users\\Erika\\AppData\\x for otto\n')
    const redactor = createRedactor(['Sup3rSecretValue'])
    const mask = createMask({ userName: 'otto', homeDir: '/home/otto' })
    const check: CheckSummary = {
      tier: 'quick',
      result: 'damaged',
      counts: { ...noCounts(), ok: 11, missing: 1, extra: 2 },
      filesListed: 12,
      refused: 0,
      unverified: 0,
      bytesHashed: 0,
      listVersion: 'v1',
      missingBytes: 0,
      startedAtMs: 0,
      checkedAt: '2026-01-01T00:00:00.000Z',
      fullAt: '2025-12-30T00:00:00.000Z',
      isInstalled: true,
    }
    const report = supportReport(
      {
        about: { version: '1.0.0', system: 'linux' },
        community: 'demo',
        install: '/home/otto/games/arma',
        settings: {
          theme: 'dark',
          uiScalePercent: 125,
          streamerMode: true,
          closeToTray: false,
          quietFromMinute: 22 * 60 + 5,
          silenced: ['upkeep'],
          launch: { demo: { profileName: 'Sven', extra: '-password=x' } },
          gameInstalls: { demo: ['/mnt/Sven/arma'] },
          ownModsDirs: { demo: ['/mnt/Sven/arma'] },
        },
        setAside: [
          {
            endpoint: 'mods',
            path: '/v1/mods',
            at: 0,
            count: 1,
            entries: [{ at: [2], reason: 'Id must be a whole number' }],
          },
        ],
        lastChecks: [[7, check]],
        logPath,
        at: new Date(0),
      },
      (text) => mask(redactor.redact(text)),
    )
    expect(report).toContain('game: ~/games/arma')
    expect(report).toContain(
      'mod 7: damaged (full 2025-12-30 00:00 UTC, quick 2026-01-01 00:00 UTC, 12 files): missing 1, extra 2',
    )
    expect(report).toContain(
      '  theme: dark\n  interface scale: 125%\n  streamer mode: yes\n  close to tray: no\n  quiet from: 22:05\n',
    )
    expect(report).toContain('silenced: 1 entries')
    expect(report).toContain('launch: 1 entries')
    expect(report).toContain('/v1/mods: 1\n    2: Id must be a whole number')
    expect(report).toContain('Users\\‹user›\\AppData')
    expect(report).not.toMatch(/Sup3rSecretValue|otto|Erika|Sven|password/)
  })

  it('calls the settings as their pages do', () => {
    const settings = {
      ...{ theme: 'dark', uiScalePercent: 100, reducedMotion: true, streamerMode: false, discordPresence: false },
      ...{ closeToTray: true, closeWhileBusy: 'ask', minimiseToTray: true, startWithSystem: true, startHidden: true },
      ...{ downloadsAtOnce: 4, fetchAhead: true, quietHours: true },
    }
    const nothing = { about: {}, community: '', install: '', setAside: [], lastChecks: [], logPath: '' }
    const report = supportReport({ ...nothing, settings, at: new Date(0) }, (text) => text)
    const names = /Settings\n(.*?)\n\n/s
      .exec(report)?.[1]
      ?.split('\n')
      .map((line) => line.trim().replace(/: .*/, ''))
    const labels = Object.values(words).map((label) => label.toLowerCase())
    expect(names).toHaveLength(Object.keys(settings).length)
    expect(names?.filter((name) => !labels.includes(name.toLowerCase()))).toEqual([])
  })
})

it('the list of what left the computer counts every request by host, and no path', async () => {
  const url = await serve((_request, response) => response.end('0123456789'))
  const traffic = watchTraffic(() => new Date(5))
  onTestFinished(() => traffic.close())
  const { host } = new URL(url)
  await getBytes(`${url}/v1/player/secret`, { maxBytes: 10, signal: new AbortController().signal })
  noteTraffic('query.example', { sentBytes: 25, receivedBytes: 100 })
  const [first, second] = traffic.list().sort((a, b) => a.host.localeCompare(b.host))
  expect(first).toMatchObject({ host, requests: 1, receivedBytes: 10, lastAt: 5 })
  expect(first?.sentBytes).toBeGreaterThan(30)
  expect(second).toEqual({ host: 'query.example', requests: 1, sentBytes: 25, receivedBytes: 100, lastAt: 5 })
  expect(JSON.stringify(traffic.list())).not.toContain('secret')
})

it('hides the name of another person’s home even where it has spaces', () => {
  const mask = createMask({ userName: 'otto', homeDir: '/home/otto' })
  expect(mask('C:\\Users\\Max Muster\\AppData\\x.log')).toBe('C:\\Users\\‹user›\\AppData\\x.log')
  expect(mask('read /home/max and more')).toBe('read /home/‹user› and more')
})
