import {
  diskView,
  type HandlerParts,
  platformOf,
  playHandlers,
  type PlayPorts,
  type PlayServer,
  PlayService,
} from '../../src-main/play/index.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { CommunityService } from '../../src-main/community/index.ts'
import { countWork } from '../../src-main/lib/index.ts'
import { startDemo } from '../support/demo.ts'
import { ModsService } from '../../src-main/mods/index.ts'
import { workers } from '../mods/game.ts'
import { programAt } from '../support/programs.ts'
import { queryServer } from './query-server.ts'
import { standIn } from './stand-in.ts'
import { optionsWith, ownSettings, tempFolder, write } from './support.ts'

const never = new AbortController().signal
const nothing = () => undefined
const log = { info: nothing, error: nothing, incident: () => '' }
const answers = { ready: true, problems: 0, tier: 'quick', at: 1, missingBytes: 0, mod: 'Harbour' } as const
let games = 0
/** A name of its own for each game: the system's processes are everybody's, and one that was ended may still be dying in the next test. */
const ownName = () => `ldo-${process.pid}-${++games}`

let demo: Awaited<ReturnType<typeof startDemo>>
let community: CommunityService
let mods: ModsService
let close: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-play-demo-'))
  demo = await startDemo({ dataDir: join(folder, 'demo'), now: () => new Date() })
  community = new CommunityService({
    baseUrl: demo.profile.baseUrl,
    timeZone: 'Europe/Berlin',
    cacheDir: join(folder, 'cache'),
    thread: pathToFileURL(programAt('reading-worker')),
    userAgent: 'Loadout/0.0.0 (test)',
    now: () => new Date(),
    log: nothing,
  })
  mods = await ModsService.open({
    listMods: async () => ({ mods: (await community.read('mods', {})).value ?? [], asOf: '', refreshFailure: null }),
    hashList: async (modId, signal) => Buffer.from(await community.hashList(modId, signal)),
    gameDir: () => demo.gameDir,
    isMoved: () => false,
    dataDir: join(folder, 'mods'),
    workers,
    now: () => new Date(),
    random: Math.random,
    log: nothing,
  })
  await demo.game.ready
  await mods.refresh()
  close = [
    () => mods.close(),
    () => community.close(),
    () => demo.close(),
    () => rm(folder, { recursive: true, force: true }),
  ]
})
afterAll(async () => {
  for (const step of close) await step()
})

interface Wishes {
  /** What of the demo's first server is other than the demo says. */
  server?: Partial<PlayServer>
  checkMod?: PlayPorts['checkMod']
  lastCheck?: PlayPorts['lastCheck']
  queryTimeoutMs?: number
  ownModsDirs?: string[]
  mods?: Record<string, string[]>
  modFolder?: PlayPorts['modFolder']
  modsDir?: string
  /** The community's list of mods. */
  listed?: PlayPorts['mods']
}

