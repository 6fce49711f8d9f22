/** A thread that hashes files. */
import { workerData } from 'node:worker_threads'
import { errnoOutcome, serveWorker, type Serving } from '../../lib/index.ts'
import { hashFile, OpenFile } from './hash-file.ts'
import { Md5Lanes, type Message } from './md5/index.ts'
import { activityIn, Command, type HashBatch, type HashedFile, type ToldFile, type WorkerStart } from './protocol.ts'

// Electron takes a mod's file named *.asar for a folder otherwise, and looks for one in every path
Object.assign(process, { noAsar: true })

const start = workerData as WorkerStart
const command = new Int32Array(start.command)
const activity = activityIn(start.activity)

const isOpen = () => Atomics.load(command, 0) === Command.go

/** Counts what was hashed, waits while paused, and says whether to go on. */
function goOn(bytes: number): boolean {
  activity.bytes[0] = (activity.bytes[0] ?? 0) + bytes
  while (Atomics.load(command, 0) === Command.pause) Atomics.wait(command, 0, Command.pause)
  return isOpen()
}

const lanes = Md5Lanes.create()

/** A shorter file is hashed before the lanes are filled. */
const WORTH_LANES = 64 << 10
/**
 * Long files are read side by side only where the disk gives more than this, in bytes per ms: a slower one would do nothing but
 * seek. So much is read before that is judged.
 */
const WORTH_SEEKING = 600_000
const JUDGED_BYTES = 2 << 20

/** Tells how many long files to read at once, by how quickly they come. Lasts as long as the thread: so does the disk. */
const pace = {
  limit: 1,
  bytes: 0,
  ms: 0,
  tell(bytes: number, ms: number) {
    this.bytes += bytes
    this.ms += ms
    if (this.bytes < JUDGED_BYTES) return
    this.limit = this.bytes > this.ms * WORTH_SEEKING ? Md5Lanes.width : 1
    this.bytes = 0
    this.ms = 0
  },
}

/** A file as a message for the lanes; undefined where it ends before it begins, which `settle` hears. */
function messageOf(
  file: HashBatch['files'][number],
  at: number,
  settle: (hashed: HashedFile) => void,
): Message | undefined {
  const again = () => settle(hashFile(file.path, file.size, 'md5', goOn)) // it changes under our hands: by itself, once
  const failed = (error: unknown) => settle({ outcome: errnoOutcome(error) })
  Atomics.store(activity.at, 0, at)
  let opened: OpenFile | HashedFile
  try {
    opened = OpenFile.open(file.path, file.size)
  } catch (error) {
    failed(error)
    return undefined
  }
  if (!(opened instanceof OpenFile)) {
    settle(opened)
    return undefined
  }
  const open = opened
  return {
    read(into) {
      Atomics.store(activity.at, 0, at)
      const since = performance.now()
      let held: number | undefined
      try {
        held = open.read(into)
      } catch (error) {
        open.close()
        failed(error)
        return undefined
      }
      if (held === undefined) {
        open.close()
        again()
        return undefined
      }
      pace.tell(held, performance.now() - since)
      activity.bytes[0] = (activity.bytes[0] ?? 0) + held
      return held
    },
    done(digest) {
      open.close()
      settle({ outcome: digest, stat: open.stat })
    },
    drop: () => open.close(),
  }
}

/** Hears each file as it is done. */
type Settle = (at: number, hashed: HashedFile) => void

function hashInLanes(driver: Md5Lanes, { files }: HashBatch, settle: Settle): void {
  let next = 0
  driver.hash(
    () => {
      while (next < files.length && isOpen()) {
        const at = next++
        const file = files[at]
        const message = file && messageOf(file, at, (hashed) => settle(at, hashed))
        if (message) return message
      }
      return undefined
    },
    () => pace.limit,
    () => goOn(0),
  )
}

function hashInTurn({ files, algorithm }: HashBatch, settle: Settle): void {
  // between two files a pause does not wait: what is done goes back, so that it is kept
  for (let at = 0; at < files.length && isOpen(); at++) {
    const file = files[at]
    if (!file) return
    Atomics.store(activity.at, 0, at)
    settle(at, hashFile(file.path, file.size, algorithm, goOn))
  }
}

serveWorker({
  hash(batch: HashBatch, { tell }: Serving): HashedFile[] {
    const { files, algorithm } = batch
    const results = files.map((): HashedFile => ({ outcome: null }))
    const settle: Settle = (at, hashed) => {
      results[at] = hashed
      // a long file is worth a word of its own: whatever becomes of its batch, it is not hashed again
      if ((hashed.stat?.size ?? 0) >= WORTH_LANES) tell({ at, hashed } satisfies ToldFile)
    }
    const isLong = files.every(({ size }) => size !== null && size >= WORTH_LANES)
    if (lanes && algorithm === 'md5' && isLong && files.length > 1) hashInLanes(lanes, batch, settle)
    else hashInTurn(batch, settle)
    return results
  },
})
