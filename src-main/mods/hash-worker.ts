import { parentPort, workerData } from 'node:worker_threads'
import { joinFaults } from '../lib/faults/index.ts'
import { hashFile, STOPPED, type Gate } from './worker/hash-file.ts'
import {
  algorithms,
  Command,
  SEPARATOR,
  STAT_FIELDS,
  type FromWorker,
  type HashBatch,
  type HashReply,
  type ToWorker,
  type WorkerGauge,
} from './worker/protocol.ts'
import { scanFolders } from './worker/scan-folders.ts'

joinFaults()
const gauge = workerData as WorkerGauge
const command = new Int32Array(gauge.command)
const at = new Int32Array(gauge.at)
const bytes = new Float64Array(gauge.bytes)

const gate: Gate = {
  pass() {
    while (Atomics.load(command, 0) === Command.pause) Atomics.wait(command, 0, Command.pause)
    return Atomics.load(command, 0) === Command.go
  },
  count(length) {
    bytes[0] = (bytes[0] ?? 0) + length
  },
}

/** Between two small files a pause does not wait: what is done goes back, so that it is kept. */
const mayGoOn = (): boolean => Atomics.load(command, 0) === Command.go

function hashBatch(batch: HashBatch): HashReply {
  const { sizes } = batch
  const paths = batch.paths.split(SEPARATOR)
  const stats = new BigInt64Array(paths.length * STAT_FIELDS)
  const outcomes: string[] = []
  for (const [index, path] of paths.entries()) {
    Atomics.store(at, 0, index)
    if (!mayGoOn()) break
    try {
      const { outcome, stat } = hashFile(
        path,
        sizes[index] ?? -1,
        algorithms[batch.algorithms[index] ?? 0] ?? 'md5',
        gate,
      )
      outcomes.push(outcome)
      if (!stat) continue
      const place = index * STAT_FIELDS
      stats[place] = stat.size
      stats[place + 1] = stat.mtimeNs
      stats[place + 2] = stat.ctimeNs
      stats[place + 3] = stat.ino
    } catch (error) {
      if (error === STOPPED) break
      throw error
    }
  }
  return { kind: 'hash', done: outcomes.length, outcomes: outcomes.join(SEPARATOR), stats }
}

const answer = (message: FromWorker): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, batch }: ToWorker) => {
  answer({ id, reply: batch.kind === 'hash' ? hashBatch(batch) : scanFolders(batch) })
})
answer({ ready: true })
