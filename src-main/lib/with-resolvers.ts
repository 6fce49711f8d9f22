/** A promise and the way to settle it. `Promise.withResolvers` itself is not there in Node 20, which the command line runs on. */
export interface Resolvers {
  promise: Promise<void>
  resolve: () => void
}

export function withResolvers(): Resolvers {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
