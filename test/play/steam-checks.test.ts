import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ServerLogEntry } from '../../src-preload/contract/community/index.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import { linuxPlatform } from '../../src-main/play/platform/linux.ts'
import { macosPlatform } from '../../src-main/play/platform/macos.ts'
import { windowsPlatform } from '../../src-main/play/platform/windows.ts'
import {
  checkBattlEye,
  checkProton,
  checkRestart,
  checkSteam,
  type SteamFacts,
} from '../../src-main/play/preflight/steam-checks.ts'
import { isWindows } from '../support/system.ts'
import { installAt } from './launch-support.ts'
import { driveView, platformWith, recipeWith, recordedTools, tempFolder, write } from './support.ts'
import { runTool } from '../../src-main/lib/index.ts'

const KEY = 'HKCU\\Software\\Valve\\Steam\\ActiveProcess'
/** No process has this number. */
const NOBODY = 0x3fff_fffe

const windows = (values?: string[]) =>
  windowsPlatform({
    home: 'C:\\Users\\x',
    env: {},
    files: diskView,
    run: recordedTools(
      values === undefined
        ? {}
        : {
            [`reg.exe export ${KEY}`]: [
              'Windows Registry Editor Version 5.00',
              '',
              '[HKEY_CURRENT_USER\\Software\\Valve\\Steam\\ActiveProcess]',
              '"SteamClientDll"="C:\\\\Steam\\\\steamclient.dll"',
              ...values,
              '',
              '[HKEY_CURRENT_USER\\Software\\Valve\\Steam\\ActiveProcess\\Other]',
              '"ActiveUser"=dword:00000007',
            ].join('\r\n'),
          },
    ),
  })
const dword = (name: string, value: number) => `"${name}"=dword:${value.toString(16).padStart(8, '0')}`

describe('whether Steam runs and somebody is signed in', () => {
  it.each([
    ['signed-in', [dword('pid', process.pid), dword('ActiveUser', 0x06ab_cdef)]],
    ['signed-out', [dword('pid', process.pid), dword('ActiveUser', 0)]],
    ['signed-out', [dword('pid', process.pid)]],
    ['off', [dword('pid', 0), dword('ActiveUser', 0)]],
    ['off', [dword('pid', NOBODY), dword('ActiveUser', 0x06ab_cdef)]],
    [undefined, [dword('ActiveUser', 1)]],
    [undefined, undefined],
  ])('is %s by the registry of Windows', async (state, values) => {
    expect(await windows(values).steamState()).toBe(state)
  })

  it.skipIf(!isWindows)('is read from the registry as it is', async () => {
    const platform = windowsPlatform({ home: 'C:\\', env: process.env, run: runTool, files: diskView })
    const reg = (...args: string[]) => runTool('reg.exe', args)
    if ((await reg('query', KEY)).code === 0) return // Steam's own: left alone
    expect(await platform.steamState()).toBeUndefined()
    try {
      for (const [name, value] of [
        ['pid', process.pid],
        ['ActiveUser', 77],
      ])
        await reg('add', KEY, '/v', String(name), '/t', 'REG_DWORD', '/d', String(value), '/f')
      expect(await platform.steamState()).toBe('signed-in')
      await reg('add', KEY, '/v', 'ActiveUser', '/t', 'REG_DWORD', '/d', '0', '/f')
      expect(await platform.steamState()).toBe('signed-out')
    } finally {
      await reg('delete', KEY, '/f')
    }
    expect(await platform.hasService?.('no such service')).toBe(false)
  })

  it.skipIf(isWindows)('is told by the processes elsewhere', async () => {
    const proc = await tempFolder()
    const parts = { home: '/home/x', env: {}, files: diskView, run: recordedTools({}) }
    await write(proc, { '7/comm': 'bash\n', '7/cmdline': 'bash\0steam\0' })
    expect(await linuxPlatform(parts, proc).steamState()).toBe('off')
    await write(proc, { '9/comm': 'steam\n', '9/cmdline': '/home/x/.steam/ubuntu12_32/steam\0-silent\0' })
    expect(await linuxPlatform(parts, proc).steamState()).toBe('runs')
    const home = await tempFolder()
    const told = async (log: string) => {
      await write(home, { '.local/share/Steam/logs/connection_log.txt': log })
      return linuxPlatform({ ...parts, home }, proc).steamState()
    }
    const line = (second: number, what: string) => `[2026-08-12 12:41:${second}] ${what}\n`
    const begins = line(20, 'Client version: 1782866176')
    const on = line(25, "[Logged On, 4, 7] [U:1:82105993] RecvMsgClientLogOnResponse() : 'OK'")
    const off = line(30, '[Logged Off, 4, 0] [U:1:82105993] LogOff()')
    expect(await told(begins + on + line(26, 'GetCMListForConnect'))).toBe('signed-in')
    expect(await told(begins + on + off)).toBe('signed-out')
    expect(await told(begins + off + line(31, '[Logging On, 4, 7] [U:1:82105993] LogOn()'))).toBe('runs')
    expect(await told(on + begins)).toBe('runs') // that was an earlier run
    expect(await told('x\n'.repeat(1 << 20) + begins + on)).toBe('signed-in')
    await write(home, {
      [`.var/app/com.valvesoftware.Steam/data/Steam/logs/connection_log.txt`]: begins + off,
      [`snap/steam/common/.local/share/Steam/logs/connection_log.txt`]: begins,
    })
    expect(await linuxPlatform({ ...parts, home }, proc).steamState()).toBe('signed-out') // the Steam that wrote last
    const ps = { 'ps -axo pid=,comm=': '1 /sbin/launchd\n' }
    const macos = (records: Record<string, string>, at = parts.home) =>
      macosPlatform({
        ...parts,
        home: at,
        run: (file, args) => recordedTools(records)(file.replace('/bin/', ''), args),
      })
    expect(await macos(ps).steamState()).toBe('off')
    const steam = { 'ps -axo pid=,comm=': '9 /Applications/Steam.app/Contents/MacOS/steam_osx' }
    expect(await macos(steam).steamState()).toBe('runs')
    await write(home, { 'Library/Application Support/Steam/logs/connection_log.txt': begins + on })
    expect(await macos(steam, home).steamState()).toBe('signed-in')
    expect(await macos({}).steamState()).toBeUndefined()
  })

  it('is a warning where nobody is, and nothing where nobody can tell', async () => {
    const facts = { install: installAt('/g'), recipe: recipeWith(), files: diskView }
    const told = async (state: 'off' | 'runs' | 'signed-out' | 'signed-in' | undefined) =>
      (await checkSteam({ ...facts, platform: platformWith({ steamState: () => Promise.resolve(state) }) })).map(
        (one) => one.state,
      )
    expect([await told('off'), await told('signed-out'), await told('runs'), await told('signed-in')]).toEqual([
      ['unknown'],
      ['care'],
      ['good'],
      ['good'],
    ])
    expect(await told(undefined)).toEqual([])
  })
})

