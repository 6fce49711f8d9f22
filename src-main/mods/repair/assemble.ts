import type { PauseGate } from '../../lib/index.ts'
import { FETCHED, type Pieces } from '../blocks/index.ts'
import { READ_FLAGS } from '../open-file.ts'
import type { Disk } from './disk.ts'
import type { PartFile } from './part-file.ts'

/** The parts from which a file is assembled: pieces of the former file, and ranges of the source. */
export interface Assembly {
  pieces: Pieces
  /** The absolute path of the former file. */
  former: string
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
 * Assembles a part file, starting at its current end. Returns false if the former file can no longer be read. @throws Trouble of
 * the source
 */
export async function assemble(part: PartFile, { pieces, former }: Assembly, tools: AssemblyTools): Promise<boolean> {
  const { disk, gate, signal } = tools
  for (let piece = 0, until = 0; piece < pieces.length; piece += 2) {
    const [bytes = 0, at = FETCHED] = pieces.subarray(piece, piece + 2)
    until += bytes
    const left = until - part.size
    if (left <= 0) continue
    if (at === FETCHED) {
      await tools.fetch(until)
      continue
    }
    const isRead = await readRange(disk, former, at + bytes - left, left, async (chunk) => {
      await gate.pass(signal)
      signal.throwIfAborted()
      await part.append(chunk)
      tools.onCopied()
    })
    if (!isRead) return false
  }
  return true
}
