import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { GameInstall, PreflightCheck, PreflightCheckId, ServerLive } from '../../src-preload/contract/play.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import { preflightOf, type PreflightFacts, type ServerMod } from '../../src-main/play/preflight/preflight.ts'
import { VoiceRecipe } from '../../src-main/settings/index.ts'
import { platformWith, recipeWith, server, tempFolder, write } from './support.ts'

const live: ServerLive = {
  serverId: 1,
  answered: true,
  at: 900,
  pingMs: 20,
  name: 'Harbour',
  map: 'Altis',
  players: 41,
  slots: 110,
  password: false,
  version: '2.18.152405',
}
const ready = { ready: true, problems: 0, tier: 'full', at: 500, missingBytes: 0, mod: 'Harbour' } as const
const modFolder = '@Harbour'
const none = { count: 0, files: [] as string[] }
const noFaults = { foreign: none, missing: none, unknownKey: none }

const gone = {
  game: 'Arma 3',
  appId: 107410,
  installs: [],
  warnings: [{ kind: 'folder-gone' as const }],
  searching: false,
}

type Given = Omit<Partial<PreflightFacts>, 'own'> & {
  own?: Omit<PreflightFacts['own'], 'dirs'>
  /** Of the server's only mod. */
  check?: ServerMod['check']
  faults?: ServerMod['faults']
}

/** A game folder with the mod, and the checks of the server by it. */
async function checks(given: Given = {}, extra: Record<string, string> = {}, withMod = true) {
  const folder = await tempFolder()
  const battlEye = {
    'BattlEye/BEClient_x64.dll': '',
    'steamapps/appmanifest_1161040.acf': '"AppState" { "installdir" "runtime" }',
    'steamapps/common/runtime/v1': '',
  }
  await write(folder, { ...battlEye, ...(withMod && { '@Harbour/mod.cpp': '' }), ...extra })
  const install: GameInstall = {
    path: folder,
    source: 'steam',
    executable: 'a.exe',
    version: '2.18.152405',
    updateWaiting: false,
    inUse: true,
  }
  const preflight = await preflightOf({
    server,
    serverAt: 700,
    install,
    modsDir: install.path,
    installs: { game: 'Arma 3', appId: 107410, switches: {}, installs: [install], warnings: [], searching: false },
    live,
    mods: [{ name: 'Harbour', folder: modFolder, check: given.check ?? ready, faults: given.faults ?? noFaults }],
    modFolder,
    voiceClient: { state: 'installed', scheme: 'ts3server' },
    voiceStanding: { state: 'on' },
    recipe: recipeWith(),
    voice: v.parse(VoiceRecipe, {}),
    platform: platformWith({
      voiceFolder: () => folder,
      steamRoots: () => Promise.resolve([{ path: folder, source: 'steam' }]),
      steamState: () => Promise.resolve('signed-in'),
      steamProgram: () => Promise.resolve({ file: 'steam', before: [] }),
    }),
    files: diskView,
    log: [],
    now: () => new Date(1000),
    ...given,
    own: { names: [], keys: undefined, dirs: [folder], ...given.own },
  })
  const check = (id: PreflightCheckId): PreflightCheck | undefined => preflight.checks.find((one) => one.id === id)
  return { preflight, check, folder, install }
}

const told = (check: PreflightCheck | undefined) => check && [check.state, check.reason, check.fix]

