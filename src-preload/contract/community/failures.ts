/** Failures of a request. Facts never contain a path, because it may contain a secret. `host` includes the port. */
export interface NetworkFailures {
  offline: { host: string }
  dns: { host: string }
  /** The host's certificate is not valid. `reason` is its error code. */
  tls: { host: string; reason: string }
  /** A step took too long: connecting, the start of the answer, the wait between two pieces of it, or the whole answer. */
  timeout: { host: string; stage: 'connect' | 'headers' | 'stall' | 'slow' | 'body'; ms: number }
  /** The connection was refused or broke. `errno` such as `ECONNREFUSED`. */
  'connection-lost': { host: string; errno: string }
  'http-status': { host: string; status: number }
  /** A redirect to another origin, which is never followed, or too many redirects. */
  'redirect-refused': { host: string }
  'not-json': { host: string; contentType: string }
  /** The answer is JSON, but not of this address's shape. */
  'wrong-shape': { host: string; reason: string }
  /** Reading the answer took too much time or memory. */
  unreadable: { host: string }
  /** The answer is larger than allowed, or has more entries than the app can show. */
  'too-large': { host: string; limitBytes: number }
  /** The requested thing does not exist (404, 410, or an empty answer for a single thing). */
  gone: { host: string }
}
