import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Disk, dropPart, errnoOf, syncFolder, whatIsAt } from './disk.ts'
import { isPartName, partNameOf } from '../list/index.ts'
import { persist, type Patience } from './persist.ts'
import { Trouble } from './trouble.ts'

/** Errno names of a file system, or a border between two, that knows no second name for a file. */
const NO_LINK = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EACCES', 'EINVAL']

/** How the former file was kept: under a second name, moved away, or copied. */
type Kept = 'linked' | 'moved' | 'copied'

/** True for two looks at one file, be it by two names. */
export const sameFile = (a: Stats | undefined, b: Stats | undefined): boolean =>
  a !== undefined && b !== undefined && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev

/** Refuses what is not a file where one is to be kept: a folder is never moved as if it were one. */
function mustBeFile(stats: Stats): void {
  if (!stats.isFile() && !stats.isSymbolicLink()) throw new Trouble({ kind: 'in-the-way' })
}

/** Puts `from` to the free name `to`; never over a file. On one volume; across volumes fails with EXDEV. */
async function moveToFree(disk: Disk, from: string, to: string, patience: Patience): Promise<void> {
  const linked = await disk.link(from, to).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === 'EXDEV' || !NO_LINK.includes(errnoOf(error))) throw error
      return false
    },
  )
  if (linked) return persist(from, () => disk.unlink(from), patience) // its bytes have the other name now
  if (await whatIsAt(disk, to)) throw new Trouble({ kind: 'in-the-way' })
  await persist(from, () => disk.rename(from, to), patience)
}

/**
 * Copies across volumes to the free name `to`: durable and equal by digest before it counts. `from` must not change meanwhile.
 * It grows as a part file, so that one which breaks off is no former file of anybody's and stands in no later one's way.
 */
export async function copyChecked(disk: Disk, from: string, to: string, patience: Patience): Promise<void> {
  const name = basename(to)
  const part = isPartName(name) ? to : join(dirname(to), partNameOf(name))
  await dropPart(disk, part)
  try {
    await copyTo(disk, from, part)
    if (part !== to) {
      if (await whatIsAt(disk, to)) throw new Trouble({ kind: 'in-the-way' })
      await persist(part, () => disk.rename(part, to), patience)
    }
  } catch (error) {
    await dropPart(disk, part).catch(() => undefined)
    throw error
  }
  await syncFolder(disk, dirname(to))
}

async function copyTo(disk: Disk, from: string, to: string): Promise<void> {
  const before = await disk.stat(from)
  const target = await disk.open(to, 'wx')
  try {
    const source = await disk.open(from, 'r')
    try {
      const [read, buffer] = [createHash('sha256'), Buffer.allocUnsafe(1 << 20)]
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, null)
        if (bytesRead === 0) break
        read.update(buffer.subarray(0, bytesRead))
        await target.writeFile(buffer.subarray(0, bytesRead))
      }
      await target.sync()
      const written = await digestOf(disk, to, 'sha256')
      const after = await disk.stat(from)
      const still = after.size === before.size && after.mtimeMs === before.mtimeMs
      if (!still || written !== read.digest('hex')) throw new Trouble({ kind: 'memory-or-disk' })
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}

/** The digest of a whole file, lower-case hex. */
export async function digestOf(disk: Disk, path: string, algorithm: string, signal?: AbortSignal): Promise<string> {
  const handle = await disk.open(path, 'r')
  try {
    const [hash, buffer] = [createHash(algorithm), Buffer.allocUnsafe(1 << 20)]
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/**
 * Moves a player's file to its place in the quarantine. Across volumes it is copied, checked by digest, and only then
 * taken away. `to` must be free and its folder must exist.
 */
export async function moveAside(disk: Disk, from: string, to: string, patience: Patience): Promise<void> {
  const stats = await disk.lstat(from)
  mustBeFile(stats)
  try {
    await moveToFree(disk, from, to, patience)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    await copyChecked(disk, from, to, patience)
    await persist(from, () => disk.unlink(from), patience)
  }
  await syncFolder(disk, dirname(to))
}

/** Sees to it that the file at `target` is kept at `to` before another one takes its name. */
async function keepFormer(disk: Disk, target: string, to: string, patience: Patience): Promise<Kept> {
  try {
    await disk.link(target, to)
    await syncFolder(disk, dirname(to))
    return 'linked'
  } catch (error) {
    if (!NO_LINK.includes(errnoOf(error))) throw error
    if (errnoOf(error) === 'EXDEV') {
      await copyChecked(disk, target, to, patience)
      return 'copied'
    }
  }
  if (await whatIsAt(disk, to)) throw new Trouble({ kind: 'in-the-way' })
  await persist(target, () => disk.rename(target, to), patience)
  await syncFolder(disk, dirname(to))
  return 'moved'
}

/**
 * Gives the file at `fresh` the name `target`. What stood there is in the quarantine first, at the free name `to`;
 * where the disk knows hard links the name is never empty. If the last step fails, all is as before.
 * @returns true if a former file was kept
 */
export async function putInPlace(
  disk: Disk,
  fresh: string,
  target: string,
  to: string,
  patience: Patience,
): Promise<boolean> {
  const former = await whatIsAt(disk, target)
  if (!former) {
    await persist(target, () => disk.rename(fresh, target), patience)
    await syncFolder(disk, dirname(target))
    return false
  }
  mustBeFile(former)
  const kept = await keepFormer(disk, target, to, patience)
  try {
    await persist(target, () => disk.rename(fresh, target), patience)
  } catch (error) {
    await putBack(disk, target, { to, kept, former })
    throw error
  }
  await syncFolder(disk, dirname(target))
  return true
}

async function putBack(
  disk: Disk,
  target: string,
  { to, kept, former }: { to: string; kept: Kept; former: Stats },
): Promise<void> {
  const stands = await whatIsAt(disk, target)
  // the very file that the copy was made of still stands there as it was
  if (kept === 'copied' && sameFile(stands, former) && stands?.mtimeMs === former.mtimeMs) return disk.unlink(to)
  if (kept === 'moved' && !stands) return disk.rename(to, target)
  // a second name of the very file that still stands there: taking it away loses nothing
  if (kept === 'linked' && sameFile(stands, await whatIsAt(disk, to))) await disk.unlink(to)
}
