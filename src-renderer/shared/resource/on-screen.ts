const refreshers = new Set<() => void>()

/** Adds a function that F5 calls; returns a function that removes it. */
export function onScreen(refresh: () => void): () => void {
  refreshers.add(refresh)
  return () => refreshers.delete(refresh)
}

/** Requests everything on screen again. */
export const refreshScreen = (): void => refreshers.forEach((refresh) => refresh())
