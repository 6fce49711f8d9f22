import { opendir } from 'node:fs/promises'
import { Failure } from '../../src-preload/contract/failure.ts'
import { errnoOf } from '../lib/index.ts'

/** Tells whether the game folder is there and can be listed. @throws Failure `game-dir-not-chosen`, `game-dir-unusable` */
export async function usableDir(path: string | undefined): Promise<string> {
  if (path === undefined) throw new Failure('game-dir-not-chosen', {})
  try {
    await (await opendir(path)).close()
    return path
  } catch (error) {
    throw new Failure('game-dir-unusable', { path, errno: errnoOf(error) || 'EIO' })
  }
}
