import * as v from 'valibot'
import type { GameServer, Reading } from '../../../src-preload/contract/community/index.ts'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { Watch } from '../../../src-preload/contract/members.ts'
import type {
  GameState,
  JoinProgress,
  JoinResult,
  JoinStep,
  PreflightCheck,
  Preflight,
  ServerLive,
} from '../../../src-preload/contract/play.ts'
import { LaunchOptions } from '../../../src-preload/contract/play.ts'
import type { ModsView, RunningCheck } from '../../../src-preload/contract/mods.ts'
import type { ModUpdate, RepairQueueView, RepairState } from '../../../src-preload/contract/repair.ts'
import { PlayerSettings } from '../../../src-preload/contract/settings.ts'
import type { Main } from '#shared/bridge/index.ts'
import { recipeOf } from '../../../src-main/settings/index.ts'

export const serverOf = (id: number, name: string, more: Partial<GameServer> = {}): GameServer => ({
  id,
  name,
  modId: 5,
  appId: 107410,
  online: true,
  descriptionHtml: '',
  host: '203.0.113.5',
  port: 2302,
  password: '',
  startParameters: '@Harbour',
  slots: 100,
  playerCount: 40,
  counts: null,
  players: [],
  sides: null,
  updatedAt: null,
  ...more,
})

const check = (id: PreflightCheck['id'], more: Partial<PreflightCheck>): PreflightCheck => ({
  id,
  state: 'good',
  reason: 'install-ok',
  facts: {},
  at: Date.now(),
  ...more,
})

/** A topic that the test can change. */
function topicOf<T>(first: T) {
  let value = first
  const listeners = new Set<(value: T) => void>()
  return {
    follow: (listener: (value: T) => void) => {
      listeners.add(listener)
      if (value !== undefined) listener(value)
      return () => listeners.delete(listener)
    },
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener(value)
    },
  }
}

const view = {
  game: 'Arma 3',
  appId: 107410,
  switches: recipeOf({ appId: 107410 }).switches,
  installs: [
    { path: '/games/a', source: 'steam', version: '2.18', executable: 'a.exe', updateWaiting: false, inUse: true },
    { path: '/games/b', source: 'chosen', updateWaiting: false, inUse: false },
  ],
  warnings: [{ kind: 'several', count: 2 }],
  searching: false,
} as const

const damaged = {
  serverId: 1,
  state: 'bad',
  checks: [
    check('install', { facts: { folder: '/games/a' } }),
    check('mods', {
      state: 'bad',
      reason: 'mods-problems',
      facts: { mod: 'Harbour', problems: 3, tier: 'quick' },
      fix: 'repair',
    }),
    check('foreign', { state: 'bad', reason: 'foreign-some', facts: { count: 1 }, files: ['@H/x.pbo'], fix: 'repair' }),
  ],
} satisfies Preflight

