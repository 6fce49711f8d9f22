import { join } from 'node:path'
import { type Holder, holderOf, plainFs, takeLock } from '../../lib/index.ts'

/** The key of a mod's lock. It is the same for all paths to the mod's folder. */
async function lockOf(gameDir: string, modFolder: string): Promise<string> {
  const real = await plainFs.promises
    .realpath(join(gameDir, modFolder))
    .catch(async () => join(await plainFs.promises.realpath(gameDir).catch(() => gameDir), modFolder))
  return `repair ${real.toLowerCase()}`
}

/**
 * Locks a mod's folder for this process, because the app and the command line must not write the same part files. Returns the function that
 * unlocks it, or undefined if another process has the lock.
 */
export async function lockMod(gameDir: string, modFolder: string): Promise<(() => void) | undefined> {
  return takeLock(await lockOf(gameDir, modFolder))
}

export const whoHasMod = async (gameDir: string, modFolder: string): Promise<Holder> =>
  holderOf(await lockOf(gameDir, modFolder))

/**
 * Reserves a mod in this process (`hold`) and locks it for other processes. Returns the function that releases both, or undefined if either
 * is already taken.
 */
export async function takeMod(
  hold: () => Promise<(() => void) | undefined>,
  gameDir: string,
  modFolder: string,
): Promise<(() => void) | undefined> {
  const release = await hold()
  if (!release) return undefined
  const unlock = await lockMod(gameDir, modFolder).catch((error: unknown) => {
    release()
    throw error
  })
  if (!unlock) release()
  return unlock && (() => (unlock(), release()))
}
