import { closeSync, readSync, type BigIntStats } from 'node:fs'
import { ATTEMPTS, CHANGED, codeOf, isUnchanged, openListed, type Gate, type OpenFile } from './hash-file.ts'
import type { HashJob } from './hash-job.ts'
import type { Md5Lane, Md5Lanes } from './md5-lanes.ts'
import { BLOCK_BYTES, LANE_BYTES } from './memory.ts'

/** A lane and the file on it. */
interface Stream {
  readonly lane: Md5Lane
  /** Place in the job; −1 while there is no file. */
  at: number
  tries: number
  /** Until everything is read. */
  file: OpenFile | undefined
  stat: BigIntStats | undefined
  /** Bytes read so far, and those of them that are in the buffer. */
  read: number
  held: number
  /** Where in the buffer the next block is, and how many are left. */
  offset: number
  blocks: number
}

/**
 * Files that take several reads are read side by side only where reading is quicker than a lane hashes, in bytes per ms: a
 * slower disk would do nothing but seek.
 */
const WORTH_IT = 600_000
/** So much is read before that is judged. */
const JUDGED_BYTES = 2 << 20

/** Tells how many long files to read side by side, by how quickly they come. */
function createPace(most: number) {
  let bytes = 0
  let ms = 0
  let limit = 1
  return {
    limit: () => limit,
    tell(length: number, took: number) {
      bytes += length
      ms += took
      if (bytes < JUDGED_BYTES) return
      limit = bytes > ms * WORTH_IT ? most : 1
      bytes = 0
      ms = 0
    },
  }
}
type Pace = ReturnType<typeof createPace>

const isBusy = ({ at }: Stream): boolean => at >= 0
/** More is to be read. */
const isLong = ({ file }: Stream): boolean => file !== undefined
/** A part of it is digested and no longer in the buffer. */
const isHalfDone = ({ at, read, held }: Stream): boolean => at >= 0 && read > held

function close(stream: Stream): void {
  if (stream.file) closeSync(stream.file.fd)
  stream.file = undefined
}

/** Reads until the buffer is full or the file ends, then pads it. Says whether the file is still as it was. @throws errno errors */
function fill(stream: Stream, file: OpenFile): boolean {
  const { lane } = stream
  const isFirst = stream.read === 0
  stream.offset = 0
  stream.held = 0
  while (stream.held < LANE_BYTES) {
    const wanted = Math.min(LANE_BYTES - stream.held, file.size - stream.read + 1)
    const got = readSync(file.fd, lane.buffer, stream.held, wanted, null)
    stream.held += got
    stream.read += got
    if (stream.read > file.size) return false
    if (got < wanted && stream.read === file.size) {
      const isSame = isFirst || isUnchanged(file)
      close(stream)
      stream.blocks = lane.pad(stream.held, stream.read)
      return isSame
    }
    if (got === 0) return false
  }
  stream.blocks = LANE_BYTES / BLOCK_BYTES
  return true
}

/** Fills a stream and tells the pace how long that took, if it is a long one. */
function timedFill(stream: Stream, file: OpenFile, pace: Pace): boolean {
  const since = performance.now()
  const isSound = fill(stream, file)
  if (isLong(stream)) pace.tell(stream.held, performance.now() - since)
  return isSound
}

/** Opens the stream's file and reads its begin; what cannot be hashed is settled. */
function begin(stream: Stream, job: HashJob, pace: Pace): void {
  step(stream, job, pace, () => {
    const file = openListed(job.paths[stream.at] as string, job.sizes[stream.at] as number)
    if ('fd' in file) {
      stream.file = file
      stream.stat = file.stat
      stream.read = 0
      stream.lane.reset()
      return timedFill(stream, file, pace)
    }
    job.settle(stream.at, file.outcome, file.stat)
    stream.at = -1
    return true
  })
}

/** Does what the disk may refuse. A file that has changed meanwhile is begun anew, once; one that fails is settled. */
function step(stream: Stream, job: HashJob, pace: Pace, work: () => boolean): void {
  job.reading(stream.at)
  try {
    if (work()) return
    close(stream)
    if (++stream.tries < ATTEMPTS) return begin(stream, job, pace)
    job.settle(stream.at, CHANGED, stream.stat)
  } catch (error) {
    close(stream)
    job.settle(stream.at, codeOf(error), undefined)
  }
  stream.at = -1
}

/** After a digest: what is at its end is settled, what is not reads on. */
function advance(stream: Stream, job: HashJob, pace: Pace, gate: Gate): void {
  if (stream.blocks > 0) return
  gate.count(stream.held)
  const { file } = stream
  if (file) return step(stream, job, pace, () => timedFill(stream, file, pace))
  job.settleWords(stream.at, stream.lane.state, stream.stat)
  stream.at = -1
}

/** Makes the function that hashes files of a job by MD5, several side by side; each ends as `hashFile` would have it. */
export function createLaneHasher(lanes: Md5Lanes): (job: HashJob, gate: Gate, places: readonly number[]) => void {
  const pace = createPace(lanes.lanes.length)
  const none = { at: -1, tries: 0, file: undefined, stat: undefined, read: 0, held: 0, offset: 0, blocks: 0 }
  const streams = lanes.lanes.map((lane): Stream => ({ lane, ...none }))
  const offsets = new Int32Array(streams.length)

  const isShort = (size: number) => size >= 0 && size <= LANE_BYTES
  /** Sets the offsets of the streams that go on now, and returns how many blocks all of them have; 0 if there is none. */
  const choose = (): number => {
    let blocks = Infinity
    let long = 0
    for (let at = 0; at < streams.length; at++) {
      const stream = streams[at] as Stream
      const goes = isBusy(stream) && (!isLong(stream) || ++long <= pace.limit())
      offsets[at] = goes ? stream.offset : -1
      if (goes && stream.blocks < blocks) blocks = stream.blocks
    }
    return blocks === Infinity ? 0 : blocks
  }
  return (job, gate, places) => {
    let next = 0
    const mayBegin = () => {
      const place = places[next]
      return (
        place !== undefined && (isShort(job.sizes[place] as number) || streams.filter(isLong).length < pace.limit())
      )
    }
    try {
      for (;;) {
        for (const stream of streams)
          while (!isBusy(stream) && mayBegin()) {
            stream.at = places[next++] as number
            stream.tries = 0
            begin(stream, job, pace)
          }
        const blocks = choose()
        if (blocks === 0) return
        // what is whole in its buffer costs little to read again; what is half digested waits here for the pause to end
        if (!gate.open && !(streams.some(isHalfDone) && gate.pass())) return
        lanes.run(offsets, blocks)
        for (let at = 0; at < streams.length; at++) {
          if ((offsets[at] ?? -1) < 0) continue
          const stream = streams[at] as Stream
          stream.offset += blocks * BLOCK_BYTES
          stream.blocks -= blocks
          advance(stream, job, pace, gate)
        }
      }
    } finally {
      for (const stream of streams) {
        close(stream)
        stream.at = -1
      }
    }
  }
}