/** The play service on the demo community, with a real stand-in for the game; voice links are noted. */
async function playOnDemo(wishes: Wishes = {}) {
  const {
    server = {},
    checkMod = () => Promise.resolve(answers),
    queryTimeoutMs = 1,
    ownModsDirs = [],
    mods: ownMods = {},
  } = wishes
  const folder = await tempFolder()
  const name = ownName()
  const game = await standIn(join(folder, name), { stays: true })
  const opened: string[] = []
  const work = countWork()
  const ports: PlayPorts = {
    async servers(maxAgeMs) {
      const { value = [], asOf } = await community.read('servers', {}, { maxAgeMs })
      return { list: value.map((one) => (one.id === 1 ? { ...one, ...server } : one)), at: Date.parse(asOf) }
    },
    voices: async (maxAgeMs) => (await community.read('teamspeaks', {}, { maxAgeMs })).value ?? [],
    checkMod,
    bringUp: () => Promise.resolve(false),
    lastCheck: wishes.lastCheck ?? (() => ({ ...answers, at: 42 })),
    mods: wishes.listed ?? (() => Promise.resolve(mods.view.mods)),
    modFolder: wishes.modFolder ?? ((modId) => mods.mod(modId)?.directory),
    modsDir: () => wishes.modsDir,
    signatureFaults: () => Promise.resolve('list'),
    serverLog: () => Promise.resolve([]),
    openExternal: (url) => Promise.resolve(void opened.push(url)),
    copy: () => Promise.resolve(),
    openPackage: () => Promise.resolve('shown'),
    hide: nothing,
    seatFree: nothing,
    during: (start) => work.during(start),
    playerName: () => 'Jule Petersen',
  }
  const names = { linux: [name], darwin: [name] }
  const play = new PlayService({
    ports,
    platform: platformOf('linux', {
      home: folder,
      env: {},
      run: () => Promise.resolve({ code: 0, stdout: 'voice.desktop' }),
      files: diskView,
    }),
    files: diskView,
    recipe: { ...demo.recipe, executables: names, processes: names },
    voice: demo.profile.voice,
    own: ownSettings({ gameDirs: folder, ownModsDirs, launch: optionsWith({ mods: ownMods }) }),
    voiceScheme: () => 'ts3server',
    ownFolder: join(folder, 'own'),
    env: process.env,
    log,
    now: () => new Date(),
    isOnline: () => true,
    gameTimes: { startPollMs: 20 },
    queryTimeoutMs,
  })
  onTestFinished(() => play.close())
  onTestFinished(async () => void (play.game.playing.now && (await game.seen()))) // it writes into the folder, which goes next
  await play.installs.find()
  const joinIt = (anyway = false) => play.join({ serverId: 1, anyway, voice: true }, never, nothing)
  return { play, game, opened, joinIt, work }
}

const failed = ({ steps }: Awaited<ReturnType<Awaited<ReturnType<typeof playOnDemo>>['joinIt']>>) =>
  steps.find(({ state }) => state === 'failed')

