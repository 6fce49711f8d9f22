/** How a conversation with a service can fail. Facts never hold a path: it may carry a secret. `host` is with its port. */
export interface NetworkFailures {
  /** This computer has no way to the network. */
  offline: { host: string }
  /** The host's name is not known. */
  dns: { host: string }
  /** The host does not prove who it is; `reason` is the certificate's error code. */
  tls: { host: string; reason: string }
  /** Took too long: to connect, to begin the answer, between two pieces of it, or as a whole. */
  timeout: { host: string; stage: 'connect' | 'headers' | 'stall' | 'body'; ms: number }
  /** Refused or cut; `errno` such as `ECONNREFUSED`. */
  'connection-lost': { host: string; errno: string }
  /** An answer with a status that is no success. */
  'http-status': { host: string; status: number }
  /** A redirect to another origin or too many of them; never followed. */
  'redirect-refused': { host: string }
  /** The answer is no JSON. */
  'not-json': { host: string; contentType: string }
  /** JSON, but not what this address should say. */
  'wrong-shape': { host: string; reason: string }
  /** The answer took too long, or too much memory, to read. */
  unreadable: { host: string }
  /** The answer is larger than allowed, or gives more than can be shown. */
  'too-large': { host: string; limitBytes: number }
  /** The service knows no such thing (404, 410, or an empty answer for a single thing). */
  gone: { host: string }
}
