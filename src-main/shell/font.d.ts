/** A font as a `data:` address. */
declare module '*.woff2?inline' {
  const address: string
  export default address
}