describe.skipIf(process.platform !== 'linux')('a whole join on the demo community', () => {
  it('checks, talks, starts with the server’s password, and plays', async () => {
    const { game, opened, joinIt, play, work } = await playOnDemo()
    const entered: [string, boolean][] = []
    play.onEntered((wish) => entered.push([wish, work.isBusy]))
    const result = await joinIt()
    expect(result).toMatchObject({ outcome: 'playing', steps: Array(4).fill({ state: 'done' }) })
    expect((await game.seen()).args).toEqual([
      '-noLauncher',
      '-useBE',
      '-connect=127.0.0.1',
      expect.stringMatching(/^-port=\d+$/),
      '-mod=@Nordwind',
      '-password=4711',
    ])
    expect(opened).toEqual([expect.stringMatching(/^ts3server:\/\/[^?]+\?port=\d+&nickname=Jule%20Petersen$/)])
    expect(play.recent.list.map(({ kind }) => kind)).toEqual(['server', 'voice'])
    expect(play.game.playing.now).toBe(true)
    expect(entered).toEqual([['stay', false]]) // a join that still counts as work would keep the app open
    expect(failed(await joinIt())).toMatchObject({ number: 'J-106' })
    expect(entered).toHaveLength(1) // nobody has entered anew
  })

  it('follows the player’s wish for the window after a start by link, too', async () => {
    const { opened, joinIt, play } = await playOnDemo({
      server: { appId: 730 },
      listed: () => new Promise(() => undefined), // it loads none of the community's mods
    })
    const entered: string[] = []
    play.onEntered((wish) => entered.push(wish))
    expect((await play.preflight(1, never)).checks).toContainEqual(expect.objectContaining({ reason: 'mods-none' }))
    expect(await joinIt()).toMatchObject({ outcome: 'started' })
    expect(opened).toContainEqual(expect.stringMatching(/^steam:\/\/connect\//))
    expect(entered).toEqual(['stay'])
  })

  it('names where the player’s own mods lie: in the game’s folder, or in one that they added', async () => {
    const folder = await tempFolder()
    await write(folder, { '@Disk/addons/a.pbo': '' })
    const { play } = await playOnDemo({ ownModsDirs: [folder] })
    expect(await play.modFolders(1)).toEqual({ found: [{ name: '@Disk', isReadable: true }], folders: [folder] })
    const ofCommunity = { server: { startParameters: '' }, modFolder: () => '@Disk ' }
    const { play: odd } = await playOnDemo({ ...ofCommunity, ownModsDirs: [folder] })
    expect((await odd.modFolders(1)).found).toEqual([])
    const line = async (serverId?: number) =>
      (await play.preview(serverId, optionsWith({ mods: { alone: ['@Disk'], '1': ['@Disk'] } }))).args
    expect(await line()).toContain(`-mod=${join(folder, '@Disk')}`)
    expect(await line(1)).toContain(`-mod=@Nordwind;${join(folder, '@Disk')}`)
  })

  it('asks before it joins with own mods that the server would kick for, and only then', async () => {
    const folder = await tempFolder()
    await write(folder, { '@Disk/addons/a.pbo': '', '@Disk/addons/a.pbo.maps.bisign': '', '@Loose/addons/b.pbo': '' })
    const open = async (keys: string[]) => {
      const { gamePort: port } = await queryServer({ keys })
      const server = { host: '127.0.0.1', port, slots: null }
      return playOnDemo({ server, ownModsDirs: [folder], mods: { '1': ['@Disk'] }, queryTimeoutMs: 5_000 })
    }
    const allowed = await open(['maps'])
    const good = { state: 'good', reason: 'own-allowed' }
    expect(await allowed.play.ownModsCheck(1)).toMatchObject({ check: good, refused: ['@Loose'] })
    expect((await allowed.joinIt()).outcome).toBe('playing')
    const { play, joinIt, game } = await open(['other'])
    const check = { state: 'care', reason: 'own-kick', files: ['@Disk'] }
    expect(await play.ownModsCheck(1)).toMatchObject({ check, refused: ['@Disk', '@Loose'] })
    expect(failed(await joinIt())).toMatchObject({ number: 'J-406', failure: { facts: { mods: '@Disk' } } })
    expect(await joinIt(true)).toMatchObject({ outcome: 'playing', steps: { 2: { state: 'warned', number: 'J-406' } } })
    expect((await game.seen()).args).toContain(`-mod=@Nordwind;${join(folder, '@Disk')}`)
    expect(await (await playOnDemo()).play.ownModsCheck(1)).toEqual({ check: undefined, refused: [] })
  })

  it('checks a mod of the community that only the server’s start parameters name', async () => {
    const server = { modId: null, startParameters: '-mod=@NORDWIND' }
    const checkMod = () => Promise.resolve({ ...answers, ready: false, problems: 2 })
    const { play, joinIt } = await playOnDemo({ server, checkMod })
    const { checks } = await play.preflight(1, never)
    expect(checks.find(({ id }) => id === 'mods')).toMatchObject({ state: 'bad', reason: 'mods-problems' })
    expect(failed(await joinIt())).toMatchObject({ number: 'J-201' })
  })

  it('reads the community’s mods again for a join of a server that names one of the last hour', async () => {
    const fresh = { id: 77, name: 'New', folder: '@New', active: true, hasFiles: true }
    const readings: (number | undefined)[] = []
    const checked: number[] = []
    const open = (startParameters: string) =>
      playOnDemo({
        server: { modId: null, startParameters },
        checkMod: (modId) => Promise.resolve(void checked.push(modId)).then(() => ({ ...answers, ready: false })),
        listed: (_signal, maxAgeMs) =>
          Promise.resolve(readings.push(maxAgeMs) && maxAgeMs === undefined ? mods.view.mods : [fresh]),
      })
    await (await open('gm;@NORDWIND;!Workshop\\@Other')).joinIt()
    expect(readings).toEqual([undefined])
    checked.length = 0
    await (await open('@new')).joinIt()
    expect(readings).toEqual([undefined, undefined, 60_000])
    expect(new Set(checked)).toEqual(new Set([77]))
    const cancel = new AbortController()
    const { play } = await playOnDemo({
      server: { modId: null, startParameters: '@new' },
      listed(signal, maxAgeMs) {
        if (maxAgeMs === undefined) return Promise.resolve([])
        cancel.abort()
        return Promise.reject(signal.reason as Error)
      },
    })
    const wish = { serverId: 1, anyway: true, voice: false }
    await expect(play.join(wish, cancel.signal, nothing)).rejects.toThrow('aborted')
  })

  it('finds mods on other disks whatever the case of the names in the server’s record, as the game does', async () => {
    const [modsDir, added] = [await tempFolder(), await tempFolder()]
    await write(modsDir, { '@nordwind/addons/a.pbo': '' })
    await write(added, { '!Workshop/@Extra/addons/a.pbo': '' })
    const server = { startParameters: '@Nordwind;!workshop/@extra' }
    const { play } = await playOnDemo({ modsDir, ownModsDirs: [added], server })
    const preflight = await play.preflight(1, never)
    expect(preflight.checks.filter(({ reason }) => reason === 'server-absent')).toEqual([])
    const { args } = await play.preview(1)
    expect(args).toContain(`-mod=${join(modsDir, '@nordwind')};${join(added, '!Workshop/@Extra')}`)
  })

  it('takes over no check of a preflight from before the mods’ folder became another one', async () => {
    const wishes: Wishes = { modsDir: '/old' }
    const checked: unknown[] = []
    wishes.checkMod = () => {
      checked.push(wishes.modsDir)
      return checked.length === 1 ? new Promise(() => undefined) : Promise.resolve(answers)
    }
    const { joinIt, play } = await playOnDemo(wishes)
    void play.preflight(1, never)
    await expect.poll(() => checked).toEqual(['/old'])
    wishes.modsDir = '/new'
    const joined = joinIt()
    await expect.poll(() => checked).toEqual(['/old', '/new'])
    expect((await joined).outcome).toBe('playing')
  })

  it('plays with another profile where the player chose one for the server', async () => {
    const { play } = await playOnDemo()
    const options = optionsWith({ profileName: 'Ada', profileNames: { '1': 'Otto' } })
    const line = async (serverId?: number) => (await play.preview(serverId, options)).args
    expect(await line(1)).toContain('-name=Otto')
    expect(await line(2)).toContain('-name=Ada')
    expect(await line()).toContain('-name=Ada')
  })

  it('opens the game’s folder, and that of its newest log once there is one', async () => {
    const { play } = await playOnDemo()
    const shown: string[] = []
    const logs: string[] = []
    const { openGameFolder } = playHandlers(play, {
      recipe: demo.recipe,
      own: ownSettings(),
      logFolder: () => Promise.resolve(logs[0]),
      showFolder: (path: string) => Promise.resolve(void shown.push(path)),
    } as unknown as HandlerParts)
    const open = async (what: 'game' | 'logs') => {
      const proposal = await openGameFolder({ what }, undefined as never)
      expect(shown).toEqual([]) // the player is needed first
      if ('yes' in proposal) await proposal.yes()
      return shown.splice(0)
    }
    expect(await open('game')).toEqual([(await play.installs.inUse())?.path])
    await expect(open('logs')).rejects.toMatchObject({ code: 'no-crash-log' })
    logs.push('/logs')
    expect(await open('logs')).toEqual(['/logs'])
  })

  it('stops at the files as they really are, and goes on if the player says so', async () => {
    const { joinIt, opened, game } = await playOnDemo({
      async checkMod(modId, signal) {
        const outcome = await mods.check({ modId, tier: 'full' }, signal)
        if (!outcome.trusted) throw new Error(outcome.distrust.reason)
        const { counts, filesListed, result } = outcome.summary
        return { ...answers, ready: result === 'ready', problems: filesListed - counts.ok }
      },
    })
    const found = { id: 'files', number: 'J-201', fix: 'repair', failure: { facts: { problems: 4 } } }
    expect(failed(await joinIt())).toMatchObject(found)
    expect(opened).toEqual([])
    expect((await joinIt(true)).outcome).toBe('playing')
    expect((await game.seen()).args).toContain('-password=4711')
  })

  it.each([
    ['offline', { online: false }, 'J-403', 'watch-server'],
    ['full', { playerCount: 120 }, 'J-404', 'watch-seat'],
  ])('is not begun unasked while the server is %s', async (_, server, number, fix) => {
    const { joinIt, opened, game, play } = await playOnDemo({ server })
    const result = await joinIt()
    expect(result).toMatchObject({ outcome: 'stopped', anywayPossible: true })
    expect(failed(result)).toMatchObject({ id: 'start', number, fix })
    expect([opened, play.recent.list]).toEqual([[], []])
    expect((await joinIt(true)).outcome).toBe('playing')
    expect((await game.seen()).args).toContain('-connect=127.0.0.1')
  })

  it('tells what its servers say themselves, as the service knew it a moment ago', async () => {
    const { play } = await playOnDemo({ queryTimeoutMs: 20_000 })
    const live = await play.live([1, 2, 16])
    const listed = (await community.read('servers', {})).value ?? []
    for (const { id, name, slots } of listed.filter(({ online }) => online))
      expect(live.find(({ serverId }) => serverId === id)).toMatchObject({ answered: true, name, slots })
    const [first] = live
    expect(first).toMatchObject({ map: 'Nordwind', password: true, version: expect.any(String) as string })
    const preflight = await play.preflight(1, never)
    expect(preflight.checks.find(({ id }) => id === 'server')).toMatchObject({ state: 'good', reason: 'server-online' })
  })

  it('is not ready where the files cannot be checked now, whatever was found last', async () => {
    const busy = new Failure('mod-busy', { mod: 'Nordwind' })
    const stateOf = async (lastCheck: PlayPorts['lastCheck'], error: Failure = busy) => {
      const { play } = await playOnDemo({ checkMod: () => Promise.reject(error), lastCheck })
      const { checks, state } = await play.preflight(1, never)
      return [state, checks.find(({ id }) => id === 'mods')?.reason]
    }
    expect(await stateOf(() => answers)).toEqual(['bad', 'mods-busy'])
    const damaged = () => ({ ...answers, ready: false, problems: 1 })
    expect(await stateOf(damaged)).toEqual(['bad', 'mods-problems'])
    const notTrusted = new Failure('mods-unchecked', { why: 'empty' })
    expect(await stateOf(damaged, notTrusted)).toEqual(['bad', 'mods-not-trusted'])
  })

  it('is not ready where nobody knows which mods of the community the server loads', async () => {
    const unread = new Failure('mods-unchecked', { why: 'unreachable' })
    const server = { modId: null, startParameters: '@Nordwind' }
    const { joinIt, play } = await playOnDemo({ server, listed: () => Promise.reject(unread) })
    const { checks, state } = await play.preflight(1, never)
    expect([state, checks.find(({ id }) => id === 'mods')?.reason]).toEqual(['bad', 'mods-not-loaded'])
    expect((await joinIt()).steps[0]).toMatchObject({ state: 'failed', number: 'J-202' })
  })

  it('leaves the mod’s files alone while the game runs: the checks tell what was found last', async () => {
    let checks = 0
    const checkMod = () => Promise.resolve(answers).finally(() => checks++)
    const { joinIt, play } = await playOnDemo({ checkMod })
    await joinIt()
    expect(checks).toBe(1)
    const preflight = await play.preflight(1, never)
    expect(preflight.checks.find(({ id }) => id === 'mods')).toMatchObject({ state: 'good', at: 42 })
    expect(checks).toBe(1)
  })
})
