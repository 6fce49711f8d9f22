import { Worker } from 'node:worker_threads'
import type { FromWorker, HashBatch, HashReply, ScanBatch, ScanReply } from './worker/protocol.ts'

export type Batch = HashBatch | ScanBatch
export type Answer = HashReply | ScanReply

export interface Waiting {
  id: number
  batch: Batch
  resolve(reply: Answer): void
  reject(error: Error): void
}

/** One worker thread and the batches it holds, oldest first: it works on that one. */
export interface Member {
  readonly held: readonly Waiting[]
  /** Whether the thread ever came up. */
  readonly wasReady: boolean
  /** Bytes hashed. */
  readonly bytes: number
  /** Place in the oldest batch. */
  readonly at: number
  give(waiting: Waiting): void
  /** Whether the thread keeps the process from ending. */
  stay(stays: boolean): void
  end(): void
}

/**
 * Bounds what V8 sets aside per thread; a file's size does not matter to it. What a thread makes is thrown away at once, so
 * more room for it is only more memory: 8 MB here were 10 MB more for two threads, and no quicker.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256, stackSizeMb: 2 }

/** Starts a thread. `onFree` hears that it can take more, `onDead` (once) that it is gone. */
export function startMember(
  url: URL,
  command: SharedArrayBuffer,
  onFree: (member: Member) => void,
  onDead: (member: Member) => void,
): Member {
  const gauge = { command, at: new SharedArrayBuffer(4), bytes: new SharedArrayBuffer(8) }
  const at = new Int32Array(gauge.at)
  const bytes = new Float64Array(gauge.bytes)
  const held: Waiting[] = []
  const worker = new Worker(url, { workerData: gauge, resourceLimits })
  let wasReady = false
  let dead = false
  const member: Member = {
    held,
    get wasReady() {
      return wasReady
    },
    get bytes() {
      return bytes[0] ?? 0
    },
    get at() {
      return at[0] ?? 0
    },
    give(waiting) {
      held.push(waiting)
      worker.postMessage({ id: waiting.id, batch: waiting.batch })
    },
    stay: (stays) => (stays ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  }
  const die = () => {
    if (!dead) onDead(member)
    dead = true
  }
  worker.on('message', (message: FromWorker) => {
    wasReady = true
    if ('ready' in message) return
    const place = held.findIndex((waiting) => waiting.id === message.id)
    const [answered] = place < 0 ? [] : held.splice(place, 1)
    onFree(member)
    answered?.resolve(message.reply)
  })
  worker.on('error', die)
  worker.on('exit', die)
  return member
}
