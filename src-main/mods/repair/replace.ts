import { constants, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf, plainFs } from '../../lib/index.ts'
import { copyDurably, type DigestOf, type Disk, fileIdAt, isSameFile, removePart, statsAt, syncFolder } from './disk.ts'
import type { Clock } from './pace.ts'
import { isPartName, partNameOf } from '../list/index.ts'
import { LOCKED, Trouble } from './trouble.ts'

export interface FileTools {
  disk: Disk
  digestOf: DigestOf
  clock: Clock
  /** How many milliseconds to wait for a file that another program holds. */
  lockedForMs: number
  /** The name of the program that holds a file, if the system can find it. */
  whoHolds: (path: string) => Promise<string | null>
  signal: AbortSignal
}

/**
 * Repeats `work` while another program holds `path`.
 * @throws Trouble `locked` or `no-permission` after the deadline; any other error of `work` at once
 */
async function retryWhileLocked<T>(path: string, work: () => Promise<T>, tools: FileTools): Promise<T> {
  const { clock, signal } = tools
  const until = clock.now() + tools.lockedForMs
  for (let pause = 25; ; pause = Math.min(pause * 2, 500)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!LOCKED.includes(errnoOf(error))) throw error
      if (clock.now() >= until) throw await lockedTrouble(path, errnoOf(error), tools, error)
      await clock.sleep(pause, signal)
    }
  }
}

/** "Access denied" means that the file is held if the folder is writable, and that the permission is missing if it is not. */
async function lockedTrouble(path: string, errno: string, { whoHolds }: FileTools, cause: unknown): Promise<Trouble> {
  const program = await whoHolds(path)
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

/**
 * The errno names if a file system does not support hard links (on Windows `EISDIR` for exFAT, and `UNKNOWN` for a file of OneDrive), or if
 * the two names are on different file systems.
 */
const NO_LINK = 'EPERM ENOTSUP EOPNOTSUPP ENOSYS EMLINK EXDEV EACCES EINVAL EISDIR UNKNOWN'.split(' ')

/** How the former file was saved: with a hard link, by moving it, or by copying it. */
type Saved = 'linked' | 'moved' | 'copied'

/** True if a folder contains only folders, at any depth. */
export async function isHollow(disk: Disk, folder: string): Promise<boolean> {
  for (const entry of await disk.readdir(folder, { withFileTypes: true }))
    if (!entry.isDirectory() || !(await isHollow(disk, join(folder, entry.name)))) return false
  return true
}

/** Removes a hollow folder. Fails if something else was added to it. */
export async function removeHollow(disk: Disk, folder: string): Promise<void> {
  for (const name of await disk.readdir(folder)) await removeHollow(disk, join(folder, name))
  await disk.rmdir(folder)
}

async function copyHollow(disk: Disk, from: string, to: string): Promise<void> {
  await disk.mkdir(to)
  for (const name of await disk.readdir(from)) await copyHollow(disk, join(from, name), join(to, name))
}

/** Fails unless the entry may be moved: it must be a file, a link or a hollow folder. @throws Trouble `in-the-way` */
export async function mustBeMovable(disk: Disk, path: string, stats: Stats): Promise<void> {
  if (stats.isFile() || stats.isSymbolicLink()) return
  if (!stats.isDirectory() || !(await isHollow(disk, path))) throw new Trouble({ kind: 'in-the-way' })
}

/** Moves a hollow folder to an unused name. A file that is added to it meanwhile moves with it, or makes this fail. */
async function moveFolder(from: string, to: string, tools: FileTools): Promise<void> {
  const { disk } = tools
  try {
    await renameToFree(from, to, tools)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    await copyHollow(disk, from, to)
    await removeHollow(disk, from)
  }
}

/** Renames to a name that must still be unused at that moment. `held`: the one of the two paths that another program may have open. */
function renameToFree(from: string, to: string, tools: FileTools, held = from): Promise<void> {
  const { disk } = tools
  const rename = async () => {
    if (await statsAt(disk, to)) throw new Trouble({ kind: 'in-the-way' })
    await disk.rename(from, to)
  }
  return retryWhileLocked(held, rename, tools)
}

/** The identity of an existing file. `id` is undefined if the disk has no file numbers. */
interface Standing {
  id: string | undefined
  mtimeMs: number
}

/**
 * Waits until no other program holds the file, then runs `work`, which removes the file's name or gives it to another file. Fails if
 * another file has taken its place meanwhile, or if it was written after it was copied, because such a file was not saved.
 * @throws Trouble `in-the-way`
 */
function takeName(path: string, saved: Saved, { id, mtimeMs }: Standing, work: () => Promise<void>, tools: FileTools) {
  const { disk } = tools
  const take = async () => {
    const stands = await statsAt(disk, path)
    const isWritten = saved === 'copied' && stands?.mtimeMs !== mtimeMs
    if (stands && (isWritten || (await fileIdAt(disk, path)) !== id)) throw new Trouble({ kind: 'in-the-way' })
    await work()
  }
  return retryWhileLocked(path, take, tools)
}

/** Renames `from` to the unused name `to`, and never replaces a file. Works within one volume; across volumes it fails with EXDEV. */
async function moveOnVolume(from: string, to: string, tools: FileTools, before: Standing): Promise<void> {
  const { disk } = tools
  const linked = await disk.link(from, to).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === 'EXDEV' || !NO_LINK.includes(errnoOf(error))) throw error
      return false
    },
  )
  if (linked) return takeName(from, 'linked', before, () => disk.unlink(from), tools) // the file has both names now
  await renameToFree(from, to, tools)
}

