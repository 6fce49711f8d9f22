import { networkInterfaces } from 'node:os'
import { errors } from 'undici'
import { Failure, isAbort, isFailure } from '../../src-preload/contract/failure.ts'

/** Limits of one request, in ms. */
export interface Timeouts {
  connectMs: number
  /** From the request to the answer's headers. */
  headersMs: number
  /** Between two pieces of the body. */
  stallMs: number
  /** Over this much waiting time, a body must reach a minimum average speed. */
  slowMs: number
  /** For a whole body of up to 4 MiB. It also stops a server that sends a few bytes now and then. */
  bodyMs: number
}

/** The facts about a request that its failure contains. */
export interface RequestFacts {
  host: string
  timeouts: Pick<Timeouts, 'connectMs' | 'headersMs'>
  isOnline: () => boolean
}

/** True if this computer has a network address besides loopback. */
export const hasNetwork = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))

const timeout =
  (stage: 'connect' | 'headers') =>
  (_: string, { host, timeouts }: RequestFacts) =>
    new Failure('timeout', { host, stage, ms: timeouts[`${stage}Ms`] })

/** Maps the network's error codes to failures. The first match counts. A code that matches none is a bug. */
const table: readonly [RegExp, (code: string, facts: RequestFacts) => Failure][] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, timeout('connect')],
  [/^UND_ERR_HEADERS_TIMEOUT$/, timeout('headers')],
  [
    // with a network, only this host cannot be reached: for example, one of its addresses is IPv6 and the network is not
    /^(ENETUNREACH|ENETDOWN|EHOSTUNREACH|EADDRNOTAVAIL)$/,
    (errno, { host, isOnline }) =>
      isOnline() ? new Failure('connection-lost', { host, errno }) : new Failure('offline', { host }),
  ],
  [
    /^(ENOTFOUND|EAI_(AGAIN|FAIL|NODATA|NONAME))$/,
    (_, { host, isOnline }) => new Failure(isOnline() ? 'dns' : 'offline', { host }),
  ],
  [
    /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_|INVALID_|PATH_LENGTH_|UNSPECIFIED|ERROR_IN_|CRL_)/,
    (reason, { host }) => new Failure('tls', { host, reason }),
  ],
  [
    /^(E[A-Z]+|UNKNOWN|UND_ERR_|HPE_|Z_|ERR__|ERR_STREAM|ERR_BROTLI|ERR_HTTP)/,
    (errno, { host }) => new Failure('connection-lost', { host, errno }),
  ],
]

/** The code of an error, even if the error is wrapped or one of several (a name with several addresses). */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  if (error instanceof errors.HTTPParserError) return error.code ?? 'HPE_INVALID' // undici often sets no code
  const { code, cause, errors: several } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string' && code !== '' && code !== 'UND_ERR_SOCKET') return code
  const inner = Array.isArray(several) ? codeOf(several[0], depth + 1) : codeOf(cause, depth + 1)
  return inner ?? (typeof code === 'string' ? code : undefined)
}

/** Turns a network error into a failure that the player can see. Returns failures, aborts and bugs unchanged. */
export function networkFailure(error: unknown, facts: RequestFacts): unknown {
  if (isFailure(error) || isAbort(error)) return error
  const code = codeOf(error) ?? ''
  const row = table.find(([codes]) => codes.test(code))
  return row ? row[1](code, facts) : error
}

/** True if a `tls` failure is about the certificate. Otherwise the server broke off the handshake, or does not use TLS. */
export const isOfCertificate = (reason: string): boolean => !/^(EPROTO|ERR_SSL_)/.test(reason)

/** A network failure in one word, for a short line: a status, an errno or the failure's code. */
export function reasonOf(error: unknown): string {
  if (!isFailure(error)) return codeOf(error) ?? 'no-answer'
  if (error.is('http-status')) return String(error.facts.status)
  if (error.is('gone')) return '404'
  if (error.is('connection-lost')) return error.facts.errno
  if (error.is('tls')) return error.facts.reason
  return error.is('timeout') ? 'no-answer' : error.code
}
