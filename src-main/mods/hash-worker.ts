import { parentPort, workerData } from 'node:worker_threads'
import { hashFile, STOPPED, type Gate } from './worker/hash-file.ts'
import { createJob, type HashJob } from './worker/hash-job.ts'
import { createLaneHasher } from './worker/hash-lanes.ts'
import { createShortHasher } from './worker/hash-short.ts'
import { createMd5Lanes } from './worker/md5-lanes.ts'
import { Word } from './worker/memory.ts'
import {
  Command,
  type FromWorker,
  type HashBatch,
  type HashReply,
  type ToWorker,
  type WorkerStart,
} from './worker/protocol.ts'
import { scanFolders } from './worker/scan-folders.ts'
import { hashPrograms } from './worker/programs.ts'
import { closeAllWasi } from './worker/wasi.ts'

// Electron takes a mod's file named *.asar for a folder otherwise, and looks for one in every path
Object.assign(process, { noAsar: true })
const start = workerData as WorkerStart
const command = new Int32Array(start.command)
const place = new Int32Array(start.memory.buffer, Word.reading, 1)
const bytes = new Float64Array(start.memory.buffer, Word.allBytes, 1)

const gate: Gate = {
  get open() {
    return Atomics.load(command, 0) === Command.go
  },
  pass() {
    while (Atomics.load(command, 0) === Command.pause) Atomics.wait(command, 0, Command.pause)
    return Atomics.load(command, 0) === Command.go
  },
  count(length) {
    bytes[0] = (bytes[0] ?? 0) + length
  },
}

const { memory } = start
const programs = hashPrograms()
const lanes = programs && createMd5Lanes(memory, programs.md5)
const hashShort = lanes && createShortHasher(memory, programs.short, lanes)
const hashInLanes = lanes && createLaneHasher(lanes)

/** One file after the other. Between two files a pause does not wait: what is done goes back, so that it is kept. */
function hashInTurn(job: HashJob): void {
  for (let at = 0; at < job.count && gate.open; at++) {
    job.reading(at)
    try {
      const { outcome, stat } = hashFile(job.paths[at] as string, job.sizes[at] as number, job.algorithm, gate)
      job.settle(at, outcome, stat)
    } catch (error) {
      if (error === STOPPED) return
      throw error
    }
  }
}

function hashBatch(batch: HashBatch): HashReply {
  const { job, reply } = createJob(batch, (at) => Atomics.store(place, 0, at))
  // a lone file is quicker by itself than on one of many lanes
  if (hashShort && hashInLanes && job.algorithm === 'md5' && job.count > 1) {
    const others = hashShort.hash(batch, gate, job.settleListed)
    if (others.length > 0) hashInLanes(job, gate, others)
  } else hashInTurn(job)
  return reply
}

const answer = (message: FromWorker): void => parentPort?.postMessage(message)

let last = 0
parentPort?.on('message', (message: ToWorker) => {
  if ('end' in message) {
    closeAllWasi()
    process.exit()
  }
  const { id, batch } = message
  last = id
  answer({ id, reply: batch.kind === 'hash' ? hashBatch(batch) : scanFolders(batch) })
  // what waits already comes first
  setImmediate(() => {
    if (last === id) hashShort?.leave()
  })
})
answer({ ready: true })
