import { basename, extname, join } from 'node:path'
import type { PauseGate } from '../../lib/index.ts'
import { FETCHED, type Pieces } from '../blocks/index.ts'
import { isPartName } from '../list/index.ts'
import { READ_FLAGS } from '../files/index.ts'
import { type Disk, statsAt } from './disk.ts'

/** The parts from which a file is assembled: pieces of other files, and ranges of the source. */
export interface Assembly {
  pieces: Pieces
  /** Absolute paths. The file numbers of the pieces are indexes of this array. */
  files: readonly string[]
}

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
async function readRange(
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

/** The part file that grows. */
interface Part {
  readonly size: number
  append: (chunk: Buffer) => Promise<void>
}

export interface AssemblyTools {
  disk: Disk
  gate: PauseGate
  signal: AbortSignal
  /** Appends the source's bytes up to `until`, or the whole file from its start if the source does not support ranges. */
  fetch: (until: number) => Promise<void>
  /** Called when bytes from this computer were appended. */
  onCopied: () => void
}

/**
 * Assembles a part file, starting at its current end. Returns false if a file with needed pieces can no longer be read. @throws Trouble of
 * the source
 */
export async function assemble(part: Part, { pieces, files }: Assembly, tools: AssemblyTools): Promise<boolean> {
  const { disk, gate, signal } = tools
  for (let piece = 0, until = 0; piece < pieces.length; piece += 3) {
    const [bytes = 0, file = FETCHED, at = 0] = pieces.subarray(piece, piece + 3)
    until += bytes
    const left = until - part.size
    if (left <= 0) continue
    if (file === FETCHED) {
      await tools.fetch(until)
      continue
    }
    const isRead = await readRange(disk, files[file] ?? '', at + bytes - left, left, async (chunk) => {
      await gate.pass(signal)
      signal.throwIfAborted()
      await part.append(chunk)
      tools.onCopied()
    })
    if (!isRead) return false
  }
  return true
}
