import { Worker } from 'node:worker_threads'
import { shareMemory } from './wasm/engine.ts'
import { MEMORY_BYTES, Word } from './worker/memory.ts'
import type {
  FromWorker,
  HashBatch,
  HashReply,
  ScanBatch,
  ScanReply,
  ToWorker,
  WorkerStart,
} from './worker/protocol.ts'

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
  /** Has the thread close what it has open and end; one that does not hear it is ended. What it holds is not answered. */
  end(): void
}

/**
 * Bounds what V8 sets aside per thread; a file's size does not matter to it. What a thread makes is thrown away at once, so
 * more room for it is only more memory: 8 MB here were 10 MB more for two threads, and no quicker.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256, stackSizeMb: 2 }

/** A thread that was told to stop hears more sooner than this, if its disk answers. */
const END_GRACE_MS = 1000

/** Starts a thread. `onFree` hears that it can take more, `onDead` (once) that it is gone. */
export function startMember(
  url: URL,
  command: SharedArrayBuffer,
  onFree: (member: Member) => void,
  onDead: (member: Member) => void,
): Member {
  const memory = shareMemory(MEMORY_BYTES)
  const at = new Int32Array(memory.buffer, Word.reading, 1)
  const bytes = new Float64Array(memory.buffer, Word.allBytes, 1)
  const held: Waiting[] = []
  const worker = new Worker(url, {
    workerData: { command, memory } satisfies WorkerStart,
    resourceLimits,
  })
  let wasReady = false
  let dead = false
  let hasEnded = false
  const post = (message: ToWorker) => worker.postMessage(message)
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
      post({ id: waiting.id, batch: waiting.batch })
    },
    stay: (stays) => (stays ? worker.ref() : worker.unref()),
    end() {
      hasEnded = true
      worker.unref()
      post({ end: true })
      setTimeout(() => void worker.terminate(), END_GRACE_MS).unref()
    },
  }
  const die = () => {
    if (!dead) onDead(member)
    dead = true
  }
  worker.on('message', (message: FromWorker) => {
    wasReady = true
    if (hasEnded) return
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
