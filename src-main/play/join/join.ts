import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import type {
  GameInstall,
  InstallWarning,
  JoinProgress,
  JoinResult,
  JoinStepId,
  ServerLive,
} from '../../../src-preload/contract/play.ts'
import type { GameWatch } from '../game-watch.ts'
import type { LaunchPlan } from '../launch/plan.ts'
import type { ModCheck, PlayServer } from '../ports.ts'
import { seatsOf } from '../servers.ts'
import { isPassable, JoinSteps } from './steps.ts'

/** The parts of a join. Each throws its own Failure. */
export interface JoinParts {
  /** @throws Failure `server-gone`, `servers-unknown` */
  server(serverId: number): Promise<PlayServer>
  install(): Promise<GameInstall | undefined>
  warnings(): readonly InstallWarning[]
  /** Plans the start and changes nothing. `leaveOut`: without refused mod folders. */
  plan(server: PlayServer | undefined, install: GameInstall | undefined, leaveOut: boolean): Promise<LaunchPlan>
  /** The ids of the community's mods that the server loads. @throws Failure if they are unknown */
  modsOf(server: PlayServer, signal: AbortSignal): Promise<readonly number[]>
  checkMod(modId: number, signal: AbortSignal, whole?: boolean): Promise<ModCheck>
  /** As in `PlayPorts`. */
  bringUp(modIds: readonly number[], signal: AbortSignal): Promise<boolean>
  /** Opens voice. @throws Failure `voice-client-missing`, `voice-not-known`, `link-not-opened`, `server-field-refused` */
  openVoice(): Promise<void>
  start(plan: LaunchPlan): Promise<void>
  /** The player's own mods that the server would kick for. */
  kicked(server: PlayServer, install: GameInstall | undefined): Promise<readonly string[]>
  /** The server's own answer, at most a minute old. Sends no query. */
  live(serverId: number): ServerLive | undefined
  game: GameWatch
  /** How long the game may take to appear. */
  gameTimeoutMs: number
  /** After a check that took longer than this, the server's record is read again. */
  longCheckMs: number
  /** Called after each start, even of another game or without a server. */
  started(server: PlayServer | undefined): void
}

export interface JoinWish {
  serverId: number
  /** Goes on after each failure that the player may ignore. */
  anyway: boolean
  /** The failure that the player was told of before. */
  despite?: 'server-offline' | 'mods-not-ready'
  /** Brings the files of the server's mods up to date first. */
  bringUp?: boolean
  voice: boolean
}

class Stop extends Error {
  readonly passable: boolean
  constructor(passable: boolean) {
    super('stopped')
    this.passable = passable
  }
}

/** Of mods that are not ready, the player was told only of an update that is not here yet. */
const isKnown = ({ anyway, despite }: JoinWish, failure: Failure) =>
  anyway || (failure.code === despite && !(failure.is('mods-not-ready') && !failure.facts.isOld))

/** Runs one step. A failure stops the join, unless `wish` is given and goes on after it. */
async function step(steps: JoinSteps, id: JoinStepId, work: () => Promise<void>, wish?: JoinWish): Promise<void> {
  steps.become(id, 'running')
  try {
    await work()
    steps.become(id, 'done')
  } catch (error) {
    if (!isFailure(error)) throw error
    const passable = isPassable(error)
    if (!wish || !isKnown(wish, error) || !passable) {
      steps.become(id, 'failed', error)
      throw new Stop(passable)
    }
    steps.become(id, 'warned', error)
  }
}

/** What a check found of a mod: why it is not ready, and whether a repair may change that. */
interface Looked {
  modId: number
  failure?: Failure
  isDue: boolean
}

/** Checks a mod, and reads the files that no check has read yet. The player sees every failure of a check as `mods-unchecked`. */
async function look(modId: number, parts: JoinParts, signal: AbortSignal): Promise<Looked> {
  try {
    const quick = await parts.checkMod(modId, signal)
    const check = quick.ready || quick.problems > 0 ? quick : await parts.checkMod(modId, signal, true)
    if (check.ready) return { modId, isDue: false }
    const { mod, problems, why } = check
    return { modId, failure: new Failure('mods-not-ready', { mod, problems, isOld: why === 'outdated' }), isDue: true }
  } catch (error) {
    signal.throwIfAborted()
    if (!isFailure(error)) throw error
    // while a mod is worked on it cannot be checked, and the join waits for the end of that work
    return { modId, failure: new Failure('mods-unchecked', { why: error.code }), isDue: error.is('mod-busy') }
  }
}

