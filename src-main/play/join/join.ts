import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import type {
  GameInstall,
  InstallWarning,
  JoinProgress,
  JoinResult,
  JoinStepId,
  JoinWish as PageWish,
  ServerLive,
} from '../../../src-preload/contract/play.ts'
import { untilAborted } from '../../lib/index.ts'
import type { GameWatch } from '../game-watch.ts'
import type { LaunchPlan } from '../launch/plan.ts'
import type { ModCheck, PlayServer } from '../ports.ts'
import { failureOf, seatsOf } from '../servers.ts'
import { isPassable, JoinSteps } from './steps.ts'

/** The parts of a join. Each throws its own Failure. */
export interface JoinParts {
  /** @throws Failure `server-gone`, `servers-unknown` */
  server(serverId: number): Promise<PlayServer>
  install(): Promise<GameInstall | undefined>
  warnings(): readonly InstallWarning[]
  /** The folder of the community's mods, as chosen now. */
  modsDir(): string | undefined
  /** Plans the start and changes nothing. `leaveOut`: without refused mod folders. */
  plan(server: PlayServer | undefined, install: GameInstall | undefined, leaveOut: boolean): Promise<LaunchPlan>
  /** The ids of the community's mods that the server loads. @throws Failure if they are unknown */
  modsOf(server: PlayServer, signal: AbortSignal): Promise<readonly number[]>
  checkMod(modId: number, signal: AbortSignal, whole?: boolean): Promise<ModCheck>
  /** As in `PlayPorts`. */
  bringUp(modIds: readonly number[], signal: AbortSignal): Promise<boolean>
  /** @throws Failure `voice-client-missing`, `voice-not-known`, `link-not-opened`, `server-field-refused` */
  openVoice(): Promise<void>
  /** Starts the game, which may be another one, and remembers that. */
  start(plan: LaunchPlan, server: PlayServer | undefined): Promise<void>
  /** The player's own mods that the server would kick for. */
  kicked(server: PlayServer, install: GameInstall | undefined): Promise<readonly string[]>
  /** The server's own answer, at most a minute old. Sends no query. */
  live(serverId: number): ServerLive | undefined
  game: GameWatch
  /** No quick check takes longer. After one that did, the server's record may be out of date and is read again. */
  longCheckMs?: number
}

/** What the page wishes, and whether voice is opened first. */
export type JoinWish = PageWish & { voice: boolean }

/** True if the join goes on over a failure. Of mods that are not ready, the player was told only of an update that is not here yet. */
const isIgnored = (failure: Failure, { anyway, despite }: JoinWish): boolean =>
  isPassable(failure) &&
  (anyway || (failure.code === despite && !(failure.is('mods-not-ready') && !failure.facts.isOld)))

/** The failure of a check as the player sees it. @throws as {@link failureOf} */
const unchecked = (error: unknown, signal: AbortSignal): Failure =>
  new Failure('mods-unchecked', { why: failureOf(error, signal).code })

interface Unready {
  modId: number
  failure: Failure
}

/** Checks mods, and reads the files that no check has read yet. Returns those that are not ready. */
async function findUnready(mods: readonly number[], parts: JoinParts, signal: AbortSignal): Promise<Unready[]> {
  const check = async (modId: number): Promise<Failure | undefined> => {
    const quick = await parts.checkMod(modId, signal)
    const isTold = quick.ready || quick.problems > 0
    const { ready, mod, problems, why } = isTold ? quick : await parts.checkMod(modId, signal, true)
    return ready ? undefined : new Failure('mods-not-ready', { mod, problems, isOld: why === 'outdated' })
  }
  const unready: Unready[] = []
  for (const modId of mods) {
    const failure = await check(modId).catch((error: unknown) => unchecked(error, signal))
    if (failure) unready.push({ modId, failure })
  }
  return unready
}

/** True for a mod that is worked on. It cannot be checked, and the join waits for the end of that work. */
const isBusy = ({ failure }: Unready) => failure.is('mods-unchecked') && failure.facts.why === 'mod-busy'

/** Brings mods up. True: all must be checked again. A mod that is busy with something else stays as it was found. */
async function bringUp(due: readonly Unready[], parts: JoinParts, signal: AbortSignal): Promise<boolean> {
  const modIds = due.map(({ modId }) => modId)
  return parts.bringUp(modIds, signal).catch((error: unknown) => {
    const staysBusy = isFailure(error) && (error.is('repair-busy') || error.is('repair-not-checked'))
    if (staysBusy && due.some(isBusy)) return false
    throw error
  })
}