/** A main for the play screen, whose answers and changes the test gives. */
export function playMain(
  servers: GameServer[] | Failure | 'gone' = [serverOf(1, 'Harbour 1'), serverOf(2, 'Isle')],
  live: ServerLive[] = [],
) {
  const calls: [name: string, input: unknown][] = []
  const game = topicOf<GameState>({ running: false })
  const watches = topicOf<number[]>([])
  const mods = topicOf<ModsView | undefined>(undefined)
  const running = topicOf<RunningCheck | null>(null)
  const repairs = topicOf<RepairState[]>([])
  const updates = topicOf<ModUpdate[]>([])
  const queue = topicOf<RepairQueueView>({ mods: [], paused: false, wentOn: false })
  const settings = topicOf({ settings: v.parse(PlayerSettings, {}), notices: [] })
  let end:
    { resolve: (result: JoinResult) => void; reject: (error: unknown) => void; watch: Watch<JoinProgress> } | undefined
  const note =
    <T>(name: string, answer: T) =>
    (input: unknown) => {
      calls.push([name, input])
      return Promise.resolve(answer)
    }
  const valueOf = ({ endpoint, params }: { endpoint: string; params: { id?: string } }) => {
    if (!Array.isArray(servers)) return undefined
    if (endpoint === 'server') return servers.find(({ id }) => String(id) === params.id)
    return endpoint === 'servers' ? servers : []
  }
  const reading = (asked: Parameters<typeof valueOf>[0]): Reading<unknown> => ({
    value: structuredClone(valueOf(asked)), // as the bridge does
    asOf: new Date().toISOString(),
    source: 'live',
    state: valueOf(asked) === undefined ? 'gone' : 'ok',
    aside: { count: 0, entries: [] },
    freshMs: 0,
  })
  const play = {
    installs: topicOf(view).follow,
    game: game.follow,
    launchOptions: topicOf(v.parse(LaunchOptions, {})).follow,
    seatWatches: watches.follow,
    voiceClient: topicOf({ state: 'missing', scheme: 'ts3server' }).follow,
    previewLaunch: note('previewLaunch', { way: 'direct', program: '/games/a/a.exe', args: ['-password=•••'] }),
    preflight: (input: { serverId: number }) => note('preflight', { ...damaged, ...input })(input),
    useInstall: note('useInstall', undefined),
    chooseInstall: note('chooseInstall', true),
    validateGame: note('validateGame', undefined),
    saveLaunchOptions: note('saveLaunchOptions', undefined),
    modFolders: note('modFolders', {
      found: ['@Harbour', '@Maps'].map((name) => ({ name, isReadable: true })),
      folders: [],
    }),
    checkOwnMods: note('checkOwnMods', { check: undefined, refused: [] }),
    chooseMods: note('chooseMods', undefined),
    chooseProfile: note('chooseProfile', undefined),
    startAlone: note('startAlone', undefined),
    profiles: note('profiles', ['Ada', 'Moin e. V.']),
    saveSwitches: note('saveSwitches', undefined),
    watchSeat: note('watchSeat', undefined),
    findVoiceClient: note('findVoiceClient', { state: 'missing', scheme: 'ts3server' }),
    getVoiceClient: note('getVoiceClient', undefined),
    openVoice: note('openVoice', undefined),
    live: () => Promise.resolve(live),
    join: (input: unknown, watch: Watch<JoinProgress>) =>
      new Promise<JoinResult>((resolve, reject) => {
        calls.push(['join', input])
        end = { resolve, reject, watch }
        watch.signal?.addEventListener('abort', () => reject(new Failure('cancelled', {})))
      }),
  }
  const main = {
    play,
    mods: {
      state: mods.follow,
      running: running.follow,
      check: note('check', undefined),
      refresh: note('refresh', undefined), // also asked for by pages of earlier tests, when the network is back
      problems: note('problems', {
        problems: [{ path: '@Harbour/addons/a.pbo', result: 'missing', expected: 1, found: null }],
        pieces: 1,
      }),
    },
    repair: {
      states: repairs.follow,
      queue: queue.follow,
      stop: note('stop', undefined),
      enqueue: note('enqueue', undefined),
      place: () => () => undefined,
      updates: updates.follow,
      speed: () => Promise.resolve(1 << 20),
      begin: note('begin', true),
      plan: note('plan', undefined),
      remove: note('remove', true),
    },
    settings: {
      state: settings.follow,
      profile: topicOf({ id: 'h', name: 'Harbour', demo: false, local: true, currency: '$', images: {} }).follow,
      change: note('settings', undefined),
    },
    community: {
      read: (asked: Parameters<typeof valueOf>[0]) =>
        servers instanceof Failure ? Promise.reject(servers) : Promise.resolve(reading(asked)),
    },
  } as unknown as Main
  return {
    main,
    game,
    settings,
    watches,
    mods,
    running,
    repairs,
    updates,
    queue,
    calls,
    /** The inputs of one call, in order. */
    asked: (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input),
    /** The join on its way. */
    joining: () => end ?? missing(),
  }
}

const missing = (): never => {
  throw new Error('nobody joined')
}

/** The four steps, as `states` says. */
export const stepsOf = (...states: Partial<JoinStep>[]): JoinStep[] =>
  (['files', 'voice', 'start', 'playing'] as const).map((id, at) => ({ id, state: 'waiting', ...states[at] }))

/** A repair of the first server's mod, half done. */
export const repairAtWork: RepairState = {
  modId: 5,
  modName: 'Harbour',
  sessionId: 's',
  work: 'repair',
  phase: 'fetching',
  forGame: false,
  progress: {
    filesDone: 4,
    filesTotal: 8,
    bytesDone: 2 << 20,
    bytesTotal: 4 << 20,
    bytesPerSecond: 1 << 20,
    secondsLeft: 2,
    current: [],
    retrying: null,
  },
  outcome: null,
}

/** A check of the first server's mod, a quarter of which is done. */
export const runningCheck = (more: Partial<RunningCheck> = {}): RunningCheck => ({
  modId: 5,
  modName: 'Harbour',
  isWhole: true,
  isPaused: false,
  progress: {
    ...{ filesDone: 2, filesTotal: 8, bytesDone: 7 * 2 ** 30, bytesTotal: 28 * 2 ** 30 },
    ...{ bytesPerSecond: 100 << 20, secondsLeft: 215 },
  },
  ...more,
})
