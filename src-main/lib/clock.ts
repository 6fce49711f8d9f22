import { setTimeout } from 'node:timers/promises'

/** The app's clocks, and its pauses between two attempts. */

export const now = (): Date => new Date()

/** Milliseconds on a clock that never jumps. */
export const steadyNow = (): number => performance.now()

/** Waits `ms`. @throws the signal's reason when it aborts */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {
    throw signal.reason as Error
  })
