import { dirname } from 'node:path'
import { constants } from 'node:fs'
import { plainFs } from '../../lib/index.ts'
import { errnoOf } from './disk.ts'
import type { Clock } from './pace.ts'
import { LOCKED, Trouble } from './trouble.ts'

/** How to go on when another program holds a file. */
export interface Patience {
  clock: Clock
  /** Milliseconds until the file is given up. */
  lockedForMs: number
  /** Names the program that holds a file, where the system can tell. */
  whoHolds: (path: string) => Promise<string | null>
  signal: AbortSignal
}

/**
 * Does `work` again and again while `path` is held by another program.
 * @throws Trouble `locked` or `no-permission` after the deadline; any other error of `work` at once
 */
export async function persist<T>(path: string, work: () => Promise<T>, patience: Patience): Promise<T> {
  const { clock, signal } = patience
  const until = clock.now() + patience.lockedForMs
  for (let pause = 25; ; pause = Math.min(pause * 2, 500)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!LOCKED.includes(errnoOf(error))) throw error
      if (clock.now() >= until) throw await lockedTrouble(path, errnoOf(error), patience, error)
      await clock.sleep(pause, signal)
    }
  }
}

/** "Access denied" means a held file where the folder may be written, and a missing right where it may not. */
async function lockedTrouble(path: string, errno: string, patience: Patience, cause: unknown): Promise<Trouble> {
  const program = await patience.whoHolds(path)
  const denied = errno === 'EPERM' || errno === 'EACCES'
  if (denied && program === null && !(await mayWrite(dirname(path))))
    return new Trouble({ kind: 'no-permission', errno }, 'none', undefined, { cause })
  return new Trouble({ kind: 'locked', program }, 'none', undefined, { cause })
}

const mayWrite = (folder: string): Promise<boolean> =>
  plainFs.promises.access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
