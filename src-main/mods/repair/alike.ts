import { basename, extname, join } from 'node:path'
import { isPartName } from '../list/index.ts'
import { READ_FLAGS } from '../files/index.ts'
import { type Disk, statsAt } from './disk.ts'

const MOST_NEIGHBOURS = 2

/** The share of their names that two files have in common, at the begin and at the end: from 0 to 1. */
function likeness(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let [begin, end] = [0, 0]
  while (begin < most && one[begin] === other[begin]) begin++
  while (end < most - begin && one.at(-1 - end) === other.at(-1 - end)) end++
  return (begin + end) / Math.max(one.length, other.length)
}

/**
 * Files that may contain bytes of the file at `target`: first the present file there, then files in the same folder with the same extension
 * and a similar name. Files newer than `since` are left out, because this repair has fetched them.
 */
export async function alikeFiles(disk: Disk, target: string, folder: string, since: Date): Promise<string[]> {
  const name = basename(target)
  const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
  const near = entries
    .filter((entry) => entry.isFile() && entry.name !== name && !isPartName(entry.name))
    .filter((entry) => extname(entry.name) === extname(name))
    .map((entry) => ({ at: join(folder, entry.name), likeness: likeness(entry.name, name) }))
    .filter((one) => one.likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_NEIGHBOURS)
  const alike: string[] = []
  for (const { at } of [{ at: target }, ...near]) {
    const stats = await statsAt(disk, at).catch(() => undefined)
    if (stats?.isFile() && (at === target || stats.mtime < since)) alike.push(at)
  }
  return alike
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
