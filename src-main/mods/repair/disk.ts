import { createHmac } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errnoOf, ifThere, inSlices, plainFs } from '../../lib/index.ts'
import { type Algorithm, foldKey, isPartName, partNameOf, resolveInside, type SafePath } from '../list/index.ts'
import { Trouble } from './trouble.ts'

export { errnoOf }

/** The calls that repair makes on the disk. `node:fs/promises` in the app; tests pass one that fails. */
type DiskCalls = Pick<
  typeof fs,
  | 'chmod'
  | 'copyFile'
  | 'link'
  | 'lstat'
  | 'mkdir'
  | 'open'
  | 'readdir'
  | 'readFile'
  | 'rename'
  | 'rm'
  | 'rmdir'
  | 'stat'
  | 'statfs'
  | 'unlink'
>

export interface Disk extends DiskCalls {
  /** A code for a text that only this player's own programs can make: proves that one of them wrote a file. */
  seal(pieces: Iterable<string | Uint8Array>): Promise<string>
}

/** The real disk. `key`: of {@link sessionKey} */
export const openDisk = (key: Uint8Array): Disk => ({
  ...plainFs.promises,
  async seal(pieces) {
    const hmac = createHmac('sha256', key)
    await inSlices(pieces, (piece) => hmac.update(piece))
    return hmac.digest('hex')
  },
})

/** The digest of a whole file as it is on the disk: absolute path, lower-case hex. @throws errno errors as they are */
export type DigestOf = (path: string, algorithm: Algorithm, signal: AbortSignal) => Promise<string>

/** Awaits `work`, and gives `undefined` where it fails with one of the errno names. */
export async function unless<T>(errnos: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errnos.includes(errnoOf(error))) return undefined
    throw error
  }
}

/** The stats of what is at a path, links not followed; `undefined` when nothing is there. */
export const statsAt = (disk: Disk, path: string): Promise<Stats | undefined> => ifThere(disk.lstat(path))

/**
 * Names the file at a path, whichever of its names that is; undefined where nothing is there, or the disk numbers nothing. Windows
 * numbers files beyond what a JavaScript number holds.
 */
export async function fileIdAt(disk: Disk, path: string): Promise<string | undefined> {
  const stats = await ifThere(disk.lstat(path, { bigint: true }))
  return stats && stats.ino !== 0n ? `${stats.dev}/${stats.ino}` : undefined
}

/** True for two names of one file; false where the disk does not tell. */
export async function isSameFile(disk: Disk, one: string, other: string): Promise<boolean> {
  const id = await fileIdAt(disk, one)
  return id !== undefined && id === (await fileIdAt(disk, other))
}

/** Makes a folder's entries durable. Windows cannot, and does not need it. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  const handle = await unless(['EISDIR', 'EPERM', 'EACCES'], disk.open(path, 'r'))
  if (!handle) return
  try {
    await unless(['EPERM', 'EINVAL', 'EISDIR', 'EBADF'], handle.sync())
  } finally {
    await handle.close()
  }
}

/** Copies a file to the free name `to` and makes the copy durable. Shares its blocks where the file system can. */
export async function copyDurably(disk: Disk, from: string, to: string): Promise<void> {
  await disk.copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await disk.chmod(to, 0o644) // the copy of a read-only file is read-only too
  const handle = await disk.open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes a part file: the only kind of file beside a player's that repair may remove, told by its name. */
export async function removePart(disk: Disk, path: string): Promise<void> {
  if (isPartName(basename(path))) await ifThere(disk.unlink(path))
}

/** Bytes that a player's program may still write in a mod's folder, which may be a link to another disk. */
export async function freeBytes(disk: Disk, gameDir: string, modFolder: string): Promise<number> {
  const own = await ifThere(disk.statfs(join(gameDir, modFolder)))
  const { bavail, bsize } = own ?? (await disk.statfs(gameDir))
  return bavail * bsize
}

/** Where a file is written: absolute, its folder real (no link on the way leads out of the mod's folder). */
export interface FilePaths {
  folder: string
  target: string
  part: string
}

/** Hears of folders before they are made, so that an undo can take them back. */
export interface FolderMaker {
  /** About to make this folder. */
  makes(path: SafePath): Promise<void>
  /** Moves away the file that stands where the folder `path` must be. `at`: absolute. */
  clear(path: SafePath, at: string): Promise<void>
}

/**
 * Finds where a safe path is written. Folders may change at any time, so ask again right before each use. `maker` makes the
 * folders on the way.
 * @throws Trouble `unsafe-place` where a link leads out of the mod's folder, `in-the-way` where something stands for a folder,
 *   `folder-case` where the mod's folder is spelled otherwise
 */
export async function pathsFor(disk: Disk, gameDir: string, path: SafePath, maker?: FolderMaker): Promise<FilePaths> {
  const parent = dirname(path) as SafePath // a safe path has a folder, and that is as safe
  if (maker) await makeFolders(disk, gameDir, parent, maker)
  const found = await resolveInside(gameDir, parent)
  if (!found.ok) throw new Trouble({ kind: 'unsafe-place' })
  const name = basename(path)
  return { folder: found.real, target: join(found.real, name), part: join(found.real, partNameOf(name)) }
}

/** Makes no second folder beside one that differs by case only: that one may be another mod's, and the game may take either. */
async function mustNotDiffer(disk: Disk, gameDir: string, modFolder: string): Promise<void> {
  if (await statsAt(disk, join(gameDir, modFolder))) return
  const key = foldKey(modFolder)
  const folder = (await disk.readdir(gameDir)).find((name) => name !== modFolder && foldKey(name) === key)
  if (folder !== undefined) throw new Trouble({ kind: 'folder-case', folder })
}

/** Makes one folder after the other, so that none is made beyond a link that leads outside. */
async function makeFolders(disk: Disk, gameDir: string, path: SafePath, maker: FolderMaker): Promise<void> {
  const isFolder = async (at: string) => (await ifThere(disk.stat(at)))?.isDirectory() ?? false
  if (await isFolder(join(gameDir, path))) return
  const segments = path.split('/')
  await mustNotDiffer(disk, gameDir, segments[0] ?? '')
  for (let depth = 1; depth <= segments.length; depth++) {
    const step = segments.slice(0, depth).join('/') as SafePath
    const found = await resolveInside(gameDir, step)
    if (!found.ok) throw new Trouble({ kind: 'unsafe-place' })
    if (await isFolder(found.real)) continue
    if (found.exists && depth > 1) await maker.clear(step, join(gameDir, step))
    await maker.makes(step)
    await disk.mkdir(join(gameDir, step)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      // another file's repair made it; a link to nowhere is seen below
    })
    if (!(await disk.lstat(join(gameDir, step))).isDirectory()) throw new Trouble({ kind: 'in-the-way' })
  }
}
