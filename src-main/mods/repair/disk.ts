import { createHmac } from 'node:crypto'
import { constants, type Dirent, type PathLike, type Stats } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errnoOf, ifThere, inSlices, plainFs, sliced } from '../../lib/index.ts'
import { type FileStat, fileStat, READ_FLAGS } from '../files/index.ts'
import { type Algorithm, isPartName, partNameOf, resolveInside, type SafePath } from '../list/index.ts'
import { Trouble } from './trouble.ts'

/** The file system. The app has `node:fs/promises`; tests pass a failing one. */
type DiskCalls = typeof fs

export interface Disk extends DiskCalls {
  /** A code for a text that only this player's own programs can compute. It proves that one of them wrote the text. */
  seal(pieces: Iterable<string | Uint8Array>): Promise<string>
}

/** Windows neither removes nor replaces a read-only file, so it becomes writable first. */
async function asWritable({ lstat, chmod }: DiskCalls, path: PathLike, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error
    const stats = await ifThere(lstat(path))
    if (!stats?.isFile() || (stats.mode & 0o200) !== 0) throw error
    await chmod(path, stats.mode | 0o200)
    await work().catch(async (again: unknown) => {
      await chmod(path, stats.mode)
      throw again
    })
  }
}

/** The real disk. `key`: from {@link sessionKey} */
export const openDisk = (key: Uint8Array, calls: DiskCalls = plainFs.promises): Disk => ({
  ...calls,
  unlink: (path) => asWritable(calls, path, () => calls.unlink(path)),
  rename: (from, to) => asWritable(calls, to, () => calls.rename(from, to)),
  async seal(pieces) {
    const hmac = createHmac('sha256', key)
    await inSlices(pieces, (piece) => hmac.update(piece))
    return hmac.digest('hex')
  },
})

/** The digest of a whole file on the disk: absolute path, lower-case hex. @throws errno errors */
export type DigestOf = (path: string, algorithm: Algorithm, signal: AbortSignal) => Promise<string>

/** Awaits `work`. Returns `undefined` if it fails with one of the errno names. */
export async function unless<T>(errnos: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errnos.includes(errnoOf(error))) return undefined
    throw error
  }
}

/**
 * Yields all below a folder, one folder after the other, since main would block for all in one answer. A folder comes before its content.
 * Yields nothing of a folder that is not there, or not any more.
 */
export async function* entriesBelow({ readdir }: Disk, top: string): AsyncGenerator<Dirent, void> {
  const folders = [top]
  for (const folder of folders)
    for await (const entry of sliced((await ifThere(readdir(folder, { withFileTypes: true }))) ?? [])) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      yield entry
    }
}

/** The stats at a path, without following links; `undefined` if nothing is there. */
export const statsAt = (disk: Disk, path: string): Promise<Stats | undefined> => ifThere(disk.lstat(path))

/** What tells whether the file at a path changes; `undefined` if no file is there. */
export async function fileStatAt(disk: Disk, path: string): Promise<FileStat | undefined> {
  const stats = await ifThere(disk.lstat(path, { bigint: true }))
  return stats?.isFile() ? fileStat(stats) : undefined
}

/**
 * True if a folder is there, with one of the entries that must be in it. Without its disk, the folder is gone, or an empty one is in its
 * place. For a check, `mustBeThere` in `scan/scan.ts` follows the same rule without the threads that read files for main.
 */
export async function isThere(disk: Disk, folder: string, entries: readonly string[]): Promise<boolean> {
  const found = entries.map((entry) => statsAt(disk, join(folder, entry)).catch(() => undefined))
  return (await Promise.all(found)).some(Boolean)
}

/**
 * Identifies the file at a path. All names of one file give the same result. Undefined if nothing is there, or the disk has no file
 * numbers. Bigint, because on Windows they can be larger than a JavaScript number.
 */
export async function fileIdAt(disk: Disk, path: string): Promise<string | undefined> {
  const stats = await ifThere(disk.lstat(path, { bigint: true }))
  return stats && stats.ino !== 0n ? `${stats.dev}/${stats.ino}` : undefined
}

