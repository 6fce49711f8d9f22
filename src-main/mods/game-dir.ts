import { Failure } from '../../src-preload/contract/failure.ts'
import { errnoOf } from '../lib/index.ts'

/** What the system says against the game folder as a whole; anything else comes back as it is. */
export function asUnusable(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  return errno === '' ? error : new Failure('game-dir-unusable', { path, errno })
}
