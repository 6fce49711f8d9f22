const refreshers = new Set<() => void>()

/** Joins what F5 refreshes; returns the way out. */
export function onScreen(refresh: () => void): () => void {
  refreshers.add(refresh)
  return () => refreshers.delete(refresh)
}

/** Asks the service anew for all that is on screen. */
export const refreshScreen = (): void => refreshers.forEach((refresh) => refresh())
