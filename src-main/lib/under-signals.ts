/**
 * Works under one signal that each of the given ones aborts, and lets go of them when the work is over: one that lives as
 * long as the app would otherwise remember every piece of work that it was ever joined with.
 */
export async function underSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const given = signals.filter((signal) => signal !== undefined)
  const look = () => {
    const aborted = given.find((signal) => signal.aborted)
    if (aborted) own.abort(aborted.reason)
  }
  for (const signal of given) signal.addEventListener('abort', look, { once: true })
  look()
  try {
    return await work(own.signal)
  } finally {
    for (const signal of given) signal.removeEventListener('abort', look)
  }
}
