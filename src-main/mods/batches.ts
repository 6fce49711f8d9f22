import type { FileToCheck } from './plan.ts'
import { algorithms, SEPARATOR, type HashBatch } from './worker/protocol.ts'
import { sizeAt } from './stat-words.ts'
import { LANES } from './worker/md5-lanes.ts'

/** Files that go to a worker in one message, in order; all of one algorithm. */
export type FileBatch = FileToCheck[]

/** From this size on a file is large: it goes alone, or with as many as are hashed side by side. */
const LARGE_BYTES = 1 << 20
const BATCH_BYTES = 8 << 20
const MOST_FILES = 256
const LEAST_FILES = 16

const sizeOf = (file: FileToCheck): number => file.entry.size ?? LARGE_BYTES

/** Large files of like size together, as many rounds for each worker. */
function dealLarge(files: FileBatch, workers: number): FileBatch[] {
  const together = files[0]?.entry.algorithm === 'md5' ? LANES : 1
  const rounds = Math.ceil(files.length / (together * workers))
  const share = Math.ceil(files.length / (rounds * workers))
  const sorted = files.sort((a, b) => sizeOf(b) - sizeOf(a))
  return Array.from({ length: Math.ceil(files.length / share) }, (_, at) => sorted.slice(at * share, (at + 1) * share))
}

function dealSmall(files: FileBatch, workers: number): FileBatch[] {
  const most = Math.min(MOST_FILES, Math.max(LEAST_FILES, Math.ceil(files.length / (workers * 8))))
  const batches: FileBatch[] = []
  let from = 0
  let bytes = 0
  for (let at = 0; at < files.length; at++) {
    bytes += sizeOf(files[at] as FileToCheck)
    if (at + 1 < files.length && at + 1 - from < most && bytes < BATCH_BYTES) continue
    batches.push(files.slice(from, at + 1))
    from = at + 1
    bytes = 0
  }
  return batches
}

/**
 * Deals files out to messages: large ones first, so that no worker is left with one at the end; small ones by the hundred,
 * since a message costs as much as a small file.
 */
export function dealBatches(files: readonly FileToCheck[], workers: number): FileBatch[] {
  const large = algorithms.map((): FileBatch => [])
  const small = algorithms.map((): FileBatch => [])
  for (const file of files) {
    const kinds = sizeOf(file) >= LARGE_BYTES ? large : small
    kinds[algorithms.indexOf(file.entry.algorithm)]?.push(file)
  }
  return [
    ...large.flatMap((kind) => (kind.length > 0 ? dealLarge(kind, workers) : [])),
    ...small.flatMap((kind) => dealSmall(kind, workers)),
  ]
}

/** Whether the scan has seen a file, as long as it is listed: then its stat need not be taken again. */
const isSeen = ({ stat, entry }: FileToCheck): boolean =>
  stat !== undefined && sizeAt(stat.words, stat.at) === entry.size

/** A batch as it goes to a worker. @param wantsStats whether those that the scan does not have are to be taken */
export function toMessage(gameDir: string, batch: FileBatch, wantsStats: boolean): HashBatch {
  return {
    kind: 'hash',
    root: gameDir,
    paths: batch.map(({ path }) => path).join(SEPARATOR),
    sizes: Float64Array.from(batch, ({ entry }) => entry.size ?? -1),
    algorithm: algorithms.indexOf(batch[0]?.entry.algorithm ?? 'md5'),
    expected: new Uint8Array(Buffer.from(batch.map(({ entry }) => entry.hash).join(''), 'hex')),
    wantsStats: wantsStats && !batch.every(isSeen),
  }
}