/** Throws one failure for all: those that are not ready, by name, since "join anyway" goes on over all of them; or else the first. */
function mustBeReady(unready: readonly Unready[]): void {
  const [first] = unready
  if (!first) return
  const differing = unready.flatMap(({ failure }) => (failure.is('mods-not-ready') ? [failure.facts] : []))
  if (differing.length === 0) throw first.failure
  throw new Failure('mods-not-ready', {
    mod: differing.map(({ mod }) => mod).join(', '),
    problems: differing.reduce((sum, { problems }) => sum + problems, 0),
    isOld: differing.every(({ isOld }) => isOld),
  })
}

/**
 * Checks the server's mods, brings them up if wished, and checks all of them again: their lists may have changed during the download.
 * A failure that the player ignores hides no other.
 */
async function readyFiles(mods: Prepared['mods'], wish: JoinWish, parts: JoinParts, signal: AbortSignal) {
  if (mods instanceof Failure) throw mods
  const stops = ({ failure }: Unready) => !isIgnored(failure, wish)
  let unready = await findUnready(mods, parts, signal)
  const isDue = (mod: Unready) => mod.failure.is('mods-not-ready') || isBusy(mod)
  const due = unready.filter(isDue)
  if (wish.bringUp && due.length > 0) {
    mustBeReady(unready.filter((mod) => !isDue(mod) && stops(mod)))
    if (await bringUp(due, parts, signal)) unready = await findUnready(mods, parts, signal)
  }
  mustBeReady(unready.filter(stops))
  mustBeReady(unready)
}

/** Doubts about the start itself, on any server. */
function* startDoubts(plan: LaunchPlan, { game, warnings }: JoinParts): Generator<Failure> {
  const seconds = game.startedAgo
  if (seconds !== undefined) yield new Failure('game-starting', { seconds })
  const other = warnings().find((warning) => warning.kind === 'steam-starts-other')
  if (plan.way === 'steam' && other) yield new Failure('wrong-install', { used: plan.cwd, starts: other.starts })
}

/** Doubts about the server. `kicked`: the player's own mods that it would kick for. */
function* serverDoubts(server: PlayServer, kicked: readonly string[], parts: JoinParts): Generator<Failure> {
  const live = parts.live(server.id)
  if (!server.online && !live?.answered) yield new Failure('server-offline', { server: server.name })
  const seats = seatsOf(server, live)
  if (seats && seats.players >= seats.slots)
    yield new Failure('server-full', { server: server.name, players: seats.players, slots: seats.slots })
  if (kicked.length > 0)
    yield new Failure('own-mods-kick', { server: server.name, mods: kicked.join(', '), count: kicked.length })
}

/** Looks again unless the last look saw that the game is closed, because each look takes time. */
async function refuseRunning({ game }: JoinParts): Promise<void> {
  if (game.state.running !== false && (await game.look()).running) throw new Failure('game-running', {})
}

/**
 * Starts the game without a server. Settles once the game runs, or Steam has got the link. `anyway`: ignores doubts.
 * @throws Failure of the start, AbortError
 */
export async function startAlone(anyway: boolean, parts: JoinParts, signal: AbortSignal): Promise<void> {
  await refuseRunning(parts)
  const install = await untilAborted(parts.install(), signal)
  const plan = await untilAborted(parts.plan(undefined, install, false), signal)
  const [doubt] = startDoubts(plan, parts)
  if (doubt && !anyway) throw doubt
  signal.throwIfAborted()
  await parts.start(plan, undefined)
  if (plan.way === 'link') return
  parts.game.noteStart()
  await parts.game.awaitGame(signal)
}

interface Prepared {
  server: PlayServer
  /** The community's mods that the server loads; why they are unknown. None for a link: they are not of its game. */
  mods: readonly number[] | Failure
  install: GameInstall | undefined
  modsDir: string | undefined
  plan: LaunchPlan
  /** Why the plan leaves mods out. */
  odd: Failure[]
}

/**
 * Does everything that can fail and changes nothing. A record with unsafe values stops here. If the service cannot be reached, `known`
 * is used.
 */