describe('the checks', () => {
  it('name the server’s mod folders that are not on this computer, except the one of its mod', async () => {
    const folders = (startParameters: string) => ({ server: { ...server, startParameters } })
    const has = { '@Extra/addons/a.pbo': '', '!Workshop/@CUP Terrains/addons/a.pbo': '' }
    const { check } = await checks(folders('@extra;@nosuch;!Workshop\\@cup terrains;!Workshop/@x'), has)
    expect(check('server')).toMatchObject({
      state: 'care',
      reason: 'server-absent',
      files: ['@nosuch', '!Workshop/@x'],
    })
    const absent = await checks(folders(modFolder.toUpperCase()), {}, false)
    expect(told(absent.check('server'))).toEqual(['good', 'server-online', undefined])
    const noGame = await checks({ ...folders('@nosuch'), install: undefined })
    expect(told(noGame.check('server'))).toEqual(['good', 'server-online', undefined])
  })

  it('are not good for a mod whose folder no start would accept', async () => {
    const folder = '@Harbour,2'
    const { check } = await checks({
      server: { ...server, startParameters: '' },
      modFolder: folder,
    })
    expect(told(check('server'))).toEqual(['care', 'server-mods', undefined])
    expect(check('server')?.files).toEqual([folder])
  })

  it('are all good when everything is as it should be', async () => {
    const { preflight } = await checks()
    expect(preflight.state).toBe('good')
    expect(preflight.checks.map(({ id, at }) => [id, at])).toEqual([
      ['install', 1000],
      ['version', 900],
      ['mods', 500],
      ['foreign', 1000],
      ['signatures', 1000],
      ['steam', 1000],
      ['battleye', 1000],
      ['server', 900],
      ['seats', 900],
      ['password', 700],
      ['voice', 1000],
      ['disk', 1000],
    ])
  })

  it('show foreign packages and bad signatures, with their number and the first of them', async () => {
    const shown = async (faults: Partial<typeof noFaults>, id: PreflightCheckId) => {
      const check = (await checks({ faults: { ...noFaults, ...faults } })).check(id)
      return [told(check), check?.facts, check?.files]
    }
    const two = { count: 2, files: ['@Harbour/addons/Old.PBO'] }
    const rest = [{ count: 2 }, two.files]
    expect(await shown({ foreign: two }, 'foreign')).toEqual([['care', 'foreign-some', 'repair'], ...rest])
    expect(await shown({ foreign: two }, 'signatures')).toEqual([['good', 'signatures-ok', undefined], {}, undefined])
    const missing = [['bad', 'signatures-missing', 'repair'], ...rest]
    expect(await shown({ missing: two, unknownKey: two }, 'signatures')).toEqual(missing)
    const unknownKey = [['bad', 'signatures-unknown-key', 'repair'], ...rest]
    expect(await shown({ unknownKey: two }, 'signatures')).toEqual(unknownKey)
  })

  it('are never good where nothing is known', async () => {
    const { preflight, check } = await checks({
      check: new Failure('mod-busy', { mod: 'Harbour' }),
      faults: 'list',
      live: { serverId: 1, answered: false, at: 900, noNetwork: false },
      voiceClient: { state: 'unknown', scheme: 'ts3server' },
      voiceStanding: { state: undefined },
    })
    expect(told(check('mods'))).toEqual(['bad', 'mods-busy', undefined])
    for (const id of ['foreign', 'signatures', 'version', 'voice'] as const) expect(check(id)?.state).toBe('unknown')
    const why = (id: PreflightCheckId) => check(id)?.facts['why']
    expect([why('foreign'), why('signatures'), why('version')]).toEqual(['list', 'list', 'away'])
    expect(told(check('server'))).toEqual(['care', 'server-unsure', 'retry'])
    expect(preflight.state).toBe('bad')
  })

  it.each([
    ['mods', { check: { ...ready, ready: false, problems: 3 } }, ['bad', 'mods-problems', 'repair']],
    ['mods', { check: new Failure('mods-unchecked', { why: 'shrunk' }) }, ['bad', 'mods-not-trusted', 'check-files']],
    ['mods', { check: new Failure('mods-unchecked', { why: 'empty' }) }, ['bad', 'mods-not-trusted', 'retry']],
    ['mods', { check: new Failure('mods-unchecked', { why: 'unreachable' }) }, ['bad', 'mods-not-loaded', 'retry']],
    ['mods', { check: new Failure('mods-unchecked', { why: 'offline' }) }, ['bad', 'mods-not-loaded', 'retry']],
    [
      'mods',
      { check: new Failure('game-dir-unusable', { path: '/disk/Mods', errno: 'ENOENT' }) },
      ['bad', 'mods-no-folder', 'retry'],
    ],
    ['mods', { check: new Failure('game-dir-not-chosen', {}) }, ['bad', 'mods-unchecked', 'choose-install']],
    ['server', { server: { ...server, online: false }, live: undefined }, ['bad', 'server-offline', 'watch-server']],
    [
      'server',
      { live: { serverId: 1, answered: false, at: 900, noNetwork: true } },
      ['bad', 'server-no-network', 'retry'],
    ],
    ['server', { server: { ...server, online: false } }, ['good', 'server-online', undefined]],
    ['server', { server: { ...server, host: '-x' } }, ['bad', 'server-refused', undefined]],
    ['seats', { live: { ...live, players: 110 } }, ['care', 'seats-full', 'watch-seat']],
    ['seats', { server: { ...server, slots: null }, live: undefined }, ['unknown', 'seats-unknown', 'retry']],
    ['password', { live: { ...live, password: true } }, ['care', 'password-missing', undefined]],
    ['password', { server: { ...server, password: 'x' } }, ['good', 'password-known', undefined]],
    ['voice', { voiceStanding: { state: 'elsewhere' } }, ['care', 'voice-elsewhere', 'open-voice']],
    ['voice', { voiceStanding: { state: 'untold', why: 'newer' } }, ['unknown', 'voice-untold', 'open-voice']],
    ['voice', { voiceStanding: { state: 'closed' } }, ['good', 'voice-closed', undefined]],
    [
      'voice',
      { voiceClient: { state: 'missing', scheme: 'ts3server' }, voiceStanding: { state: 'closed' } },
      ['care', 'voice-missing', 'get-voice-client'],
    ],
    ['install', { install: undefined }, ['bad', 'install-missing', 'choose-install']],
    ['install', { install: undefined, installs: gone }, ['bad', 'install-gone', 'choose-install']],
    [
      'mods',
      { install: undefined, installs: gone, check: { ...ready, ready: false, problems: 4 } },
      ['unknown', 'mods-unchecked', 'choose-install'],
    ],
    ['install', { platform: platformWith({}) }, ['bad', 'steam-missing', 'retry']],
    ['version', { live: { ...live, version: '2.18.152.405' } }, ['good', 'version-ok', undefined]],
    ['version', { live: { ...live, version: '2.20.152540' } }, ['care', 'version-differs', 'validate-game']],
    ['disk', { check: { ...ready, missingBytes: Number.MAX_SAFE_INTEGER } }, ['good', 'disk-ok', undefined]],
    [
      'disk', // part files may be there already
      { check: { ...ready, ready: false, problems: 4, missingBytes: Number.MAX_SAFE_INTEGER } },
      ['care', 'disk-low', undefined],
    ],
  ] as [PreflightCheckId, Given, unknown[]][])('tell %s', async (id, facts, expected) => {
    expect(told((await checks(facts)).check(id))).toEqual(expected)
  })

  it('compare the player’s own mods with the keys that the server takes', async () => {
    const files = {
      '@Maps/addons/a.pbo': '',
      '@Maps/addons/a.pbo.Maps_2.bisign': '',
      '@Sounds/Addons/b.pbo': '',
      '@Sounds/Addons/b.pbo.sounds.bisign': '',
      '@Sounds/Addons/c.pbo': '',
      '@Shut/addons': 'no folder',
    }
    const told = async (keys: string[] | undefined, ...names: string[]) => {
      const check = (await checks({ own: { names, keys } }, files)).check('own-mods')
      return check && [check.state, check.reason, ...(check.files ?? [])]
    }
    expect(await told(['maps_2', 'other'], '@Maps')).toEqual(['good', 'own-allowed'])
    expect(await told(['maps'], '@Maps')).toEqual(['care', 'own-kick', '@Maps'])
    expect(await told(['maps_2', 'sounds'], '@Maps', '@Sounds')).toEqual(['care', 'own-kick', '@Sounds'])
    expect(await told(['maps_2'], '@Maps', '@Shut')).toEqual(['care', 'own-unreadable', '@Shut'])
    expect(await told(undefined, '@Maps')).toEqual(['unknown', 'own-unknown', '@Maps'])
    expect(await told(undefined, '@Maps', '@Shut')).toEqual(['care', 'own-unreadable', '@Shut'])
    expect(await told(['maps_2'])).toBeUndefined()
  })

  it('tell that Steam is missing where its links start the game, as on Windows and for another game', async () => {
    const without = { answersLinks: (scheme: string) => Promise.resolve(scheme === 'steam' ? false : undefined) }
    const windows = await checks({ platform: platformWith({ ...without, name: 'win32' }) })
    expect(told(windows.check('install'))).toEqual(['bad', 'steam-missing', 'retry'])
    const other = await checks({ server: { ...server, appId: 730 }, platform: platformWith(without) })
    expect(told(other.check('steam'))).toEqual(['bad', 'steam-missing', 'retry'])
    expect(other.preflight.state).toBe('bad')
    const untold = await checks({ server: { ...server, appId: 730 }, platform: platformWith({}) })
    expect(untold.check('steam')).toBeUndefined()
  })

  it('are not ready with a warning while nobody knows the mod’s files', async () => {
    const stale = await checks({ check: { ...ready, ready: false, problems: 0 } })
    expect([stale.check('mods')?.state, stale.preflight.state]).toEqual(['unknown', 'unknown'])
    const client = { state: 'missing', scheme: 'ts3server' } as const
    const warned = await checks({
      check: { ...ready, ready: false, problems: 0 },
      voiceClient: client,
      voiceStanding: { state: 'closed' },
    })
    expect([warned.check('voice')?.state, warned.preflight.state]).toEqual(['care', 'unknown'])
  })

  const modOf = (name: string, check: ServerMod['check'], faults: ServerMod['faults'] = noFaults): ServerMod => ({
    name,
    folder: `@${name}`,
    check,
    faults,
  })
  const absent = { ...ready, ready: false, problems: 4, why: 'absent', missingBytes: 2 ** 30 } as const

  it.each([
    [
      'all are right, as the one that was read least',
      ['good', 'mods-ready'],
      undefined,
      ready,
      { ...ready, tier: 'quick', at: 400 },
    ],
    ['one is missing', ['bad', 'mods-absent'], undefined, ready, { ...absent, mod: 'B' }],
    ['one is not fully checked', ['unknown', 'mods-stale'], ['B'], ready, { ...ready, ready: false }],
    ['two are missing', ['bad', 'mods-several'], ['A', 'B'], absent, { ...absent, mod: 'B' }],
    [
      'no repair helps one',
      ['bad', 'mods-not-trusted'],
      ['B'],
      absent,
      new Failure('mods-unchecked', { why: 'empty' }),
    ],
  ] as const)('look at each mod of a server that loads two: %s', async (_, told, files, a, b) => {
    const { check, preflight } = await checks({ mods: [modOf('A', a), modOf('B', b)] })
    expect(check('mods')).toMatchObject({ state: told[0], reason: told[1], ...(told[0] === 'good' && { at: 400 }) })
    expect([check('mods')?.files, preflight.state]).toEqual([files, told[0]])
  })

  it('add up what two mods of a server lack, and tell their signatures’ faults together', async () => {
    const one = { ...noFaults, foreign: { count: 1, files: ['x'] } }
    const { check } = await checks({ mods: [modOf('A', absent, one), modOf('B', absent, one)] })
    expect([check('disk')?.facts['needed'], check('foreign')?.files]).toEqual([2 ** 31, ['x', 'x']])
    const unread = await checks({ mods: [modOf('A', ready, one), modOf('B', ready, 'disk')] })
    expect([told(unread.check('foreign')), told(unread.check('signatures'))]).toEqual([
      ['care', 'foreign-some', 'repair'],
      ['unknown', 'signatures-unknown', 'retry'],
    ])
  })

  it('say that a server needs no mods only of one that names none', async () => {
    const named = (startParameters: string) => checks({ server: { ...server, modId: null, startParameters }, mods: [] })
    expect(told((await named('')).check('mods'))).toEqual(['good', 'mods-none', undefined])
    expect(told((await named('-mod=@Foreign')).check('mods'))).toEqual(['unknown', 'mods-foreign', undefined])
  })

  it('tell the wrong install', async () => {
    const { install } = await checks()
    const installs = (warnings: PreflightFacts['installs']['warnings']) => ({
      install,
      installs: { game: 'g', appId: 1, switches: {}, installs: [install], searching: false, warnings },
    })
    const other = await checks(installs([{ kind: 'steam-starts-other', starts: '/s' }]))
    expect(told(other.check('install'))).toEqual(['bad', 'install-other', 'choose-install'])
    const several = await checks(installs([{ kind: 'several', count: 2 }]))
    expect(told(several.check('install'))).toEqual(['care', 'install-several', 'choose-install'])
    const update = await checks({ install: { ...install, updateWaiting: true } })
    expect(told(update.check('version'))).toEqual(['care', 'version-update', 'validate-game'])
  })

  it('compare the voice plugin where the profile names one', async () => {
    const voice = (digest: string) =>
      v.parse(VoiceRecipe, { plugin: { name: 'Radio', files: { 'radio.dll': digest } } })
    const md5 = '0cc175b9c0f1b6a831c399e269772661'
    const there = { 'plugins/radio.dll': 'a' }
    expect(told((await checks({ voice: voice(md5) }, there)).check('plugin'))?.[1]).toBe('plugin-ok')
    expect(told((await checks({ voice: voice('0'.repeat(32)) }, there)).check('plugin'))?.[1]).toBe('plugin-differs')
    expect(told((await checks({ voice: voice(md5) })).check('plugin'))).toEqual(['care', 'plugin-missing', undefined])
    const named = { address: 'https://a.example/radio.ts3_plugin', sha256: '0'.repeat(64) }
    const handed = v.parse(VoiceRecipe, { plugin: { name: 'Radio', files: { 'radio.dll': md5 }, package: named } })
    expect(told((await checks({ voice: handed })).check('plugin'))?.[2]).toBe('install-plugin')
  })

  it('leave out what a server of another game does not need', async () => {
    const { preflight } = await checks({ server: { ...server, appId: 730 }, mods: [] })
    expect(preflight.checks.map(({ id }) => id)).toEqual(['mods', 'server', 'seats', 'password', 'voice'])
  })
})
