import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Algorithm } from '../hash-list.ts'
import { type Disk, whatIsAt } from './disk.ts'
import { CREATE, GO_ON } from './place.ts'

/** A part file that grows, and the digest of what is in it. */
export interface Part {
  /** Bytes in it, those not yet on the disk too. */
  readonly size: number
  /** Milliseconds that were spent waiting for the disk. */
  readonly diskMs: number
  write(chunk: Buffer): Promise<void>
  /** Empties it, to begin anew. */
  restart(): Promise<void>
  /** Writes what is left, makes it durable, closes it and gives the digest (lower-case hex). */
  finish(): Promise<string>
  /** Writes what is left and closes it; what is in it stays for next time. Never throws. */
  close(): Promise<void>
}

/** Opens a part file: {@link openPart}, or one whose work is done by threads. */
export type OpenPart = typeof openPart

const BUFFER = 1 << 20

/**
 * Opens the part file at `path`, and hashes what is in it already. A stranger in its place is not touched.
 * @param expected bytes that it will have, for the size of the buffers
 */
export async function openPart(
  disk: Disk,
  path: string,
  algorithm: Algorithm,
  expected: number | null,
  signal: AbortSignal,
): Promise<Part> {
  const handle = await openOwn(disk, path)
  try {
    const hash = createHash(algorithm)
    const size = await hashWhole(handle, hash, signal)
    return growing(handle, algorithm, hash, size, Math.max(4096, Math.min(BUFFER, expected ?? BUFFER)))
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Opens a part file that is ours, or makes it. @throws EEXIST where a stranger stands in its place */
export async function openOwn(disk: Disk, path: string): Promise<FileHandle> {
  const there = await whatIsAt(disk, path)
  if (!there) return disk.open(path, CREATE, 0o644)
  const handle = await disk.open(path, GO_ON)
  const stats = await handle.stat()
  if (stats.isFile() && stats.nlink === 1) return handle
  await handle.close() // the same bytes have another name: writing here would change them there
  throw Object.assign(new Error('not our part file'), { code: 'EEXIST' })
}

async function hashWhole(handle: FileHandle, hash: Hash, signal: AbortSignal): Promise<number> {
  const { size } = await handle.stat()
  if (size === 0) return 0
  const buffer = Buffer.allocUnsafe(Math.min(BUFFER, size))
  for (let at = 0; ;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return at
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

/** Writes behind: while one buffer is on its way to the disk, the other fills. */
function createWriter(handle: FileHandle, startAt: number, room: number, hashed: (bytes: Buffer) => void) {
  let onDisk = startAt
  let diskMs = 0
  let filled = 0
  let [buffer, spare] = [Buffer.allocUnsafe(room), Buffer.allocUnsafe(room)]
  let writing: Promise<void> = Promise.resolve()
  let failed: { error: unknown } | undefined

  const put = async (bytes: Buffer, at: number) => {
    const began = performance.now()
    for (let done = 0; done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
    diskMs += performance.now() - began
  }
  const settled = async () => {
    await writing
    if (failed) throw failed.error as Error
  }
  const flush = async () => {
    await settled()
    if (filled === 0) return
    const bytes = buffer.subarray(0, filled)
    ;[buffer, spare] = [spare, buffer]
    filled = 0
    writing = put(bytes, onDisk).catch((error: unknown) => void (failed = { error }))
    onDisk += bytes.length
    hashed(bytes)
  }
  return {
    size: () => onDisk + filled,
    diskMs: () => diskMs,
    async write(chunk: Buffer) {
      for (let taken = 0; taken < chunk.length;) {
        const bytes = chunk.copy(buffer, filled, taken)
        taken += bytes
        filled += bytes
        if (filled === room) await flush()
      }
    },
    async finish() {
      await flush()
      await settled()
    },
    /** Lets go of everything that was written. */
    async empty() {
      await writing
      await handle.truncate(0)
      onDisk = 0
      filled = 0
      failed = undefined
    },
  }
}

function growing(handle: FileHandle, algorithm: Algorithm, first: Hash, startSize: number, room: number): Part {
  let hash = first
  const writer = createWriter(handle, startSize, room, (bytes) => void hash.update(bytes))
  return {
    get size() {
      return writer.size()
    },
    get diskMs() {
      return writer.diskMs()
    },
    write: (chunk) => writer.write(chunk),
    async restart() {
      await writer.empty()
      hash = createHash(algorithm)
    },
    async finish() {
      try {
        await writer.finish()
        await handle.sync()
        return hash.digest('hex')
      } finally {
        await handle.close()
      }
    },
    async close() {
      await writer.finish().catch(() => undefined)
      await handle.close().catch(() => undefined)
    },
  }
}
