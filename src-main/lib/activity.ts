import { Emitter } from './emitter.ts'

/** Whether the game runs. The app is quiet while it runs. */
export interface Playing {
  readonly now: boolean
  /** Calls the listener at each change. Returns the function that stops it. */
  onChange(listener: (playing: boolean) => void): () => void
}

export interface Timing {
  now(): number
  /** Runs once after `ms`. Returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Runs once after `ms`, unless the process ends earlier. Returns the function that cancels it. */
export const after: Timing['after'] = (ms, run) => {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

const realTiming: Timing = { now: () => Date.now(), after }

/** The app's own timers take this many times as long while the game runs. */
export const SLOW_TIMES = 6

/**
 * Runs `work` every `everyMs`: less often while the game runs, and at once after the game if it is due by then. Returns the function
 * that stops it.
 */
export function inRhythm(everyMs: number, work: () => void, playing: Playing, timing: Timing = realTiming): () => void {
  let last = timing.now()
  let cancel = () => undefined as void
  const plan = () => {
    cancel()
    const pace = everyMs * (playing.now ? SLOW_TIMES : 1)
    const passed = Math.max(0, timing.now() - last) // the clock may be set back
    cancel = timing.after(Math.max(0, pace - passed), () => {
      last = timing.now()
      plan()
      work()
    })
  }
  const stopListening = playing.onChange(plan)
  plan()
  return () => {
    stopListening()
    cancel()
  }
}

/** Counts the work that the end of the app must not interrupt: a transfer, a join, a check, a repair. */
export function countWork() {
  const changed = new Emitter()
  const others: (() => boolean)[] = []
  let running = 0
  return {
    get isBusy(): boolean {
      return running > 0 || others.some((isBusy) => isBusy())
    },
    /** Calls the listener when work begins or ends. Returns the function that stops it. */
    onChange: changed.on,
    /** Runs `run`, and counts it as work until it settles. */
    async during<T>(run: () => Promise<T>): Promise<T> {
      running++
      changed.emit()
      try {
        return await run()
      } finally {
        running--
        changed.emit()
      }
    },
    /** Counts other work while `isBusy` says so. `onChange` calls its listener when that may have changed. */
    follow(isBusy: () => boolean, onChange: (listener: () => void) => unknown): void {
      others.push(isBusy)
      onChange(() => changed.emit())
    },
  }
}

export type Work = ReturnType<typeof countWork>
