import { closeSync, readSync } from 'node:fs'
import { openForReading, type Gate } from './hash-file.ts'
import type { HashJob } from './hash-job.ts'
import { BLOCK_BYTES, LANE_BYTES, LANES, type Md5Lane, type Md5Lanes } from './md5-lanes.ts'

/** Reads a file in one go; what stands behind `size` bytes is read too, so that it tells. @throws errno errors */
function readWhole(path: string, size: number, into: Buffer): number {
  const fd = openForReading(path)
  try {
    return readSync(fd, into, 0, size + 1, null)
  } finally {
    closeSync(fd)
  }
}

/**
 * Makes the function that hashes by MD5 what of a job needs no more than to be opened, read once and closed: short files
 * whose stats nobody wants. It does so little else, and in so few functions, because its code is compiled in each fresh thread,
 * which takes as long as thousands of such files. Gives the places of the others, among them those that are not as long as
 * listed, and those that cannot be read.
 */
export function createShortHasher({ lanes, run }: Md5Lanes): (job: HashJob, gate: Gate) => number[] {
  /** By lane: the file's place in the job (−1: free), how far it is digested, and the blocks that are left. */
  const places = new Int32Array(LANES)
  const offsets = new Int32Array(LANES)
  const blocks = new Int32Array(LANES)

  /** Puts the next file that will do on a lane; gives the place after it. */
  const load = (lane: number, from: number, job: HashJob, others: number[]): number => {
    const { buffer, pad, reset } = lanes[lane] as Md5Lane
    for (let at = from; at < job.count; at++) {
      const size = job.size(at)
      job.reading(at)
      try {
        // an empty one could as well be a pipe
        if (size > 0 && size <= LANE_BYTES && readWhole(job.path(at), size, buffer) === size) {
          reset()
          places[lane] = at
          offsets[lane] = 0
          blocks[lane] = pad(size, size)
          return at + 1
        }
        others.push(at)
      } catch {
        others.push(at) // it will tell its errno again
      }
    }
    return job.count
  }
  /** Digests as many blocks as all files have. */
  const advance = (): void => {
    let least = 0
    for (let lane = 0; lane < LANES; lane++) {
      const left = blocks[lane] as number
      if (left === 0) offsets[lane] = -1
      else if (least === 0 || left < least) least = left
    }
    run(offsets, least)
    for (let lane = 0; lane < LANES; lane++) {
      if (blocks[lane] === 0) continue
      blocks[lane] = (blocks[lane] as number) - least
      offsets[lane] = (offsets[lane] as number) + least * BLOCK_BYTES
    }
  }
  return (job, gate) => {
    const others: number[] = []
    if (job.wantsStats) return Array.from({ length: job.count }, (_, at) => at)
    places.fill(-1)
    blocks.fill(0)
    let next = 0
    for (;;) {
      for (let lane = 0; lane < LANES; lane++) {
        if (blocks[lane] !== 0) continue
        const done = places[lane] as number
        if (done >= 0) {
          places[lane] = -1
          gate.count(job.size(done))
          job.settleWords(done, (lanes[lane] as Md5Lane).state, undefined)
        }
        next = load(lane, next, job, others)
      }
      if (!gate.open || places.every(isFree)) return others
      advance()
    }
  }
}

const isFree = (place: number): boolean => place < 0
