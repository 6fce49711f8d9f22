declare module '*.woff2?inline' {
  /** A `data:` address. */
  const address: string
  export default address
}