/** True for two names of one file; false if the disk does not say. */
export async function isSameFile(disk: Disk, one: string, other: string): Promise<boolean> {
  const id = await fileIdAt(disk, one)
  return id !== undefined && id === (await fileIdAt(disk, other))
}

/** Makes a folder's entries durable. Windows cannot do this, and does not need it. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  const handle = await unless(['EISDIR', 'EPERM', 'EACCES'], disk.open(path, 'r'))
  if (!handle) return
  try {
    await unless(['EPERM', 'EINVAL', 'EISDIR', 'EBADF'], handle.sync())
  } finally {
    await handle.close()
  }
}

/**
 * Copies a file to the unused name `to`, and makes the copy durable. Shares the file's blocks if the file system can.
 * @param like the times and mode that the copy gets
 */
export async function copyDurably(disk: Disk, from: string, to: string, like?: Stats): Promise<void> {
  await disk.copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await disk.chmod(to, 0o644) // otherwise the copy of a read-only file is read-only too
  const handle = await disk.open(to, 'r+')
  try {
    if (like) await handle.utimes(like.atime, like.mtime)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (like) await unless(['EPERM'], disk.chmod(to, like.mode)) // FAT has no modes
}

const COPY_BYTES = 1 << 20

/** Calls `take` with the bytes of a file's range, piece by piece. Returns false if they can no longer be read. */
export async function readRange(
  disk: Disk,
  path: string,
  from: number,
  bytes: number,
  take: (chunk: Buffer) => Promise<void>,
): Promise<boolean> {
  const handle = await disk.open(path, READ_FLAGS).catch(() => undefined)
  if (!handle) return false
  try {
    const buffer = Buffer.allocUnsafe(Math.min(bytes, COPY_BYTES))
    for (let done = 0; done < bytes;) {
      const wanted = Math.min(bytes - done, buffer.length)
      const { bytesRead } = await handle.read(buffer, 0, wanted, from + done).catch(() => ({ bytesRead: 0 }))
      if (bytesRead === 0) return false
      await take(buffer.subarray(0, bytesRead))
      done += bytesRead
    }
    return true
  } finally {
    await handle.close()
  }
}

/** Removes a part file, which is recognised by its name. Repair must not remove any other file next to the player's. */
export async function removePart(disk: Disk, path: string): Promise<void> {
  if (isPartName(basename(path))) await ifThere(disk.unlink(path))
}

/** Bytes that must stay free besides those that are written: 64 MiB. */
export const MARGIN = 64 << 20

/** The same for files that are fetched before the player asks for them: 5 GiB. */
export const AHEAD_MARGIN = 5 * 2 ** 30

/** The free bytes for programs of the player in a mod's folder, which may be a link to another disk. */
export async function freeBytes(disk: Disk, gameDir: string, modFolder: string): Promise<number> {
  const own = await ifThere(disk.statfs(join(gameDir, modFolder)))
  const { bavail, bsize } = own ?? (await disk.statfs(gameDir))
  return bavail * bsize
}

/** The disk that a mod's folder is on, or would be. Undefined if it is gone. */
export async function diskOf(disk: Disk, gameDir: string, modFolder: string): Promise<number | undefined> {
  const own = await ifThere(disk.stat(join(gameDir, modFolder)))
  return (own ?? (await ifThere(disk.stat(gameDir))))?.dev
}

/** The absolute paths for writing a file. Its folder is real: no link on the way leads out of the mod's folder. */
export interface FilePaths {
  folder: string
  target: string
  part: string
}

/**
 * Finds the paths for writing a safe path. Folders may change at any time, so call it again immediately before each use.
 * @throws Trouble `unsafe-place` if a link leads out of the mod's folder
 */
export async function pathsFor(gameDir: string, path: SafePath): Promise<FilePaths> {
  const found = await resolveInside(gameDir, dirname(path) as SafePath) // a safe path has a folder, which is equally safe
  if (!found.ok) throw new Trouble({ kind: 'unsafe-place' })
  const name = basename(path)
  return { folder: found.real, target: join(found.real, name), part: join(found.real, partNameOf(name)) }
}