const reasons = (outcomes: { state: string; reason: string }[]) =>
  outcomes.map(({ state, reason }) => `${state} ${reason}`)

describe.skipIf(isWindows)('under Proton', () => {
  const STEAM = '.local/share/Steam'
  const manifest = (folder: string) => `"AppState" { "installdir" "${folder}" "StateFlags" "4" }`

  async function home(files: Record<string, string>, program = 'arma3_x64.exe'): Promise<SteamFacts> {
    const folder = await tempFolder()
    await write(folder, { [`${STEAM}/steamapps/common/Arma 3/${program}`]: '', ...files })
    const platform = linuxPlatform({ home: folder, env: {}, run: recordedTools({}), files: diskView })
    const install = installAt(join(folder, STEAM, 'steamapps/common/Arma 3'), program)
    return { install, recipe: recipeWith(), platform, files: diskView }
  }
  const config = (mapping: string) => ({
    [`${STEAM}/config/config.vdf`]: `"InstallConfigStore" { "Software" { "Valve" { "Steam" { "CompatToolMapping" { ${mapping} } } } } }`,
  })

  it.each([
    ['"107410" { "name" "proton_9" }', ['good proton-ok']],
    ['"107410" { "name" "proton_10" }', ['good proton-ok']],
    ['"107410" { "name" "proton_experimental" }', ['good proton-ok']],
    ['"107410" { "name" "proton_63" } "0" { "name" "proton_9" }', ['care proton-old']],
    ['"0" { "name" "proton_513" }', ['care proton-old']],
    ['"107410" { "name" "" } "0" { "name" "proton_7" }', ['good proton-ok']],
    ['"107410" { "name" "GE-Proton9-20" }', ['unknown proton-other']],
    ['"4000" { "name" "proton_5" }', []],
  ])('the tool that is chosen counts: %s', async (mapping, told) => {
    expect(reasons(await checkProton(await home(config(mapping))))).toEqual(told)
  })

  it.each([
    ['9.0-200', 'good Proton 9'],
    ['10.1000-105', 'good Proton 10'],
    ['5.13-4', 'care Proton 5.13'],
    ['nonsense', undefined],
  ])('where none is chosen, the one that made the game’s folder counts: %s', async (version, told) => {
    const made = {
      [`${STEAM}/steamapps/compatdata/107410/version`]: version,
      ...config('"4000" { "name" "proton_5" }'),
    }
    const [found] = await checkProton(await home(made))
    expect(found && `${found.state} ${found.facts.name}`).toBe(told)
  })

  it('is named as Steam names it', async () => {
    const nameOf = async (name: string) => (await checkProton(await home(config(`"0" { "name" "${name}" }`))))[0]?.facts
    expect([await nameOf('proton_63'), await nameOf('proton_experimental'), await nameOf('GE-Proton9-20')]).toEqual([
      { name: 'Proton 6.3' },
      { name: 'Proton Experimental' },
      { name: 'GE-Proton9-20' },
    ])
  })

  it('nothing is told of a game that needs none, nor by a file that cannot be read', async () => {
    expect(await checkProton(await home(config('"0" { "name" "proton_5" }'), 'arma3.x86_64'))).toEqual([])
    expect(await checkProton(await home({ [`${STEAM}/config/config.vdf`]: '"InstallConfigStore" {' }))).toEqual([])
  })

  it('BattlEye needs its files and Steam’s runtime for it', async () => {
    const files = { [`${STEAM}/steamapps/common/Arma 3/BattlEye/BEClient_x64.dll`]: '' }
    expect(reasons(await checkBattlEye(await home({})))).toEqual(['care battleye-missing'])
    expect(reasons(await checkBattlEye(await home(files)))).toEqual(['care battleye-runtime'])
    const runtime = {
      [`${STEAM}/steamapps/appmanifest_1161040.acf`]: manifest('Proton BattlEye Runtime'),
      [`${STEAM}/steamapps/common/Proton BattlEye Runtime/v1/x`]: '',
    }
    expect(reasons(await checkBattlEye(await home({ ...files, ...runtime })))).toEqual(['good battleye-ok'])
    expect(await checkBattlEye(await home({}, 'arma3.x86_64'))).toEqual([])
  })
})