async function lookAtAll(mods: readonly number[], parts: JoinParts, signal: AbortSignal): Promise<Looked[]> {
  const all: Looked[] = []
  for (const modId of mods) all.push(await look(modId, parts, signal))
  return all
}

/** Brings mods up. True: all must be checked again. A mod that is busy with something else stays as it was found. */
const bringUp = (due: readonly Looked[], parts: JoinParts, signal: AbortSignal): Promise<boolean> =>
  parts
    .bringUp(
      due.map(({ modId }) => modId),
      signal,
    )
    .catch((error: unknown) => {
      const isBusy = isFailure(error) && (error.is('repair-busy') || error.is('repair-not-checked'))
      if (isBusy && due.some(({ failure }) => failure?.is('mods-unchecked'))) return false
      throw error
    })

/** Why the mods stop a join. First all that are not ready, by name, since "join anyway" goes on over all of them. */
function failureOf(looked: readonly Looked[], isMeant: (failure: Failure) => boolean): Failure | undefined {
  const failures = looked.flatMap(({ failure }) => failure ?? []).filter(isMeant)
  const unready = failures.flatMap((failure) => (failure.is('mods-not-ready') ? [failure.facts] : []))
  if (unready.length === 0) return failures[0]
  return new Failure('mods-not-ready', {
    mod: unready.map(({ mod }) => mod).join(', '),
    problems: unready.reduce((sum, { problems }) => sum + problems, 0),
    isOld: unready.every(({ isOld }) => isOld),
  })
}

/**
 * Checks the server's mods, brings them up if wished, and checks all of them again: their lists may have changed during the download.
 * A failure that the player ignores hides no other.
 */
async function readyFiles(mods: Prepared['mods'], wish: JoinWish, parts: JoinParts, signal: AbortSignal) {
  if (mods instanceof Failure) throw mods
  let looked = await lookAtAll(mods, parts, signal)
  const due = looked.filter(({ isDue }) => isDue)
  const mustPass = (some: readonly Looked[]) => {
    const stop = failureOf(some, (failure) => !isKnown(wish, failure))
    if (stop) throw stop
  }
  if (wish.bringUp && due.length > 0) {
    mustPass(looked.filter(({ isDue }) => !isDue))
    if (await bringUp(due, parts, signal)) looked = await lookAtAll(mods, parts, signal)
  }
  mustPass(looked)
  const ignored = failureOf(looked, () => true)
  if (ignored) throw ignored
}

/** Doubts about the start itself, on any server. */
function startDoubts(install: GameInstall | undefined, plan: LaunchPlan, parts: JoinParts): Failure[] {
  const doubts: Failure[] = []
  const seconds = parts.game.startedAgo(parts.gameTimeoutMs)
  if (seconds !== undefined) doubts.push(new Failure('game-starting', { seconds }))
  const other = parts.warnings().find((warning) => warning.kind === 'steam-starts-other')
  if (plan.way === 'steam' && install && other)
    doubts.push(new Failure('wrong-install', { used: install.path, starts: other.starts }))
  return doubts
}

/** Doubts about the server. `kicked`: the player's own mods that it would kick for. */
function serverDoubts(server: PlayServer, kicked: readonly string[], parts: JoinParts): Failure[] {
  const doubts: Failure[] = []
  const live = parts.live(server.id)
  if (!server.online && !live?.answered) doubts.push(new Failure('server-offline', { server: server.name }))
  const seats = seatsOf(server, live)
  if (seats && seats.players >= seats.slots)
    doubts.push(new Failure('server-full', { server: server.name, players: seats.players, slots: seats.slots }))
  if (kicked.length > 0)
    doubts.push(new Failure('own-mods-kick', { server: server.name, mods: kicked.join(', '), count: kicked.length }))
  return doubts
}

async function voiceStep(steps: JoinSteps, parts: JoinParts): Promise<void> {
  steps.become('voice', 'running')
  try {
    await parts.openVoice()
    steps.become('voice', 'done')
  } catch (error) {
    if (!isFailure(error)) throw error
    steps.become('voice', 'warned', error)
  }
}

/** Looks again unless the last look saw that the game is closed, because each look takes time. */
async function refuseRunning({ game }: JoinParts): Promise<void> {
  if (game.state.running !== false && (await game.look()).running) throw new Failure('game-running', {})
}

async function awaitGame({ game, gameTimeoutMs }: JoinParts, signal: AbortSignal): Promise<void> {
  if (!(await game.awaitGame(gameTimeoutMs, signal)))
    throw new Failure('game-not-seen', { seconds: Math.round(gameTimeoutMs / 1000) })
}

