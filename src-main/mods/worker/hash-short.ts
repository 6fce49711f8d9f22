import { closeSync, readSync } from 'node:fs'
import { codeOf, openForReading, type Gate } from './hash-file.ts'
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
 * whose stats are known. It does so little else because its code is compiled in each fresh thread, which takes as long as
 * thousands of such files. Gives the places of the others, among them those that are not as long as listed any more.
 */
export function createShortHasher({ lanes, run }: Md5Lanes): (job: HashJob, gate: Gate) => number[] {
  /** By lane: the file's place in the job, how far it is digested, and the blocks that are left; 0 for a free lane. */
  const places = new Int32Array(LANES)
  const offsets = new Int32Array(LANES)
  const blocks = new Int32Array(LANES)

  /** Puts a file on a lane. False where it has to be looked at more closely. */
  const begin = (lane: number, at: number, job: HashJob): boolean => {
    const size = job.size(at)
    // an empty one could as well be a pipe
    if (size <= 0 || size > LANE_BYTES) return false
    job.reading(at)
    const { buffer, reset, pad } = lanes[lane] as Md5Lane
    try {
      if (readWhole(job.path(at), size, buffer) !== size) return false
    } catch (error) {
      job.settle(at, codeOf(error), undefined)
      return true
    }
    reset()
    places[lane] = at
    offsets[lane] = 0
    blocks[lane] = pad(size, size)
    return true
  }
  /** Digests as many blocks as all lanes have. False if none has any. */
  const digest = (): boolean => {
    let least = 0
    for (let lane = 0; lane < LANES; lane++) {
      const left = blocks[lane] as number
      if (left === 0) offsets[lane] = -1
      else if (least === 0 || left < least) least = left
    }
    if (least === 0) return false
    run(offsets, least)
    for (let lane = 0; lane < LANES; lane++)
      if (blocks[lane] !== 0) {
        blocks[lane] -= least
        offsets[lane] += least * BLOCK_BYTES
      }
    return true
  }
  return (job, gate) => {
    const others: number[] = []
    if (!job.hasStats) return Array.from({ length: job.count }, (_, at) => at)
    blocks.fill(0)
    places.fill(-1)
    let next = 0
    do {
      for (let lane = 0; lane < LANES; lane++) {
        if (blocks[lane] !== 0) continue
        const done = places[lane] as number
        if (done >= 0) {
          places[lane] = -1
          gate.count(job.size(done))
          job.settleWords(done, (lanes[lane] as Md5Lane).state, undefined)
        }
        while (next < job.count && blocks[lane] === 0) if (!begin(lane, next++, job)) others.push(next - 1)
      }
    } while (gate.open && digest())
    return others
  }
}