async function prepare(
  wish: JoinWish,
  parts: JoinParts,
  steps: JoinSteps,
  signal: AbortSignal,
  known?: PlayServer,
): Promise<Prepared> {
  steps.at = 'files'
  const server = await untilAborted(parts.server(wish.serverId), signal).catch((error: unknown) => {
    if (known && isFailure(error) && error.is('servers-unknown')) return known
    throw error
  })
  const install = await untilAborted(parts.install(), signal) // its drive may be silent
  const modsDir = parts.modsDir()
  steps.at = 'start'
  await refuseRunning(parts)
  // before the plan, which has the folder of a mod that is new
  const mods = await parts.modsOf(server, signal).catch((error: unknown) => unchecked(error, signal))
  const odd: Failure[] = []
  const plan = await untilAborted(parts.plan(server, install, false), signal).catch((error: unknown) => {
    if (!isFailure(error) || !isIgnored(error, wish)) throw error
    odd.push(error)
    return parts.plan(server, install, true)
  })
  return { server, mods: plan.way === 'link' ? [] : mods, install, modsDir, plan, odd }
}

/** Runs one step. `mayPass`: failures that are only a warning. */
async function step(
  steps: JoinSteps,
  id: JoinStepId,
  work: () => Promise<void>,
  mayPass: (failure: Failure) => boolean = () => false,
): Promise<void> {
  steps.become(id, 'running')
  try {
    await work()
    steps.become(id, 'done')
  } catch (error) {
    if (!isFailure(error) || !mayPass(error)) throw error
    steps.become(id, 'warned', error)
  }
}

/**
 * Prepares the start and checks the files. During a long check, the server's password, address or state may change, another program may
 * start the game or change a mod that is already checked: then all is prepared and checked again, at least once and until the mods, their
 * folder and the install stay the same. Also after a short check, if the mods' folder is another one.
 */
async function prepareAndCheck(
  wish: JoinWish,
  parts: JoinParts,
  steps: JoinSteps,
  signal: AbortSignal,
): Promise<Prepared> {
  const { longCheckMs = 5_000 } = parts
  let now = await prepare(wish, parts, steps, signal)
  for (let isFirst = true; ; isFirst = false) {
    const { server, mods, install, modsDir } = now
    const since = performance.now()
    if (!(mods instanceof Failure) && mods.length === 0) steps.become('files', 'skipped')
    else
      await step(
        steps,
        'files',
        () => readyFiles(mods, wish, parts, signal),
        (failure) => isIgnored(failure, wish),
      )
    if (performance.now() - since <= longCheckMs && parts.modsDir() === modsDir) return now
    now = await prepare(wish, parts, steps, signal, server)
    const isSame = now.mods.toString() === mods.toString() && now.install?.path === install?.path
    if (!isFirst && isSame && now.modsDir === modsDir) return now
  }
}

async function run(wish: JoinWish, parts: JoinParts, steps: JoinSteps, signal: AbortSignal) {
  const { server, install, plan, odd } = await prepareAndCheck(wish, parts, steps, signal)
  steps.at = 'start'
  const kicked = plan.way === 'link' ? [] : await untilAborted(parts.kicked(server, install), signal)
  const doubts = [...startDoubts(plan, parts), ...serverDoubts(server, kicked, parts), ...odd]
  const unknown = doubts.find((doubt) => !isIgnored(doubt, wish))
  if (unknown) throw unknown
  signal.throwIfAborted()
  if (wish.voice) await step(steps, 'voice', parts.openVoice, () => true)
  else steps.become('voice', 'skipped')

  signal.throwIfAborted() // a later cancel cannot stop the start
  await step(steps, 'start', () => parts.start(plan, server))
  if (doubts[0]) steps.become('start', 'warned', doubts[0])
  if (plan.way === 'link') return 'started' // another game, which is not watched
  parts.game.noteStart()
  await step(steps, 'playing', () => parts.game.awaitGame(signal))
  return 'playing'
}

/**
 * Joins a server: quick check of the files → voice → start → playing. Every failure is reported at its step. The promise rejects only
 * after a cancel or for a bug.
 */
export async function join(
  wish: JoinWish,
  parts: JoinParts,
  signal: AbortSignal,
  report: (progress: JoinProgress) => void,
): Promise<JoinResult> {
  const steps = new JoinSteps(report)
  try {
    const outcome = await run(wish, parts, steps, signal)
    return { outcome, steps: steps.end(), anywayPossible: false }
  } catch (error) {
    signal.throwIfAborted() // its reason may be a Failure too, which is not that of a step
    if (!isFailure(error)) throw error
    return { outcome: 'stopped', steps: steps.end(error), anywayPossible: isPassable(error) }
  }
}
