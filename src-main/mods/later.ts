/** Does something at first need, and once. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= later(make()))
}

/** Keeps a promise that is awaited later, or never, from being taken for one that nobody cares for. */
export function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
