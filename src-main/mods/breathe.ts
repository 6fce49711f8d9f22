import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest that a loop over a long list holds the thread. */
const SLICE_MS = 6

/** Makes a function for long loops: awaits a turn of the event loop whenever the slice is used up, else does nothing. */
export function breather(): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < until) return undefined
    return nextTurn().then(() => {
      until = performance.now() + SLICE_MS
    })
  }
}

/** Walks a long list in slices, so that nothing else waits. */
export async function inSlices<T>(items: readonly T[], each: (item: T, index: number) => void): Promise<void> {
  const breathe = breather()
  for (let index = 0; index < items.length; index++) {
    each(items[index] as T, index)
    if ((index & 255) === 255) await breathe()
  }
}
