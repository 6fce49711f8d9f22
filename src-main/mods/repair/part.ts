import type { FileHandle } from 'node:fs/promises'
import type { Algorithm } from '../list/index.ts'
import { type Disk, whatIsAt } from './disk.ts'
import { createHasher, type Hasher } from './hasher.ts'
import { createPartWriter } from './part-writer.ts'
import { CREATE, GO_ON } from './place.ts'

/** A part file that grows, and the digest of what is in it. */
export interface Part {
  /** Bytes in it, those not yet on the disk too. */
  readonly size: number
  /** Milliseconds that were spent waiting for the disk. */
  readonly diskMs: number
  /** Takes a chunk; where it gives a promise, the next one may come when that is fulfilled. @throws the disk's error */
  write(chunk: Buffer): Promise<void> | undefined
  /** Empties it, to begin anew. */
  restart(): Promise<void>
  /** Writes what is left, makes it durable, closes it and gives the digest (lower-case hex). */
  finish(): Promise<string>
  /** Writes what is left and closes it; what is in it stays for next time. Never throws. */
  close(): Promise<void>
}

/** Opens a part file: {@link openPart}, or one that is hashed by a thread. */
export type OpenPart = typeof openPart

const SLOT = 1 << 20

/**
 * Opens the part file at `path`, and hashes what is in it already. A stranger in its place is not touched.
 * @param expected bytes that it will have, for the size of the buffers
 */
export function openPart(
  disk: Disk,
  path: string,
  algorithm: Algorithm,
  expected: number | null,
  signal: AbortSignal,
): Promise<Part> {
  const slotBytes = Math.max(4096, Math.min(SLOT, expected ?? SLOT))
  return openPartWith(createHasher(algorithm, slotBytes), disk, path, signal)
}

/** As {@link openPart}, with the hasher given, which is the part's from here on. */
export async function openPartWith(hasher: Hasher, disk: Disk, path: string, signal: AbortSignal): Promise<Part> {
  try {
    const handle = await openOwn(disk, path)
    try {
      return growing(handle, hasher, await hashWhole(handle, hasher, signal))
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    hasher.free()
    throw error
  }
}

/** Opens a part file that is ours, or makes it. @throws EEXIST where a stranger stands in its place */
async function openOwn(disk: Disk, path: string): Promise<FileHandle> {
  const there = await whatIsAt(disk, path)
  if (!there) return disk.open(path, CREATE, 0o644)
  const handle = await disk.open(path, GO_ON)
  const stats = await handle.stat()
  if (stats.isFile() && stats.nlink === 1) return handle
  await handle.close() // the same bytes have another name: writing here would change them there
  throw Object.assign(new Error('not our part file'), { code: 'EEXIST' })
}

async function hashWhole(handle: FileHandle, hasher: Hasher, signal: AbortSignal): Promise<number> {
  const { size } = await handle.stat()
  if (size === 0) return 0
  const buffer = hasher.slot(0)
  for (let at = 0; ;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return at
    const hashed = hasher.update(0, bytesRead)
    hasher.hurry()
    await hashed
    at += bytesRead
  }
}

function growing(handle: FileHandle, hasher: Hasher, startSize: number): Part {
  const writer = createPartWriter(handle, hasher, startSize)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await writer.settle()
    hasher.free()
    await handle.close()
  }
  return {
    get size() {
      return writer.size()
    },
    get diskMs() {
      return writer.diskMs()
    },
    write: writer.write,
    restart: writer.empty,
    async finish() {
      try {
        await writer.finish()
        const [digest] = await Promise.all([hasher.digest(), handle.sync()])
        return digest
      } finally {
        await close()
      }
    },
    async close() {
      if (isOpen) await writer.finish().catch(() => undefined)
      await close().catch(() => undefined)
    },
  }
}