/**
 * Copies across volumes to the unused name `to`. The copy is made durable and verified by its digest. `from` must not change meanwhile. The
 * copy is written as a part file, so that an incomplete one is not taken for a former file and does not block a later attempt.
 */
export async function copyChecked(from: string, to: string, tools: FileTools): Promise<void> {
  const { disk } = tools
  const name = basename(to)
  const part = isPartName(name) ? to : join(dirname(to), partNameOf(name))
  await removePart(disk, part)
  try {
    await copyUnchanged(from, part, tools)
    if (part !== to) await renameToFree(part, to, tools)
  } catch (error) {
    await removePart(disk, part).catch(() => undefined)
    throw error
  }
  await syncFolder(disk, dirname(to))
}

async function copyUnchanged(from: string, to: string, { disk, digestOf, signal }: FileTools): Promise<void> {
  const before = await disk.stat(from)
  await copyDurably(disk, from, to, before)
  const [original, copy] = [await digestOf(from, 'sha256', signal), await digestOf(to, 'sha256', signal)]
  const after = await disk.stat(from)
  const isUnchanged = after.size === before.size && after.mtimeMs === before.mtimeMs
  if (!isUnchanged || copy !== original) throw new Trouble({ kind: 'memory-or-disk' })
}

/**
 * Moves a player's file, link or hollow folder to the unused name `to`, whose folder must exist. Across volumes, a file is copied, verified
 * by its digest, and only then removed.
 */
export async function moveEntry(from: string, to: string, tools: FileTools): Promise<void> {
  const { disk } = tools
  const stats = await disk.lstat(from)
  await mustBeMovable(disk, from, stats)
  const before = { id: await fileIdAt(disk, from), mtimeMs: stats.mtimeMs }
  try {
    await (stats.isDirectory() ? moveFolder : moveOnVolume)(from, to, tools, before)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    await copyChecked(from, to, tools)
    await takeName(from, 'copied', before, () => disk.unlink(from), tools)
  }
  await syncFolder(disk, dirname(to))
}

/**
 * Renames a file to another spelling of its path. If there already is a file with that spelling, it is the same one: the disk does not
 * distinguish the two, or a crash left both names. Then the file moves through the unused name that `between` returns, in which it is found
 * after a crash.
 */
export async function respell(
  from: string,
  to: string,
  between: () => Promise<string>,
  tools: FileTools,
): Promise<void> {
  const { disk } = tools
  if (!(await statsAt(disk, to))) return moveEntry(from, to, tools)
  const way = await between()
  await moveEntry(from, way, tools)
  if (!(await statsAt(disk, to))) await moveEntry(way, to, tools)
}

/** Saves the file at `target` under the name `to`, before another file replaces it. */
async function saveFormer(target: string, to: string, tools: FileTools): Promise<Saved> {
  const { disk } = tools
  if ((await disk.lstat(target)).isDirectory()) {
    await moveFolder(target, to, tools)
    return 'moved'
  }
  try {
    await disk.link(target, to)
    await syncFolder(disk, dirname(to))
    return 'linked'
  } catch (error) {
    if (!NO_LINK.includes(errnoOf(error))) throw error
    if (errnoOf(error) === 'EXDEV') {
      await copyChecked(target, to, tools)
      return 'copied'
    }
  }
  await renameToFree(target, to, tools)
  await syncFolder(disk, dirname(to))
  return 'moved'
}

/**
 * Renames the file at `fresh` to `target`. A former file there is first saved under the unused name `formerTo`. If the disk supports hard
 * links, there is always a file at `target`. If the last step fails, everything is as before.
 */
export async function replaceFile(fresh: string, target: string, formerTo: string, tools: FileTools): Promise<void> {
  const { disk } = tools
  const former = await statsAt(disk, target)
  if (!former) {
    await renameToFree(fresh, target, tools, target)
    await syncFolder(disk, dirname(target))
    return
  }
  await mustBeMovable(disk, target, former)
  const before = { id: await fileIdAt(disk, target), mtimeMs: former.mtimeMs }
  const saved = await saveFormer(target, formerTo, tools)
  try {
    if (saved === 'moved') await renameToFree(fresh, target, tools, target)
    else await takeName(target, saved, before, () => disk.rename(fresh, target), tools)
  } catch (error) {
    await restoreFormer(disk, target, { formerTo, saved, ...before })
    throw error
  }
  await syncFolder(disk, dirname(target))
}

async function restoreFormer(
  disk: Disk,
  target: string,
  { formerTo, saved, id, mtimeMs }: { formerTo: string; saved: Saved } & Standing,
): Promise<void> {
  const stands = await statsAt(disk, target)
  const isFormer = async () => id !== undefined && id === (await fileIdAt(disk, target)) && stands?.mtimeMs === mtimeMs
  // the original of the copy is still there and unchanged
  if (saved === 'copied' && (await isFormer())) return disk.unlink(formerTo)
  if (saved === 'moved' && !stands) return disk.rename(formerTo, target)
  // `formerTo` is a second name of the file that is still at `target`, so removing it loses nothing
  if (saved === 'linked' && (await isSameFile(disk, target, formerTo))) await disk.unlink(formerTo)
}
