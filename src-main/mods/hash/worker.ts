import { workerData } from 'node:worker_threads'
import { errnoOutcome, serveWorker, type Serving } from '../../lib/index.ts'
import { OpenFile } from '../files/index.ts'
import { Md5Lanes, type Message } from './md5/index.ts'
import {
  activityIn,
  type BatchOutcome,
  Command,
  type FileToHash,
  type FinishedFile,
  type HashOutcome,
  LONG_BYTES,
  type WorkerStart,
} from './protocol.ts'
import { createHash } from 'node:crypto'
import type { Algorithm } from '../list/index.ts'

// Otherwise Electron treats a mod's *.asar file as a folder, and looks for one in every path.
Object.assign(process, { noAsar: true })

const start = workerData as WorkerStart
const command = new Int32Array(start.command)
const activity = activityIn(start.activity)

const isOpen = () => Atomics.load(command, 0) === Command.go

/** Counts hashed bytes, waits while paused, and returns whether to continue. */
function goOn(bytes: number): boolean {
  activity.bytes[0] = (activity.bytes[0] ?? 0) + bytes
  while (Atomics.load(command, 0) === Command.pause) Atomics.wait(command, 0, Command.pause)
  return isOpen()
}

const lanes = Md5Lanes.create()

/**
 * Long files are read in parallel only if the disk is faster than this, in bytes per ms, because a slower disk would mostly seek. The speed
 * is measured over JUDGED_BYTES.
 */
const WORTH_SEEKING = 600_000
const JUDGED_BYTES = 512 << 10

/** Decides from the disk's speed how many long files to read in parallel. It lasts as long as the thread. */
const pace = {
  limit: 1,
  bytes: 0,
  ms: 0,
  add(bytes: number, ms: number) {
    this.bytes += bytes
    this.ms += ms
    if (this.bytes < JUDGED_BYTES) return
    this.limit = this.bytes > this.ms * WORTH_SEEKING ? Md5Lanes.width : 1
    this.bytes = 0
    this.ms = 0
  },
}

/** The outcome for a file that changes while it is read. */
const CHANGED: HashOutcome = { kind: 'error', errno: 'ECHANGED' }
const MOST_TRIES = 2
const BUFFER_BYTES = 1 << 20

let buffer: Buffer | undefined

/** Reads and hashes an open file with `node:crypto`; undefined if `goOn` returns false. @throws errno errors */
function readAndHash(file: OpenFile, algorithm: Algorithm): HashOutcome | undefined {
  buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES)
  const hash = createHash(algorithm)
  for (;;) {
    const held = file.read(buffer)
    if (held === undefined) return CHANGED
    hash.update(held === BUFFER_BYTES ? buffer : buffer.subarray(0, held))
    const isMore = goOn(held)
    if (held < BUFFER_BYTES) return { kind: 'digest', digest: hash.digest('hex'), stat: file.stat }
    if (!isMore) return undefined
  }
}

/**
 * Hashes a file; undefined if `goOn` returns false. Never throws an error of the disk, and never waits for a pipe or a device. A file that
 * changes while it is read is read once more; if it changes again, it fails.
 */
function hashFile({ path, size, algorithm }: FileToHash): HashOutcome | undefined {
  for (let tries = 1; ; tries++) {
    let file: OpenFile | undefined
    try {
      const opened = OpenFile.open(path, size)
      if (!(opened instanceof OpenFile)) return opened
      file = opened
      const outcome = readAndHash(file, algorithm)
      if (outcome !== CHANGED || tries === MOST_TRIES) return outcome
    } catch (error) {
      return { kind: 'error', errno: errnoOutcome(error) }
    } finally {
      file?.close()
    }
  }
}

/** A file as a message for the lanes; undefined if its outcome is already known. */
function messageOf(
  file: FileToHash,
  index: number,
  finish: (outcome: HashOutcome | undefined) => void,
): Message | undefined {
  const fail = (error: unknown) => finish({ kind: 'error', errno: errnoOutcome(error) })
  let open: OpenFile
  Atomics.store(activity.index, 0, index)
  try {
    const opened = OpenFile.open(file.path, file.size)
    if (!(opened instanceof OpenFile)) return void finish(opened)
    open = opened
  } catch (error) {
    return void fail(error)
  }
  return {
    read(into) {
      Atomics.store(activity.index, 0, index)
      const since = performance.now()
      try {
        const held = open.read(into)
        if (held !== undefined) {
          pace.add(held, performance.now() - since)
          activity.bytes[0] = (activity.bytes[0] ?? 0) + held
          return held
        }
        open.close()
        finish(hashFile(file)) // it changes while it is read, so it is hashed alone, from its start
      } catch (error) {
        open.close()
        fail(error)
      }
      return undefined
    },
    done(digest) {
      open.close()
      finish({ kind: 'digest', digest, stat: open.stat })
    },
    drop: () => open.close(),
  }
}

type Finish = (index: number, outcome: HashOutcome | undefined) => void

function hashInLanes(driver: Md5Lanes, files: readonly FileToHash[], finish: Finish): void {
  let next = 0
  driver.hash(
    () => {
      while (next < files.length && isOpen()) {
        const index = next++
        const file = files[index]
        const message = file && messageOf(file, index, (outcome) => finish(index, outcome))
        if (message) return message
      }
      return undefined
    },
    () => pace.limit,
    () => goOn(0),
  )
}

function hashInTurn(files: readonly FileToHash[], finish: Finish): void {
  for (const [index, file] of files.entries()) {
    if (!isOpen()) return // A pause between two files returns the finished outcomes, so that they are kept.
    Atomics.store(activity.index, 0, index)
    finish(index, hashFile(file))
  }
}

serveWorker({
  hash(files: readonly FileToHash[], { emit }: Serving): BatchOutcome {
    const outcomes: BatchOutcome = files.map(() => undefined)
    const finish: Finish = (index, outcome) => {
      outcomes[index] = outcome
      // reported at once, so that a long file is not hashed again if its batch fails
      if (outcome?.kind === 'digest' && outcome.stat.size >= LONG_BYTES) emit({ index, outcome } satisfies FinishedFile)
    }
    const fitsLanes = files.every(({ size, algorithm }) => algorithm === 'md5' && size !== null && size >= LONG_BYTES)
    if (lanes && fitsLanes && files.length > 1) hashInLanes(lanes, files, finish)
    else hashInTurn(files, finish)
    return outcomes
  },
})
