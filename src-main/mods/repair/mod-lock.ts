import { join } from 'node:path'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { Emitter, type Holder, holderOf, plainFs, takeLock } from '../../lib/index.ts'
import { type RepairNeeds, usersOf } from './needs.ts'
import type { SessionMod } from './session.ts'

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

/** The failure of what cannot begin because something else works on a mod. */
export const busyWith = async (gameDir: string, { modName, modFolder }: SessionMod): Promise<Failure> =>
  new Failure('repair-busy', { mod: modName, ...(await whoHasMod(gameDir, modFolder)) })

/** Takes all of these. Returns the function that releases them, or undefined, and none is held, if one of them is already taken. */
export async function takeAll(takes: readonly (() => ReturnType<typeof lockMod>)[]): ReturnType<typeof lockMod> {
  const taken = new Emitter()
  const letGo = () => taken.emit() // releases all, even if one fails
  let isAll = false
  try {
    for (const take of takes) {
      const give = await take()
      if (!give) return undefined
      taken.on(give)
    }
    isAll = true
    return letGo
  } finally {
    if (!isAll) letGo()
  }
}

/**
 * Reserves a folder's mods in this process, and locks the folder for other processes. Returns the function that releases both, or undefined
 * if something is already taken.
 */
export const takeMod = (needs: Pick<RepairNeeds, 'mods' | 'hold'>, gameDir: string, mod: SessionMod) =>
  takeAll([...usersOf(needs, mod).map((modId) => () => needs.hold(modId)), () => lockMod(gameDir, mod.modFolder)])
