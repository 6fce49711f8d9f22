import type { BigIntStats } from 'node:fs'
import { algorithms, FileState, SEPARATOR, STAT_FIELDS, type HashBatch, type HashReply } from './protocol.ts'
import type { Algorithm } from '../hash-list.ts'

/** A batch as the hashing functions see it. Each file is settled at most once. */
export interface HashJob {
  readonly count: number
  readonly algorithm: Algorithm
  /** Absolute. */
  readonly paths: readonly string[]
  /** The caller wants the files' stats; else they need not be taken. */
  readonly wantsStats: boolean
  /** As listed; −1 for none. */
  readonly sizes: Float64Array
  /** Tells the pool which file is being read. */
  reading(at: number): void
  /** @param outcome hex digest, `size`, or an errno */
  settle(at: number, outcome: string, stat: BigIntStats | undefined): void
  /** @param words the digest, 32-bit words of little-endian bytes */
  settleWords(at: number, words: Uint32Array, stat: BigIntStats | undefined): void
}

function writeStat(stats: BigInt64Array, at: number, stat: BigIntStats): void {
  const place = at * STAT_FIELDS
  stats[place] = stat.size
  stats[place + 1] = stat.mtimeNs
  stats[place + 2] = stat.ctimeNs
  stats[place + 3] = stat.ino
}

const hexOf = (words: Uint32Array): string =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('hex')

function isSame(expected: Uint32Array, from: number, words: Uint32Array): boolean {
  for (let word = 0; word < words.length; word++) if (expected[from + word] !== words[word]) return false
  return true
}

/** Unpacks a batch. `reply` is filled as files are settled. */
export function createJob(batch: HashBatch, reading: (at: number) => void): { job: HashJob; reply: HashReply } {
  // joined and split as a whole: no code of ours runs for each path
  const before = `${batch.root}/`
  const paths = (before + batch.paths.split(SEPARATOR).join(SEPARATOR + before)).split(SEPARATOR)
  const count = paths.length
  const states = new Uint8Array(count)
  const stats = new BigInt64Array(count * STAT_FIELDS)
  const notes: HashReply['notes'] = {}
  const wordsEach = batch.expected.length / count / 4
  const { buffer, byteOffset, length } = batch.expected
  const expected = new Uint32Array(buffer, byteOffset, length / 4)
  if (!batch.wantsStats) stats.fill(-1n) // none was taken
  const reply: HashReply = { kind: 'hash', states, same: 0, notes, stats }
  const job: HashJob = {
    count,
    wantsStats: batch.wantsStats,
    algorithm: algorithms[batch.algorithm] ?? 'md5',
    paths,
    sizes: batch.sizes,
    reading,
    settle(at, outcome, stat) {
      states[at] = FileState.other
      notes[at] = outcome
      if (stat) writeStat(stats, at, stat)
    },
    settleWords(at, words, stat) {
      if (words.length !== wordsEach || !isSame(expected, at * wordsEach, words))
        return job.settle(at, hexOf(words), stat)
      states[at] = FileState.same
      reply.same++
      if (stat) writeStat(stats, at, stat)
    },
  }
  return { job, reply }
}
