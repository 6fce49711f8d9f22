import type { GameState } from '../../src-preload/contract/play.ts'
import { SLOW_TIMES } from '../lib/index.ts'
import type { GamePlatform, RunningProcess } from './platform/index.ts'

/** What the watch needs. */
export interface WatchParts {
  platform: GamePlatform
  /** Names of the game's own process. */
  names: readonly string[]
  now: () => Date
  /** Between two looks at rest, ms; longer where a look starts a program. */
  restMs: number
  /** Between two looks while a start is awaited, ms. */
  eagerMs: number
}

/** Sees whether the game runs, by its real process. */
export interface GameWatch {
  readonly state: GameState
  /** The running game's program, absolute, if the system tells. */
  readonly runsFrom: string | undefined
  /** Hears each change; returns the way to stop. */
  onChange(listener: (state: GameState) => void): () => void
  /** Looks now. */
  look(): Promise<GameState>
  /** Resolves true once the game runs, false after `patienceMs`. @throws AbortError */
  awaitGame(patienceMs: number, signal: AbortSignal): Promise<boolean>
  close(): void
}

/** So many looks in a row may fail before a game that was seen is no longer believed to run. */
const MOST_FAILED = 20

const isGame = (process: RunningProcess, names: ReadonlySet<string>) =>
  process.names.some((name) => names.has(name.toLowerCase()))

/** Looks at fixed distances, closer while a start is awaited. The timer keeps nothing alive. */
function ticker(look: () => Promise<unknown>, restMs: number, eagerMs: number) {
  let timer: NodeJS.Timeout | undefined
  let eager = 0
  let closed = false
  const plan = () => {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void look().finally(plan), eager > 0 ? eagerMs : restMs)
    timer.unref()
  }
  void look().finally(plan)
  return {
    hurry() {
      eager++
      plan()
    },
    rest: () => eager--,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Starts watching. A listing that fails changes nothing, unless none comes for long. */
export function watchGame({ platform, names, now, restMs, eagerMs }: WatchParts): GameWatch {
  const wanted = new Set(names.map((name) => name.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''))
  const listeners = new Set<(state: GameState) => void>()
  let state: GameState = { running: false }
  let runsFrom: string | undefined
  let looking: Promise<GameState> | undefined
  let failed = 0

  const become = (next: GameState) => {
    state = next
    for (const listener of listeners) listener(state)
  }
  const see = async (): Promise<GameState> => {
    const processes = await platform.processes().catch(() => undefined)
    failed = processes ? 0 : failed + 1
    if (!processes && failed < MOST_FAILED) return state
    const game = processes?.find((process) => isGame(process, wanted))
    if (game && !state.running) {
      runsFrom = game.path ?? (await platform.pathOfProcess(game.names[0] ?? '').catch(() => undefined))
      become({ running: true, since: now().getTime() })
    } else if (!game && state.running) {
      runsFrom = undefined
      become({ running: false })
    }
    return state
  }
  const look = () => (looking ??= see().finally(() => (looking = undefined)))
  const ticks = ticker(look, platform.listsByProgram ? restMs * SLOW_TIMES : restMs, eagerMs)

  return {
    get state() {
      return state
    },
    get runsFrom() {
      return runsFrom
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
    async awaitGame(patienceMs, signal) {
      signal.throwIfAborted()
      ticks.hurry()
      try {
        return (await look()).running || (await firstOf(listeners, patienceMs, signal))
      } finally {
        ticks.rest()
      }
    },
    close() {
      ticks.close()
      listeners.clear()
    },
  }
}

/** True at the first state that runs, false when time is up. */
function firstOf(
  listeners: Set<(state: GameState) => void>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted() // it may have come while we looked
    const end = (settle: () => void) => {
      clearTimeout(timer)
      listeners.delete(hear)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const hear = (state: GameState) => {
      if (state.running) end(() => resolve(true))
    }
    const stop = () => end(() => reject(new DOMException('cancelled', 'AbortError')))
    const timer = setTimeout(() => end(() => resolve(false)), patienceMs)
    signal.addEventListener('abort', stop, { once: true })
    listeners.add(hear)
  })
}