/**
 * Starts the game without a server. Settles once the game runs, or Steam has got the link. `anyway`: ignores doubts.
 * @throws Failure of the start, AbortError
 */
export async function startAlone(anyway: boolean, parts: JoinParts, signal: AbortSignal): Promise<void> {
  await refuseRunning(parts)
  const install = await parts.install()
  const plan = await parts.plan(undefined, install, false)
  const [doubt] = startDoubts(install, plan, parts)
  if (doubt && !anyway) throw doubt
  signal.throwIfAborted()
  await parts.start(plan)
  parts.started(undefined)
  if (plan.way === 'link') return
  parts.game.noteStart()
  await awaitGame(parts, signal)
}

async function run(
  wish: JoinWish,
  parts: JoinParts,
  steps: JoinSteps,
  signal: AbortSignal,
): Promise<JoinResult['outcome']> {
  const first = await prepare(wish, parts, steps, signal)
  const since = performance.now()
  if (!(first.mods instanceof Failure) && first.mods.length === 0) steps.become('files', 'skipped')
  else await step(steps, 'files', () => readyFiles(first.mods, wish, parts, signal), wish)
  // During a long check, the server's password, address or state may change, or another program may start the game.
  const isOld = performance.now() - since > parts.longCheckMs
  const { server, mods, install, plan, odd } = isOld ? await prepare(wish, parts, steps, signal, first.server) : first
  const isChecked = mods.toString() === first.mods.toString() && install?.path === first.install?.path
  if (!isChecked) return run(wish, parts, steps, signal)

  const kicked = plan.way === 'link' ? [] : await parts.kicked(server, install)
  const doubts = [...startDoubts(install, plan, parts), ...serverDoubts(server, kicked, parts)]
  const unknown = doubts.find((doubt) => !isKnown(wish, doubt))
  if (unknown) {
    steps.become('start', 'failed', unknown)
    throw new Stop(true)
  }
  signal.throwIfAborted()
  if (wish.voice) await voiceStep(steps, parts)
  else steps.become('voice', 'skipped')

  signal.throwIfAborted() // a later cancel cannot stop the start
  await step(steps, 'start', () => parts.start(plan))
  const [doubt = odd] = doubts
  if (doubt) steps.become('start', 'warned', doubt)
  parts.started(server)
  if (plan.way === 'link') return 'started' // another game, which is not watched
  parts.game.noteStart()
  await step(steps, 'playing', () => awaitGame(parts, signal))
  return 'playing'
}

interface Prepared {
  server: PlayServer
  /** The community's mods that the server loads; why they are unknown. None for a link: they are not of its game. */
  mods: readonly number[] | Failure
  install: GameInstall | undefined
  plan: LaunchPlan
  /** Why the plan leaves mods out. */
  odd: Failure | undefined
}

/**
 * Does everything that can fail and changes nothing. A record with unsafe values stops here. If the service cannot be reached, `known`
 * is used.
 */
async function prepare(
  { serverId, anyway }: JoinWish,
  parts: JoinParts,
  steps: JoinSteps,
  signal: AbortSignal,
  known?: PlayServer,
): Promise<Prepared> {
  const failAt = async <T>(id: JoinStepId, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!isFailure(error)) throw error
      steps.become(error.is('game-not-found') ? 'files' : id, 'failed', error)
      throw new Stop(isPassable(error))
    }
  }
  const server = await failAt('files', () =>
    parts.server(serverId).catch((error: unknown) => {
      if (known && isFailure(error) && error.is('servers-unknown')) return known
      throw error
    }),
  )
  const install = await parts.install()
  let odd: Failure | undefined
  await failAt('start', () => refuseRunning(parts))
  const mods = await modsOf(server, parts, signal) // before the plan, which has the folder of a mod that is new
  const plan = await failAt('start', () =>
    parts.plan(server, install, false).catch((error: unknown) => {
      if (!anyway || !isFailure(error) || !isPassable(error)) throw error
      odd = error
      return parts.plan(server, install, true)
    }),
  )
  return { server, mods: plan.way === 'link' ? [] : mods, install, plan, odd }
}

async function modsOf(server: PlayServer, parts: JoinParts, signal: AbortSignal): Promise<Prepared['mods']> {
  try {
    return await parts.modsOf(server, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!isFailure(error)) throw error
    return new Failure('mods-unchecked', { why: error.code })
  }
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
    steps.end()
    return { outcome, steps: steps.list, anywayPossible: false }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    steps.end()
    return { outcome: 'stopped', steps: steps.list, anywayPossible: error.passable }
  }
}
