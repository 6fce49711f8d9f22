import { asWire, Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type {
  GameInstall,
  JoinProgress,
  JoinResult,
  LaunchOptions,
  LaunchPreview,
  Preflight,
  ServerLive,
} from '../../src-preload/contract/play.ts'
import pLimit from 'p-limit'
import { type Log, type Playing, SLOW_TIMES } from '../lib/index.ts'
import type { GameRecipe, VoiceRecipe } from '../settings/index.ts'
import { watchGame, type GameWatch } from './game-watch.ts'
import { openInstalls, type InstallChoice, type Installs } from './installs/installs.ts'
import { join, type JoinParts, type JoinWish } from './join/join.ts'
import { planLaunch, previewOf } from './launch/plan.ts'
import { hostAndPort, safeHost, safePort } from './launch/server-fields.ts'
import { noteStarts } from './join/starts.ts'
import { startPlan } from './launch/start.ts'
import { toFields } from './launch/to-fields.ts'
import type { FileView, GamePlatform } from './platform/index.ts'
import type { ModCheck, PlayPorts, PlayServer } from './ports.ts'
import { preflightOf } from './preflight/preflight.ts'
import { liveServers } from './query/live.ts'
import { watchSeats, type SeatWatch } from './query/seat-watch.ts'
import { openQuestions } from './query/thread.ts'
import { openWaits } from './query/waits-file.ts'
import { openRecent, type Recent } from './recent.ts'
import { freeSeatsOf, JOIN_LIST_MS, serverOf, targetOf } from './servers.ts'
import { shareChecks } from './shared-check.ts'
import { openVoiceLinks, type Voice, type VoiceParts } from './voice/voice.ts'

/** How long things take and how often they are looked at, ms. */
export interface PlayTimes {
  gameRestMs: number
  gameEagerMs: number
  gamePatienceMs: number
  seatEveryMs: number
  queryTimeoutMs: number
  /** The thread that asks servers ends so long after its last answer. */
  queryRestMs: number
  /** What a question may take longer than its tries. */
  queryGraceMs: number
}

export const usualTimes: PlayTimes = {
  gameRestMs: 5_000,
  gameEagerMs: 1_000,
  gamePatienceMs: 180_000,
  seatEveryMs: 15_000,
  queryTimeoutMs: 1_000,
  queryRestMs: 3_000,
  queryGraceMs: 5_000,
}

/** All that the play room is made from. */
export interface PlayParts {
  ports: PlayPorts
  platform: GamePlatform
  files: FileView
  recipe: GameRecipe
  voice: VoiceRecipe
  choice: InstallChoice
  options(): LaunchOptions
  voiceScheme: VoiceParts['scheme']
  /** The community's own folder below the app's data. */
  ownFolder: string
  /** The built thread that asks game servers. */
  queryThread: URL
  env: Readonly<Record<string, string | undefined>>
  log: Log
  now: () => Date
  times: PlayTimes
}

/** The play room. */
export interface Play {
  readonly game: GameWatch
  /** The fact that everything quiet follows. */
  readonly playing: Playing
  readonly installs: Installs
  readonly voice: Voice
  readonly seats: SeatWatch
  readonly recent: Recent
  join(wish: JoinWish, signal: AbortSignal, report: (progress: JoinProgress) => void): Promise<JoinResult>
  preflight(serverId: number, signal: AbortSignal): Promise<Preflight>
  preview(serverId: number, options?: LaunchOptions): Promise<LaunchPreview>
  live(serverIds: readonly number[]): Promise<ServerLive[]>
  serverAddress(serverId: number): Promise<string>
  close(): void
}

const QUERY_TRIES = 3
const QUERIES_AT_ONCE = 32
const LIVE_FRESH_MS = 4_000
/** Much longer than a quick check of any mod; what the service said before it may be of yesterday. */
const LONG_CHECK_MS = 5_000

/** The parts that live as long as the room. */
function openTools(parts: PlayParts) {
  const { ports, platform, recipe, times, now } = parts
  const game = watchGame({
    platform,
    names: recipe.processes[platform.name] ?? [],
    now,
    restMs: times.gameRestMs,
    eagerMs: times.gameEagerMs,
  })
  const starts = noteStarts(game, now, times.gamePatienceMs)
  const installs = openInstalls({ platform, files: parts.files, recipe }, parts.choice, game, parts.log.error)
  const recent = openRecent(platform.path.join(parts.ownFolder, 'recent-places.json'), parts.log.error)
  const voice = openVoiceLinks({
    ports,
    platform,
    recipe: parts.voice,
    scheme: parts.voiceScheme,
    opened: (name, voiceId) => recent.add({ kind: 'voice', voiceId, name, at: now().getTime() }),
  })
  const patience = { tries: QUERY_TRIES, timeoutMs: times.queryTimeoutMs }
  const questions = openQuestions({ url: parts.queryThread, restMs: times.queryRestMs, graceMs: times.queryGraceMs })
  const live = liveServers({ questions, now, patience, most: QUERIES_AT_ONCE, freshMs: LIVE_FRESH_MS })
  const seats = watchSeats({
    everyMs: () => times.seatEveryMs * (game.state.running ? SLOW_TIMES : 1),
    tell: ports.seatFree,
    now,
    kept: openWaits(platform.path.join(parts.ownFolder, 'waits.json'), now, parts.log.error),
    seats: (serverId) => freeSeatsOf(serverId, ports, live),
  })
  return { game, starts, installs, recent, voice, questions, live, seats }
}

type Tools = ReturnType<typeof openTools>

const playingOf = (game: GameWatch): Playing => {
  const now = () => game.state.running === true
  return {
    get now() {
      return now()
    },
    onChange(listener) {
      let before = now()
      return game.onChange(() => {
        if (before !== now()) listener((before = now()))
      })
    },
  }
}

/** Opens the play room: looks for the game and for the voice client at once. */
export function openPlay(given: PlayParts): Play {
  const ports = { ...given.ports, checkMod: shareChecks(given.ports.checkMod) }
  const parts = { ...given, ports }
  const tools = openTools(parts)
  const { game, installs, voice, seats, recent, live } = tools
  const wishes = pLimit(1)
  const joining = joinParts(parts, tools)
  return {
    game,
    playing: playingOf(game),
    installs,
    voice,
    seats,
    recent,
    join: (wish, signal, report) => wishes(() => join(wish, joining, signal, report)),
    preflight: (serverId, signal) => lightsOf(serverId, parts, tools, signal),
    preview: (serverId, options) => preview(serverId, options ?? parts.options(), parts, tools),
    async live(serverIds) {
      const { list } = await ports.servers(JOIN_LIST_MS)
      return live.ask(list.filter(({ id }) => serverIds.includes(id)).map(targetOf))
    },
    async serverAddress(serverId) {
      const { server } = await serverOf(serverId, ports)
      return hostAndPort(safeHost(server.host), safePort(server.port ?? 0))
    },
    close() {
      game.close()
      seats.close()
      tools.questions.close()
    },
  }
}

const planOf = (
  server: PlayServer,
  install: GameInstall | undefined,
  { platform, recipe, ownFolder }: PlayParts,
  options: LaunchOptions,
) =>
  planLaunch(
    { ...toFields(server), appId: server.appId ?? recipe.appId },
    { platform, recipe, install, options, ownFolder },
  )

/** What a join does, by the room's parts. */
const joinParts = (parts: PlayParts, { installs, voice, live, game, recent, starts }: Tools): JoinParts => ({
  server: async (serverId) => (await serverOf(serverId, parts.ports)).server,
  install: installs.inUse,
  warnings: () => installs.view.warnings,
  plan: (server, install) => planOf(server, install, parts, parts.options()),
  checkMod: parts.ports.checkMod,
  openVoice: () => voice.open(),
  start: (plan) => startPlan(plan, { env: parts.env, openExternal: parts.ports.openExternal }),
  live: (serverId) => live.last(serverId, JOIN_LIST_MS),
  game,
  startedAgo: starts.ago,
  patienceMs: parts.times.gamePatienceMs,
  longCheckMs: LONG_CHECK_MS,
  started({ id, name }, way) {
    game.noteStart()
    if (way !== 'link') starts.note()
    recent.add({ kind: 'server', serverId: id, name, at: parts.now().getTime() })
  },
})

/** The line that a join would start, or why it could not. */
async function preview(
  serverId: number,
  options: LaunchOptions,
  parts: PlayParts,
  { installs }: Tools,
): Promise<LaunchPreview> {
  try {
    const { server } = await serverOf(serverId, parts.ports)
    return previewOf(await planOf(server, await installs.inUse(), parts, options), parts.recipe)
  } catch (error) {
    if (!isFailure(error)) throw error
    return { way: 'direct', program: '', args: [], failure: asWire(error) }
  }
}

/** Reads all that the lights of a server need, side by side. */
async function lightsOf(serverId: number, parts: PlayParts, tools: Tools, signal: AbortSignal): Promise<Preflight> {
  const { ports, recipe, platform, now } = parts
  const { server, at } = await serverOf(serverId, ports)
  const { modId } = server
  const ours = server.appId === null || server.appId === recipe.appId
  const needsMod = modId !== null && ours
  const [install, [live], check, listing, voiceClient] = await Promise.all([
    tools.installs.inUse(),
    tools.live.ask([targetOf(server)]),
    needsMod ? filesOf(modId, parts, tools, signal) : undefined,
    needsMod ? ports.modListing(modId) : undefined,
    tools.voice.findClient(),
  ])
  return preflightOf({
    server,
    serverAt: at,
    install,
    installs: tools.installs.view,
    live,
    check,
    listing,
    voiceClient,
    recipe,
    voice: parts.voice,
    platform,
    now,
  })
}

/** How the mod's files are. While the game runs nothing is read from its disk: what was found last must do. Before the first look there is one. */
async function filesOf(
  modId: number,
  { ports }: PlayParts,
  { game }: Tools,
  signal: AbortSignal,
): Promise<ModCheck | Error> {
  if (game.state.running === null) await game.look()
  if (game.state.running) return ports.lastCheck(modId) ?? new Failure('game-running', {})
  return checkedOr(ports.checkMod(modId, signal), signal)
}

/** The check's outcome, or the failure as a value; a cancel stays a cancel. */
const checkedOr = (check: Promise<ModCheck>, signal: AbortSignal): Promise<ModCheck | Error> =>
  check.catch((error: unknown) => {
    signal.throwIfAborted()
    if (isFailure(error)) return error
    throw error
  })
