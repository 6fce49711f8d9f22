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
  /**
   * What may be relied on now, by a fresh look: what was seen before says nothing of the moment. `null` where the system does not
   * tell and the player has not said that the game is closed.
   */
  sure(): Promise<GameState>
  /** The player says that the game is closed: counts for some minutes where no look succeeds. */
  sayClosed(): void
  /** The game was started from here: what the player said before it counts no more. */
  noteStart(): void
  /** Resolves true once the game runs, false after `patienceMs`. @throws AbortError */
  awaitGame(patienceMs: number, signal: AbortSignal): Promise<boolean>
  close(): void
}

/** So many looks in a row may fail before a game that was seen is no longer believed to run. */
const MOST_FAILED = 20
/** So many looks are tried for one that must be relied on. */
const SURE_LOOKS = 2
/** The player's word that the game is closed counts for so long: one sitting at the repair. */
const WORD_MS = 5 * 60_000

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

/** What is known of the game, look by look. A listing that fails changes nothing, unless none comes for long; until the first one nothing is known. */
function openSight({ platform, names, now }: Pick<WatchParts, 'platform' | 'names' | 'now'>) {
  const wanted = new Set(names.map((name) => name.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''))
  const listeners = new Set<(state: GameState) => void>()
  let state: GameState = { running: null, failed: false }
  let runsFrom: string | undefined
  let looking: Promise<GameState> | undefined
  let failed = 0

  const become = (next: GameState) => {
    state = next
    if (!state.running) runsFrom = undefined
    for (const listener of listeners) listener(state)
  }
  const lose = () => become({ running: null, failed: true })
  const see = async (): Promise<GameState> => {
    const processes = await platform.processes().catch(() => undefined)
    failed = processes ? 0 : failed + 1
    if (!processes) {
      const isNews = state.running ? failed >= MOST_FAILED : state.running === null && !state.failed
      if (isNews) lose()
      return state
    }
    const game = processes.find((process) => isGame(process, wanted))
    if (game && !state.running) {
      runsFrom = game.path ?? (await platform.pathOfProcess(game.names[0] ?? '').catch(() => undefined))
      become({ running: true, since: now().getTime() })
    } else if (!game && state.running !== false) {
      become({ running: false })
    }
    return state
  }
  return {
    listeners,
    state: () => state,
    runsFrom: () => runsFrom,
    hasFailed: () => failed > 0,
    look: () => (looking ??= see().finally(() => (looking = undefined))),
    lose,
  }
}

type Sight = ReturnType<typeof openSight>

/** The player's word that the game is closed, and what may be relied on with it. */
function openWord({ look, hasFailed, state, lose }: Sight, now: () => Date) {
  let closedAt: number | undefined
  const noteStart = () => void (closedAt = undefined)
  const counts = () => closedAt !== undefined && Math.abs(now().getTime() - closedAt) < WORD_MS
  return {
    noteStart,
    sayClosed: () => void (closedAt = now().getTime()),
    async sure(): Promise<GameState> {
      for (let tries = 0; tries < SURE_LOOKS; tries++) {
        const seen = await look()
        if (hasFailed()) continue
        if (seen.running) noteStart() // whatever was said
        return seen
      }
      const last = state()
      if (!counts()) return last.running ? last : { running: null, failed: true }
      if (last.running) lose()
      return { running: false }
    },
  }
}

/** Starts watching. */
export function watchGame(parts: WatchParts): GameWatch {
  const { platform, restMs, eagerMs, now } = parts
  const sight = openSight(parts)
  const { listeners, look } = sight
  const { noteStart, sayClosed, sure } = openWord(sight, now)
  listeners.add(({ running }) => (running ? noteStart() : undefined)) // it is seen to run, whatever was said
  const ticks = ticker(look, platform.listsByProgram ? restMs * SLOW_TIMES : restMs, eagerMs)

  return {
    get state() {
      return sight.state()
    },
    get runsFrom() {
      return sight.runsFrom()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
    sure,
    sayClosed,
    noteStart,
    async awaitGame(patienceMs, signal) {
      signal.throwIfAborted()
      ticks.hurry()
      try {
        return (await look()).running === true || (await firstOf(listeners, patienceMs, signal))
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

/** The watch as those see it who write the game's files: whether it runs as last seen, and by a fresh look (null: nobody can tell). */
export const sightOf = (game: Pick<GameWatch, 'state' | 'sure'>) => ({
  get runs() {
    return game.state.running === true
  },
  sure: async () => (await game.sure()).running,
})
