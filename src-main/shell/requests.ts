import type { ShellRequest } from '../../src-preload/contract/shell.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type NewRequest = WithoutId<ShellRequest>

/** What came from outside and waits for the page. */
export interface Requests {
  add(request: NewRequest): void
  settle(id: number): void
  /** Calls at once and after every change; returns the way to stop. */
  follow(listener: (waiting: readonly ShellRequest[]) => void): () => void
}

/** More than this waiting means that nobody listens; the oldest give way. */
const MOST_WAITING = 20

/** Makes an empty list of waiting requests. */
export function createRequests(): Requests {
  let waiting: readonly ShellRequest[] = []
  let last = 0
  const listeners = new Set<(waiting: readonly ShellRequest[]) => void>()
  const become = (next: readonly ShellRequest[]) => {
    waiting = next
    for (const listener of listeners) listener(waiting)
  }
  return {
    add: (request) => become([...waiting, { ...request, id: ++last }].slice(-MOST_WAITING)),
    settle: (id) => become(waiting.filter((request) => request.id !== id)),
    follow(listener) {
      listeners.add(listener)
      listener(waiting)
      return () => listeners.delete(listener)
    },
  }
}
