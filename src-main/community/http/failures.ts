import { isAbort, isFailure, type Failure as AnyFailure, Failure } from '../../../src-preload/contract/failure.ts'

/** Limits of one conversation, in ms. */
export interface Timeouts {
  connectMs: number
  /** From the question to the answer's head. */
  headersMs: number
  /** Between two pieces of the body. */
  stallMs: number
  /** For the body as a whole: what a service that drips runs into. */
  bodyMs: number
}

const offline = new Set(['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EADDRNOTAVAIL'])
const dns = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])
const tls = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/

/** The stable code of an error, also where it is wrapped or one of several (a name with several addresses). */
export function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string' && code !== '' && code !== 'UND_ERR_SOCKET') return code
  const inner = Array.isArray(errors) ? codeOf(errors[0], depth + 1) : codeOf(cause, depth + 1)
  return inner ?? (typeof code === 'string' ? code : undefined)
}

/** An error of the transport as the failure a player can be told. An abort stays what it is. */
export function failureOf(error: unknown, host: string, timeouts: Timeouts, isOnline: () => boolean): unknown {
  if (isFailure(error) || isAbort(error)) return error
  const code = codeOf(error)
  const known = code === undefined ? undefined : failureOfCode(code, host, timeouts, isOnline)
  return known ?? error
}

function failureOfCode(
  code: string,
  host: string,
  timeouts: Timeouts,
  isOnline: () => boolean,
): AnyFailure | undefined {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new Failure('timeout', { host, stage: 'connect', ms: timeouts.connectMs })
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return new Failure('timeout', { host, stage: 'headers', ms: timeouts.headersMs })
  if (code === 'UND_ERR_BODY_TIMEOUT') return new Failure('timeout', { host, stage: 'stall', ms: timeouts.stallMs })
  // what undici says to a redirect that goes in a circle; the question itself is always well formed
  if (code === 'UND_ERR_INVALID_ARG') return new Failure('redirect-refused', { host })
  if (offline.has(code)) return new Failure('offline', { host })
  if (dns.has(code)) return isOnline() ? new Failure('dns', { host }) : new Failure('offline', { host })
  if (tls.test(code)) return new Failure('tls', { host, reason: code })
  if (/^(E[A-Z]+|UND_ERR_|HPE_|Z_|ERR__|ERR_STREAM|ERR_BROTLI|ERR_HTTP)/.test(code))
    return new Failure('connection-lost', { host, errno: code })
  return undefined
}
