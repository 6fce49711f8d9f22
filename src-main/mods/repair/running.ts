import type { RepairOutcome, RepairProgress, RepairState } from '../../../src-preload/contract/repair.ts'
import { createFinder } from './local-copy.ts'
import { createMeter, type Meter } from './meter.ts'
import type { DownloadTools } from './download.ts'
import type { RepairNeeds } from './needs.ts'
import { openPartPool } from './part-pool.ts'
import { openPart } from './part.ts'
import { createGate, createNudge, createThrottle } from './pace.ts'
import { runSession, type RunOptions } from './run-session.ts'
import type { Session } from './session.ts'
import type { SessionHead } from './session-shape.ts'
import { fileUrl, readSource } from './source-url.ts'
import { Trouble } from './trouble.ts'

/** One repair at work. */
export interface Running {
  readonly state: RepairState
  /** Pauses, or goes on. `forGame`: what is paused for the game is the game's, until the player takes it over. */
  pause(paused: boolean, forGame: boolean): void
  /** The game starts or ends. */
  gameRuns(runs: boolean): void
  /** Gives up connections that may be dead, and asks anew where they were. */
  reconnect(): void
  stop(): void
  setLimit(bytesPerSecond: number): void
  /** Settles when it has ended, however. */
  readonly ended: Promise<RepairOutcome | undefined>
}

/** Nothing for this long is a stall. */
const STALL_MS = 30_000
const LOCKED_FOR_MS = 10_000
const TRIES = 6

/** The state of a session that nobody works on. */
export function restingState(
  head: SessionHead,
  phase: 'interrupted' | 'fetching',
  done: ReadonlySet<string>,
): RepairState {
  const { modId, modName, id: sessionId, startedAt } = head
  const meter = createMeter(head.steps, () => 0)
  for (const { path } of head.steps) if (done.has(path)) meter.end(path, true)
  return { modId, modName, sessionId, startedAt, phase, forGame: false, progress: meter.progress(), outcome: null }
}

function aboutSource(head: SessionHead, needs: RepairNeeds): Pick<RunOptions, 'urlOf' | 'listIsCurrent'> {
  const source = readSource(needs.downloadUrl(head.modId), needs.allowHttp)
  return {
    urlOf(path) {
      if (!source.ok) throw new Trouble({ kind: source.refusal })
      return fileUrl(source.base, path)
    },
    async listIsCurrent(signal) {
      const version = await needs.listVersion(head.modId, signal)
      return version === undefined || version === head.listVersion
    },
  }
}

/** Who has closed the gate: what the game has paused goes on after it, unless the player has taken it over meanwhile. */
function createPauser(onChange: () => void) {
  const gate = createGate()
  const nudge = createNudge()
  let forGame = false
  const pause = (paused: boolean, isForGame: boolean) => {
    forGame = paused && isForGame
    if (paused) gate.pause()
    else gate.resume()
    onChange()
  }
  return {
    gate,
    nudge,
    get forGame() {
      return forGame
    },
    pause,
    gameRuns(runs: boolean) {
      if (runs ? gate.paused : !forGame) return
      if (!runs) nudge.give() // whoever was kept waiting for an evening has hung up
      pause(runs, true)
    },
  }
}

type Pauser = ReturnType<typeof createPauser>

/** What a repair works with as long as it runs, besides its session. */
function toolsOf(needs: RepairNeeds, { gate, nudge }: Pauser) {
  const { clock, disk, allowHttp } = needs
  const throttle = createThrottle(clock, needs.limits().bytesPerSecond)
  const pool = needs.partWorkerUrl && openPartPool(needs.partWorkerUrl)
  const tools: DownloadTools = {
    disk,
    clock,
    allowHttp,
    stallMs: STALL_MS,
    tries: TRIES,
    // asked for at each try: after a sleep it is another one
    get dispatcher() {
      return needs.dispatcher
    },
    openPart: pool?.open ?? openPart,
    throttle,
    gate,
    nudge,
  }
  return { tools, close: () => pool?.close() }
}

/** Sets a session to work. `tell` hears every new state. */
export function run(session: Session, gameDir: string, needs: RepairNeeds, tell: () => void): Running {
  const { clock, disk, whoHolds } = needs
  const { head } = session
  const stop = new AbortController()
  let state = restingState(head, 'fetching', new Set())
  const show = (progress: RepairProgress, phase: RepairState['phase'], outcome: RepairOutcome | null = null) => {
    const isPaused = pauser.gate.paused && phase === 'fetching'
    state = { ...state, progress, phase: isPaused ? 'paused' : phase, outcome, forGame: isPaused && pauser.forGame }
    tell()
  }
  const pauser = createPauser(() => {
    if (state.phase === 'fetching' || state.phase === 'paused') show(state.progress, 'fetching')
  })
  const { tools, close } = toolsOf(needs, pauser)
  let last: Meter | undefined

  const work = async (): Promise<RepairOutcome> => {
    const roots = [gameDir, ...(await needs.otherFolders())]
    const fetches = head.steps.flatMap((step) => (step.do === 'set-aside' ? [] : [{ path: step.path, wanted: step }]))
    return runSession(session, {
      gameDir,
      tools,
      patience: { clock, lockedForMs: LOCKED_FOR_MS, whoHolds, signal: stop.signal },
      finder: createFinder(disk, roots, fetches),
      ...aboutSource(head, needs),
      lanes: needs.limits().lanes,
      onProgress(meter, phase) {
        last = meter
        show(meter.progress(), phase)
      },
      signal: stop.signal,
    })
  }
  const finish = async (): Promise<RepairOutcome | undefined> => {
    try {
      const outcome = await work()
      show(last?.progress() ?? state.progress, outcome.stopped === 'by-player' ? 'interrupted' : 'ended', outcome)
      return outcome
    } catch (error) {
      needs.log(`repair ${head.id}`, error)
      show(state.progress, 'interrupted')
      return undefined
    } finally {
      close()
      await session.close().catch(() => undefined)
    }
  }
  return {
    get state() {
      return state
    },
    pause: pauser.pause,
    gameRuns: pauser.gameRuns,
    reconnect: pauser.nudge.give,
    stop: () => stop.abort(),
    setLimit: (bytesPerSecond) => tools.throttle.setLimit(bytesPerSecond),
    ended: finish(),
  }
}
