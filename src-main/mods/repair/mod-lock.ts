import { join } from 'node:path'
import { plainFs, takeLock } from '../../lib/index.ts'

/**
 * Locks a mod's folder for this process: the app and the command line must not write the same part files. Gives the way to
 * let go, or undefined where another process has it.
 */
export async function lockMod(gameDir: string, modFolder: string): Promise<(() => void) | undefined> {
  const folder = join(gameDir, modFolder)
  const real = await plainFs.promises
    .realpath(folder)
    .catch(async () => join(await plainFs.promises.realpath(gameDir).catch(() => gameDir), modFolder))
  return takeLock(`repair ${real.toLowerCase()}`)
}

/**
 * Takes a mod in this process (`hold`) and from every other one. Gives the way to let go of both, or undefined where either is
 * taken already.
 */
export async function takeMod(
  hold: () => Promise<(() => void) | undefined>,
  gameDir: string,
  modFolder: string,
): Promise<(() => void) | undefined> {
  const release = await hold()
  if (!release) return undefined
  let unlock: (() => void) | undefined
  try {
    unlock = await lockMod(gameDir, modFolder)
  } finally {
    if (!unlock) release()
  }
  const both = unlock
  return both && (() => (both(), release()))
}
