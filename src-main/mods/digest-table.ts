import type { FileBatch } from './batches.ts'
import { inSlices } from './breathe.ts'
import type { FileToCheck } from './plan.ts'
import { isSettled, isSameStat, STAT_WORDS, type StatPlace } from './stat-words.ts'

/** Digests of files by path and stat, as they are stored. */
export interface DigestRows {
  paths: string[]
  /** {@link STAT_WORDS} per row. */
  words: Int32Array
  digests: string[]
}

/** What earlier checks found: a file that still has the same size, times and inode has the same bytes. */
export interface DigestTable {
  readonly size: number
  /** The digest of `path`, if its stat is the one it was hashed with. */
  get(path: string, stat: StatPlace): string | undefined
}

/** Makes a table. Who asks in the order of the rows, as a check of an unchanged list does, is answered without an index. */
export function createTable({ paths, words, digests }: DigestRows): DigestTable {
  let index: Map<string, number> | undefined
  let next = 0
  const rowOf = (path: string): number | undefined => {
    if (paths[next] === path) return next
    index ??= new Map(paths.map((one, row) => [one, row]))
    return index.get(path)
  }
  return {
    size: paths.length,
    get(path, stat) {
      const row = rowOf(path)
      if (row === undefined) return undefined
      next = row + 1
      return isSameStat(words, row * STAT_WORDS, stat.words, stat.at) ? digests[row] : undefined
    },
  }
}

export const noRows: DigestRows = { paths: [], words: new Int32Array(), digests: [] }

/** Collects what a check finds of its files. */
export interface DigestCollector {
  /** @param words where the stat stands that the file had before it was hashed */
  add(file: FileToCheck, words: Int32Array, at: number, digest: string): void
  /** All of a batch, whose places follow one another, have the listed digest. @param words their stats */
  addSame(batch: Pick<FileBatch, 'count' | 'firstPlace'>, words: Int32Array): void
  /** The digest of a file, if it may be believed later on. */
  digestOf(file: FileToCheck): string | undefined
  /** The stat of a file that was added. */
  statOf(file: FileToCheck): Int32Array
  /** What may be believed later on, in the list's order. */
  rows(): Promise<DigestRows>
}

/** Makes a collector for the files of a check that began at `nowMs`; `files` are made when rows are asked for. */
export function createCollector(
  count: number,
  files: () => Promise<readonly FileToCheck[]>,
  nowMs: number,
): DigestCollector {
  const stats = new Int32Array(count * STAT_WORDS)
  const isSame = new Uint8Array(count)
  const found = new Array<string | undefined>(count).fill(undefined)
  const digestOf = ({ place, entry }: FileToCheck): string | undefined => {
    const digest = isSame[place] === 1 ? entry.hash : found[place]
    return digest !== undefined && isSettled(stats, place * STAT_WORDS, nowMs) ? digest : undefined
  }
  return {
    add({ place }, words, at, digest) {
      for (let word = 0; word < STAT_WORDS; word++) stats[place * STAT_WORDS + word] = words[at + word] ?? 0
      found[place] = digest
    },
    addSame({ count, firstPlace = 0 }, words) {
      stats.set(words, firstPlace * STAT_WORDS)
      isSame.fill(1, firstPlace, firstPlace + count)
    },
    digestOf,
    statOf: ({ place }) => stats.subarray(place * STAT_WORDS, (place + 1) * STAT_WORDS),
    async rows() {
      const kept: FileToCheck[] = []
      await inSlices(await files(), (file) => {
        if (digestOf(file) !== undefined) kept.push(file)
      })
      const words = new Int32Array(kept.length * STAT_WORDS)
      const rows: DigestRows = { paths: [], words, digests: [] }
      await inSlices(kept, (file, row) => {
        const from = file.place * STAT_WORDS
        words.set(stats.subarray(from, from + STAT_WORDS), row * STAT_WORDS)
        rows.paths.push(file.path)
        rows.digests.push(digestOf(file) ?? '')
      })
      return rows
    },
  }
}
