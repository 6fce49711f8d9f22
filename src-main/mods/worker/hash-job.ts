import type { BigIntStats } from 'node:fs'
import type { Algorithm } from '../hash-list.ts'
import type { OnListed } from './hash-short.ts'
import { algorithms, FileState, pathsOf, STAT_FIELDS, type HashBatch, type HashReply } from './protocol.ts'

/** A batch as the hashing functions see it. Each file is settled at most once. */
export interface HashJob {
  readonly count: number
  readonly algorithm: Algorithm
  /** Absolute. */
  readonly paths: readonly string[]
  /** As listed; −1 for none. */
  readonly sizes: Float64Array
  /** Tells the pool which file is being read. */
  reading(at: number): void
  /** @param outcome hex digest, `size`, or an errno */
  settle(at: number, outcome: string, stat: BigIntStats | undefined): void
  /** @param words the digest, 32-bit words of little-endian bytes */
  settleWords(at: number, words: Uint32Array, stat: BigIntStats | undefined): void
  /** Settles at once all that have the listed digest: {@link STAT_FIELDS} numbers for each. */
  settleListed: OnListed
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
  let paths: string[] | undefined
  const count = batch.sizes.length
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
    algorithm: algorithms[batch.algorithm] ?? 'md5',
    get paths() {
      return (paths ??= pathsOf(batch).map((path) => `${batch.root}/${path}`))
    },
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
    settleListed(isSame, same, seen) {
      reply.same += same
      if (same === count) states.fill(FileState.same)
      else for (let at = 0; at < count; at++) if (isSame[at] === 1) states[at] = FileState.same
      if (batch.wantsStats) stats.set(seen.subarray(0, stats.length))
    },
  }
  return { job, reply }
}
