import type * as fs from 'node:fs/promises'
import { basename } from 'node:path'
import { errnoOf, plainFs } from '../../lib/index.ts'
import { isPartName } from '../list/index.ts'

export { errnoOf }

/** The calls that repair makes on the disk. `node:fs/promises` in the app; tests pass one that fails. */
export type Disk = Pick<
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
  | 'stat'
  | 'statfs'
  | 'unlink'
>

/** The real disk. */
export const realDisk: Disk = plainFs.promises

/** Awaits `work`, and gives `undefined` where it fails with one of the errno names. */
export async function unless<T>(errnos: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errnos.includes(errnoOf(error))) return undefined
    throw error
  }
}

/** What stands at a path, links not followed; `undefined` when nothing does. */
export const whatIsAt = (disk: Disk, path: string) => unless(['ENOENT', 'ENOTDIR'], disk.lstat(path))

/** Makes a folder's entries durable. Windows cannot, and needs not. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  const handle = await unless(['EISDIR', 'EPERM', 'EACCES'], disk.open(path, 'r'))
  if (!handle) return
  try {
    await unless(['EPERM', 'EINVAL', 'EISDIR', 'EBADF'], handle.sync())
  } finally {
    await handle.close()
  }
}

/** Takes a part file away: the only kind of file beside a player's that repair may remove, told by its name. */
export async function dropPart(disk: Disk, path: string): Promise<void> {
  if (isPartName(basename(path))) await unless(['ENOENT', 'ENOTDIR'], disk.unlink(path))
}

/** Bytes that a player's program may still write on the volume of `path`. */
export async function freeBytes(disk: Disk, path: string): Promise<number> {
  const { bavail, bsize } = await disk.statfs(path)
  return bavail * bsize
}
