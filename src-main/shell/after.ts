/** Calls `run` after `ms`; returns the way to call it off. The rooms' one clock to wait by. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
