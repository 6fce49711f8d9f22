/** The app's clocks, and its pauses between two attempts. */

export const now = (): Date => new Date()

/** Milliseconds on a clock that never jumps. */
export const steadyNow = (): number => performance.now()

/** Waits `ms`. @throws the signal's reason when it aborts */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    if (signal.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
