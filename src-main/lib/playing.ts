/** Whether the game runs: while it does, the app goes quiet. */
export interface Playing {
  readonly now: boolean
  /** Hears each change; returns the way to stop. */
  onChange(listener: (playing: boolean) => void): () => void
}

/** Time, passed in. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns the way to call it off. */
  after(ms: number, run: () => void): () => void
}

/** The real time. Its timers keep no process alive. */
export const realTiming: Timing = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** While the game runs, what the app does by itself takes this many times as long. */
export const SLOW_TIMES = 6

/**
 * Does something again and again, first after `everyMs`; slowly while the game runs, and what came due meanwhile at once
 * when it ends. Returns the way to stop.
 */
export function inRhythm(everyMs: number, work: () => void, playing: Playing, timing: Timing = realTiming): () => void {
  let last = timing.now()
  let callOff = () => undefined as void
  const plan = () => {
    callOff()
    const due = last + everyMs * (playing.now ? SLOW_TIMES : 1)
    callOff = timing.after(Math.max(0, due - timing.now()), () => {
      last = timing.now()
      plan()
      work()
    })
  }
  const stopHearing = playing.onChange(plan)
  plan()
  return () => {
    stopHearing()
    callOff()
  }
}
