import { join } from 'node:path'
import { type Holder, holderOf, plainFs, takeLock } from '../../lib/index.ts'

/** Where a mod's folder is locked, by whatever way to it. */
async function lockOf(gameDir: string, modFolder: string): Promise<string> {
  const real = await plainFs.promises
    .realpath(join(gameDir, modFolder))
    .catch(async () => join(await plainFs.promises.realpath(gameDir).catch(() => gameDir), modFolder))
  return `repair ${real.toLowerCase()}`
}

/**
 * Locks a mod's folder for this process: the app and the command line must not write the same part files. Gives the way to
 * let go, or undefined where another process has it.
 */
export async function lockMod(gameDir: string, modFolder: string): Promise<(() => void) | undefined> {
  return takeLock(await lockOf(gameDir, modFolder))
}

/** Names the process that has a mod. */
export const whoHasMod = async (gameDir: string, modFolder: string): Promise<Holder> =>
  holderOf(await lockOf(gameDir, modFolder))

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
