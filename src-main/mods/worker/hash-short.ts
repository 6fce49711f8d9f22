import { closeSync, openSync, readSync } from 'node:fs'
import { OPEN_FLAGS, type Gate } from './hash-file.ts'
import type { HashJob } from './hash-job.ts'
import { BLOCK_BYTES, LANE_BYTES, LANES, type Md5Lane, type Md5Lanes } from './md5-lanes.ts'

/** How far a job is. */
interface Work {
  job: HashJob
  gate: Gate
  /** The next file's place. */
  next: number
  /** Places of files that take more than to be read once. */
  others: number[]
}

/** Whether a file that is to have `size` bytes was read as a whole in one go. */
function readWhole(path: string, size: number, into: Buffer): boolean {
  try {
    const fd = openSync(path, OPEN_FLAGS)
    try {
      return readSync(fd, into, 0, size + 1, null) === size // what stands behind them is read too, so that it tells
    } finally {
      closeSync(fd)
    }
  } catch {
    return false // it will tell its errno again
  }
}

/**
 * Makes the function that hashes by MD5 what of a job needs no more than to be opened, read once and closed: short files
 * whose stats nobody wants. It does so little else because its code is compiled in each fresh thread, which takes as long as
 * thousands of such files; `fill` is where the time goes, and what calls it runs too seldom to be compiled with it once more.
 * Gives the places of the others, among them those that are not as long as listed, and those that cannot be read.
 */
export function createShortHasher({ lanes, run }: Md5Lanes): (job: HashJob, gate: Gate) => number[] {
  /** By lane: the file's place in the job (−1: free), how far it is digested, and the blocks that are left. */
  const places = new Int32Array(LANES)
  const offsets = new Int32Array(LANES)
  const blocks = new Int32Array(LANES)

  /** Settles what is digested, and puts the next files that will do on the free lanes. Gives whether there is something to digest. */
  const fill = (work: Work): boolean => {
    const { job, gate, others } = work
    let isBusy = false
    for (let at = 0; at < LANES; at++) {
      const lane = lanes[at] as Md5Lane
      const done = places[at] as number
      if (blocks[at] === 0 && done >= 0) {
        places[at] = -1
        gate.count(job.sizes[done] as number)
        job.settleWords(done, lane.state, undefined)
      }
      while (blocks[at] === 0 && work.next < job.count) {
        const place = work.next++
        const size = job.sizes[place] as number
        job.reading(place)
        // an empty one could as well be a pipe
        if (size > 0 && size <= LANE_BYTES && readWhole(job.paths[place] as string, size, lane.buffer)) {
          lane.reset()
          places[at] = place
          offsets[at] = 0
          blocks[at] = lane.pad(size, size)
        } else others.push(place)
      }
      isBusy ||= blocks[at] !== 0
    }
    return isBusy
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
    if (job.wantsStats) return Array.from(job.paths.keys())
    const work: Work = { job, gate, next: 0, others: [] }
    places.fill(-1)
    blocks.fill(0)
    while (fill(work) && gate.open) advance()
    return work.others
  }
}
