import { constants } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { PauseGate } from '../../lib/index.ts'
import { FETCHED, type Pieces } from '../blocks/index.ts'
import { isPartName } from '../list/index.ts'
import { type Disk, statsAt } from './disk.ts'
import type { PartFile } from './part-file.ts'

/** What a file is put together from: pieces of other files, and ranges of the source. */
export interface Assembly {
  pieces: Pieces
  /** Absolute paths, as the pieces number them. */
  files: readonly string[]
}

const MOST_NEIGHBOURS = 2

/** How much of their names two files share, at the begin and at the end, from 0 to 1. */
function likeness(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let [begin, end] = [0, 0]
  while (begin < most && one[begin] === other[begin]) begin++
  while (end < most - begin && one.at(-1 - end) === other.at(-1 - end)) end++
  return (begin + end) / Math.max(one.length, other.length)
}

/**
 * Files that may have bytes of the one at `target`: the present file there, then files beside it of the same kind and a similar name.
 * Files newer than `since` are left out: this repair fetched them.
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

// absent on Windows, whatever their types say
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
const READ = constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK

/** Calls with the bytes of a range of a file, piece after piece. False where they cannot be read any more. */
async function readRange(
  disk: Disk,
  path: string,
  from: number,
  bytes: number,
  take: (chunk: Buffer) => Promise<void>,
): Promise<boolean> {
  const handle = await disk.open(path, READ).catch(() => undefined)
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

/** What a part file is put together with. */
export interface AssemblyTools {
  disk: Disk
  gate: PauseGate
  signal: AbortSignal
  /** Appends what the source has up to here, or all of it from its begin where it knows no ranges. */
  fetch: (until: number) => Promise<void>
  /** Hears that the part has grown by bytes of this computer. */
  onCopied: () => void
}

/** Puts a part file together from where it ends. False where a file that has pieces of it cannot be read any more. @throws Trouble of the source */
export async function assemble(part: PartFile, { pieces, files }: Assembly, tools: AssemblyTools): Promise<boolean> {
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
