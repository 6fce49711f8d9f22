import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import { errnoOf, isMissing } from '../../lib/index.ts'

/** Names of the system's errors. The names of Node's own errors begin with `ERR_`. */
const ERRNO = /^(?:E[A-Z\d]+|UNKNOWN)$/

/** Turns a system error into the failure of the whole game folder. Returns any other error unchanged. */
export function asUnusable(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  return ERRNO.test(errno) ? new Failure('game-dir-unusable', { path, errno }) : error
}

/** For `catch`: throws {@link asUnusable}. */
export const orUnusable = (path: string) => (error: unknown) => {
  throw asUnusable(error, path)
}

/** True if the game folder is gone. A folder that cannot be listed, or whose disk does not answer, may still exist. */
export const isGameDirGone = (error: unknown): boolean =>
  isFailure(error) && error.is('game-dir-unusable') && isMissing(error.facts.errno)
