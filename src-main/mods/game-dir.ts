import { Failure } from '../../src-preload/contract/failure.ts'
import { errnoOf } from '../lib/index.ts'

/** Names of the system's errors; those of Node's own begin with `ERR_`. */
const ERRNO = /^(?:E[A-Z\d]+|UNKNOWN)$/

/** What the system says against the game folder as a whole; anything else comes back as it is. */
export function asUnusable(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  return ERRNO.test(errno) ? new Failure('game-dir-unusable', { path, errno }) : error
}
