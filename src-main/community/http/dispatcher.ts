import { Agent, type Dispatcher, interceptors } from 'undici'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { Timeouts } from './failures.ts'

const CONNECTIONS = 6
const KEEP_ALIVE_MS = 30_000
const MAX_REDIRECTIONS = 3

/** Refuses every request to another origin: a redirect may not take a question (whose path may be a secret) elsewhere. */
const sameOrigin =
  (origin: string, host: string): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    if (options.origin !== undefined && new URL(options.origin).origin !== origin)
      throw new Failure('redirect-refused', { host })
    return dispatch(options, handler)
  }

/** Pooled keep-alive connections to one origin, that follow redirects within it only. */
export function createDispatcher(origin: string, timeouts: Timeouts): Dispatcher {
  return new Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.stallMs,
  }).compose(sameOrigin(origin, new URL(origin).host), interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }))
}
