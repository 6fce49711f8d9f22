import { type Disk, dropPart } from './disk.ts'
import type { SafePath } from '../list/index.ts'
import { foldKey } from '../list/index.ts'
import { isSameFolder } from './owner.ts'
import { placeFor } from './place.ts'
import { dropBrokenCopies } from './quarantine.ts'
import { listSessions, openSession, readSession } from './session.ts'
import { type Did, donePaths, type SessionHead } from './session-shape.ts'

/** A repair that did not come to its end. */
export interface Unfinished {
  head: SessionHead
  /** Paths that are done. */
  done: Set<string>
}

/** True for a session that came to its end, or was let go. */
export const hasEnded = (did: readonly Did[]): boolean => did.some(({ w }) => w === 'end')

/** Repairs of a game folder that an earlier run left unfinished: the newest of each mod's folder. */
export async function readUnfinished(disk: Disk, gameDir: string): Promise<Unfinished[]> {
  const found = new Map<string, Unfinished>()
  for (const id of await listSessions(disk, gameDir)) {
    const read = await readSession(disk, gameDir, id)
    if (!read || read.head.kind === 'undo' || hasEnded(read.did)) continue
    const done = donePaths(read.did)
    const folder = foldKey(read.head.modFolder)
    if (!found.has(folder)) found.set(folder, { head: read.head, done })
  }
  return [...found.values()]
}

/**
 * Lets go of the unfinished repairs of a mod's folder, which must be held: part files go, what is in the quarantine stays.
 * @param keep paths whose part files a new repair goes on with
 * @returns what their sources called the bytes of those parts
 */
export async function letGo(
  disk: Disk,
  gameDir: string,
  modFolder: string,
  keep: ReadonlySet<string> = new Set(),
): Promise<Map<SafePath, string>> {
  const validators = new Map<SafePath, string>()
  for (const id of (await listSessions(disk, gameDir)).reverse()) {
    const read = await readSession(disk, gameDir, id)
    if (!read || !isSameFolder(read.head.modFolder, modFolder) || hasEnded(read.did)) continue
    const done = donePaths(read.did)
    for (const did of read.did) if (did.w === 'part' && did.validator) validators.set(did.path, did.validator)
    for (const step of read.head.steps) {
      if (step.do === 'set-aside' || done.has(step.path) || keep.has(step.path)) continue
      const place = await placeFor(disk, gameDir, step.path, false).catch(() => undefined)
      if (place) await dropPart(disk, place.part).catch(() => undefined)
    }
    await dropBrokenCopies(disk, gameDir, id).catch(() => undefined)
    const session = await openSession(disk, gameDir, id)
    await session?.note({ w: 'end', how: 'dismissed' })
    await session?.close()
  }
  for (const path of [...validators.keys()]) if (!keep.has(path)) validators.delete(path)
  return validators
}