it('BattlEye on Windows is its folder and its service', async () => {
  const drive = await tempFolder()
  await write(drive, { 'games/arma 3/battleye/beclient_x64.dll': '' })
  const files = driveView(drive)
  const told = async (records: Record<string, string>, path = 'C:\\Games\\Arma 3') => {
    const platform = windowsPlatform({ home: 'C:\\', env: {}, run: recordedTools(records), files })
    const facts = { install: installAt(path, 'arma3_x64.exe'), recipe: recipeWith(), platform, files }
    return reasons(await checkBattlEye(facts))
  }
  const service = { 'reg.exe query HKLM\\SYSTEM\\CurrentControlSet\\Services\\BEService': 'Start' }
  expect(await told(service)).toEqual(['good battleye-ok'])
  expect(await told({})).toEqual(['unknown battleye-service'])
  expect(await told(service, 'C:\\elsewhere')).toEqual(['care battleye-missing'])
})

it('a restart within minutes is told, a later one is not', () => {
  const HOUR = 3_600_000
  const start = Date.parse('2026-11-20T00:00Z')
  const log = Array.from({ length: 3 * 144 }, (_none, index) => {
    const at = start + index * 600_000
    const players = at % (24 * HOUR) >= 6 * HOUR && at % (24 * HOUR) < 6 * HOUR + 600_000 ? 2 : 80
    return { at: new Date(at).toISOString(), players, civ: 0, cop: 0, medic: 0, rac: 0 } as ServerLogEntry
  })
  const told = (time: string) => checkRestart(log, Date.parse(time)).map(({ state, facts }) => [state, facts])
  expect(told('2026-11-23T05:51:30Z')).toEqual([['care', { minutes: 9 }]])
  expect(told('2026-11-23T05:30Z')).toEqual([])
  expect(checkRestart([], start)).toEqual([])
})

it('a restart is planned by the clock on the wall, also in the days after that changes', () => {
  const before = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  try {
    const HOUR = 3_600_000
    const change = Date.parse('2026-10-25T01:00Z')
    const logOf = (start: string, days: number) =>
      Array.from({ length: days * 144 }, (_none, index) => {
        const at = Date.parse(start) + index * 600_000
        const hour = at < change ? 4 : 5 // six o'clock there
        const isAway = at % (24 * HOUR) >= hour * HOUR && at % (24 * HOUR) < hour * HOUR + 600_000
        return { at: new Date(at).toISOString(), players: isAway ? 2 : 80, civ: 0, cop: 0, medic: 0, rac: 0 }
      }) as ServerLogEntry[]
    const told = (log: ServerLogEntry[], time: string) => checkRestart(log, Date.parse(time)).map(({ facts }) => facts)
    const summer = logOf('2026-10-22T00:00Z', 3)
    expect([told(summer, '2026-10-25T03:51Z'), told(summer, '2026-10-25T04:51Z')]).toEqual([[], [{ minutes: 9 }]])
    const both = logOf('2026-10-23T00:00Z', 4)
    expect([told(both, '2026-10-27T03:51Z'), told(both, '2026-10-27T04:51Z')]).toEqual([[], [{ minutes: 9 }]])
    expect(told(both, '2026-10-27T05:01Z')).toEqual([])
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})
