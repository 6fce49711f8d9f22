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

const BUFFER = 1 << 20

/** Opens the part file at `path`, and hashes what is in it already. A stranger in its place is not touched. */
export async function openPart(disk: Disk, path: string, algorithm: Algorithm, signal: AbortSignal): Promise<Part> {
  const handle = await openOwn(disk, path)
  try {
    const hash = createHash(algorithm)
    const size = await hashWhole(handle, hash, signal)
    return growing(handle, algorithm, hash, size)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openOwn(disk: Disk, path: string): Promise<FileHandle> {
  const there = await whatIsAt(disk, path)
  if (!there) return disk.open(path, CREATE, 0o644)
  const handle = await disk.open(path, GO_ON)
  const stats = await handle.stat()
  if (stats.isFile() && stats.nlink === 1) return handle
  await handle.close() // the same bytes have another name: writing here would change them there
  throw Object.assign(new Error('not our part file'), { code: 'EEXIST' })
}

async function hashWhole(handle: FileHandle, hash: Hash, signal: AbortSignal): Promise<number> {
  const buffer = Buffer.allocUnsafe(BUFFER)
  for (let at = 0; ;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, BUFFER, at)
    if (bytesRead === 0) return at
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

/** Two buffers: while one is written, the other fills. */
function growing(handle: FileHandle, algorithm: Algorithm, first: Hash, startSize: number): Part {
  let hash = first
  let onDisk = startSize
  let diskMs = 0
  let filled = 0
  let buffer = Buffer.allocUnsafe(BUFFER)
  let spare = Buffer.allocUnsafe(BUFFER)
  let writing: Promise<void> = Promise.resolve()
  let failed: unknown

  const put = async (bytes: Buffer, at: number) => {
    const began = performance.now()
    for (let done = 0; done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
    diskMs += performance.now() - began
  }
  const flush = async () => {
    await writing
    if (failed) throw failed as Error
    if (filled === 0) return
    const bytes = buffer.subarray(0, filled)
    ;[buffer, spare] = [spare, buffer]
    filled = 0
    writing = put(bytes, onDisk).catch((error: unknown) => void (failed = error))
    onDisk += bytes.length
    hash.update(bytes)
  }
  const settle = async () => {
    await flush()
    await writing
    if (failed) throw failed as Error
  }
  return {
    get size() {
      return onDisk + filled
    },
    get diskMs() {
      return diskMs
    },
    async write(chunk) {
      for (let taken = 0; taken < chunk.length;) {
        const bytes = chunk.copy(buffer, filled, taken)
        taken += bytes
        filled += bytes
        if (filled === BUFFER) await flush()
      }
    },
    async restart() {
      await writing
      await handle.truncate(0)
      hash = createHash(algorithm)
      onDisk = 0
      filled = 0
      failed = undefined
    },
    async finish() {
      try {
        await settle()
        await handle.sync()
        return hash.digest('hex')
      } finally {
        await handle.close()
      }
    },
    async close() {
      await settle().catch(() => undefined)
      await handle.close().catch(() => undefined)
    },
  }
}
