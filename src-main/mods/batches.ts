import type { FileToCheck } from './plan.ts'
import { algorithms, SEPARATOR, type HashBatch } from './worker/protocol.ts'

/** Files that go to a worker in one message, in order. */
export type FileBatch = FileToCheck[]

/** From this size on a file goes alone. */
const ALONE_BYTES = 1 << 20
const BATCH_BYTES = 8 << 20
const MOST_FILES = 256
const LEAST_FILES = 16

const sizeOf = (file: FileToCheck): number => file.entry.size ?? ALONE_BYTES

/**
 * Deals files out to messages: large ones alone and first, so that no worker is left with one at the end; small ones by the
 * hundred, since a message costs as much as a small file.
 */
export function dealBatches(files: readonly FileToCheck[], workers: number): FileBatch[] {
  const large = files.filter((file) => sizeOf(file) >= ALONE_BYTES).sort((a, b) => sizeOf(b) - sizeOf(a))
  const small = files.filter((file) => sizeOf(file) < ALONE_BYTES)
  const most = Math.min(MOST_FILES, Math.max(LEAST_FILES, Math.ceil(small.length / (workers * 8))))
  const batches: FileBatch[] = large.map((file) => [file])
  let batch: FileBatch = []
  let bytes = 0
  for (const file of small) {
    if (batch.length === 0) batches.push(batch)
    batch.push(file)
    bytes += sizeOf(file)
    if (batch.length < most && bytes < BATCH_BYTES) continue
    batch = []
    bytes = 0
  }
  return batches
}

/** A batch as it goes to a worker. */
export function toMessage(gameDir: string, batch: FileBatch): HashBatch {
  return {
    kind: 'hash',
    paths: batch.map((file) => `${gameDir}/${file.disk.path}`).join(SEPARATOR),
    sizes: Float64Array.from(batch, (file) => file.entry.size ?? -1),
    algorithms: Uint8Array.from(batch, (file) => algorithms.indexOf(file.entry.algorithm)),
  }
}
