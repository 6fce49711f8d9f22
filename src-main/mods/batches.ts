import type { PlainFiles } from './plain/plain-list.ts'
import { asListed, type FileToCheck } from './plan.ts'
import { algorithms, joinPaths, type HashBatch } from './worker/protocol.ts'
import { LANES, MOST_SHORT } from './worker/memory.ts'

/** Files that go to a worker in one message, in order; all of one algorithm. */
export interface FileBatch {
  readonly count: number
  /** Where their places follow one another: the first. */
  readonly firstPlace?: number
  files(): readonly FileToCheck[]
  /** Those that the disk spells otherwise. */
  differing(): readonly FileToCheck[]
  /** As it goes to a worker. */
  message(gameDir: string, wantsStats: boolean): HashBatch
}

/** From this size on a file is large: it goes alone, or with as many as are hashed side by side. */
const LARGE_BYTES = 1 << 20
const BATCH_BYTES = 8 << 20

const LEAST_FILES = 16

const sizeOf = (file: FileToCheck): number => file.entry.size ?? LARGE_BYTES

/** A batch of these files. */
export const batchOf = (files: readonly FileToCheck[]): FileBatch => ({
  count: files.length,
  files: () => files,
  differing: () => files.filter(({ differs }) => differs),
  message: (gameDir, wantsStats) => ({
    kind: 'hash',
    root: gameDir,
    paths: joinPaths(files.map(({ path }) => path)),
    sizes: Float64Array.from(files, ({ entry }) => entry.size ?? -1),
    algorithm: algorithms.indexOf(files[0]?.entry.algorithm ?? 'md5'),
    expected: new Uint8Array(Buffer.from(files.map(({ entry }) => entry.hash).join(''), 'hex')),
    wantsStats,
  }),
})

const plainFiles = (plain: PlainFiles, from: number, to: number): FileToCheck[] =>
  plain.files(from, to).map((entry, at) => asListed(entry, from + at))

/** A batch of files as they lie in memory. */
const plainBatch = (plain: PlainFiles, from: number, to: number): FileBatch => ({
  count: to - from,
  firstPlace: from,
  files: () => plainFiles(plain, from, to),
  differing: () => [],
  message: (gameDir, wantsStats) => ({
    kind: 'hash',
    root: gameDir,
    paths: plain.paths(from, to),
    sizes: plain.sizes.subarray(from, to),
    algorithm: algorithms.indexOf('md5'),
    expected: plain.digests(from, to),
    wantsStats,
  }),
})

/** Large files of like size together, as many rounds for each worker. */
function dealLarge(files: FileToCheck[], workers: number): FileBatch[] {
  const together = files[0]?.entry.algorithm === 'md5' ? LANES : 1
  const rounds = Math.ceil(files.length / (together * workers))
  const share = Math.ceil(files.length / (rounds * workers))
  const sorted = files.sort((a, b) => sizeOf(b) - sizeOf(a))
  return Array.from({ length: Math.ceil(files.length / share) }, (_, at) =>
    batchOf(sorted.slice(at * share, (at + 1) * share)),
  )
}

/** Tells where a batch of small files ends: by their number, or by what they weigh. */
function createMeasure(count: number, workers: number): (size: number) => boolean {
  const most = Math.min(MOST_SHORT, Math.max(LEAST_FILES, Math.ceil(count / (workers * 8))))
  let files = 0
  let bytes = 0
  return (size) => {
    files++
    bytes += size
    if (files < most && bytes < BATCH_BYTES) return false
    files = bytes = 0
    return true
  }
}

function dealSmall(files: FileToCheck[], workers: number): FileBatch[] {
  const isFull = createMeasure(files.length, workers)
  const batches: FileBatch[] = []
  let from = 0
  for (let at = 0; at < files.length; at++) {
    if (!isFull(sizeOf(files[at] as FileToCheck)) && at + 1 < files.length) continue
    batches.push(batchOf(files.slice(from, at + 1)))
    from = at + 1
  }
  return batches
}

/** The same for files that are no objects yet; only the large ones become some. */
function dealPlain(plain: PlainFiles, workers: number): FileBatch[] {
  const isFull = createMeasure(plain.count, workers)
  const large: FileToCheck[] = []
  const batches: FileBatch[] = []
  let from = 0
  const cut = (to: number) => {
    if (to > from) batches.push(plainBatch(plain, from, to))
    from = to
  }
  for (let at = 0; at < plain.count; at++) {
    const size = plain.sizes[at] as number
    if (size >= LARGE_BYTES) {
      cut(at)
      large.push(...plainFiles(plain, at, ++from))
    } else if (isFull(size)) cut(at + 1)
  }
  cut(plain.count)
  return [...(large.length > 0 ? dealLarge(large, workers) : []), ...batches]
}

/**
 * Deals files out to messages: large ones first, so that no worker is left with one at the end; small ones by the hundred,
 * since a message costs as much as a small file.
 */
export function dealBatches(files: readonly FileToCheck[], plain: PlainFiles, workers: number): FileBatch[] {
  const large = algorithms.map((): FileToCheck[] => [])
  const small = algorithms.map((): FileToCheck[] => [])
  for (const file of files) {
    const kinds = sizeOf(file) >= LARGE_BYTES ? large : small
    kinds[algorithms.indexOf(file.entry.algorithm)]?.push(file)
  }
  return [
    ...large.flatMap((kind) => (kind.length > 0 ? dealLarge(kind, workers) : [])),
    ...dealPlain(plain, workers),
    ...small.flatMap((kind) => dealSmall(kind, workers)),
  ]
}
