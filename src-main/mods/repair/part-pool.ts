import { Worker } from 'node:worker_threads'
import type { Algorithm } from '../list/index.ts'
import { RESERVED, shareMemory } from '../md5/index.ts'
import type { Hasher } from './hasher.ts'
import { openPart, openPartWith, type OpenPart } from './part.ts'
import type { PartAnswer, PartQuestion, PartWorkerData } from './part-protocol.ts'

/** Part files that are hashed by a thread. */
export interface PartPool {
  open: OpenPart
  close(): void
}

const SLOT = 256 << 10
/** One fills while the others are on their way, or wait for bytes of other parts to be hashed along with. */
const SLOTS = 12
/** A smaller file is done before a thread has heard of it. */
const WORTH_A_THREAD = 512 << 10
/** More files than this at a time are hashed by the calling thread. */
const MOST_PARTS = 16

/** One thread hashes all parts, the more at a time the faster (see md5/); bytes reach it without being copied. */
function openThread(workerUrl: URL) {
  const memory = shareMemory(RESERVED + MOST_PARTS * SLOTS * SLOT)
  const worker = new Worker(workerUrl, { workerData: { memory } satisfies PartWorkerData })
  worker.unref()
  const open = new Map<number, { resolve: (answer: PartAnswer) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.on('message', (answer: PartAnswer) => {
    open.get(answer.id)?.resolve(answer)
    open.delete(answer.id)
    if (open.size === 0) worker.unref()
  })
  let broken: Error | undefined
  worker.on('error', (error) => {
    broken = error
    for (const { reject } of open.values()) reject(error)
    open.clear()
  })
  return {
    memory,
    tell: (request: PartQuestion) => worker.postMessage({ ...request, id: 0 }),
    ask(request: PartQuestion): Promise<PartAnswer> {
      if (broken) return Promise.reject(broken)
      const id = ++last
      worker.ref()
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject })
        worker.postMessage({ ...request, id })
      })
    },
    close: () => void worker.terminate(),
  }
}

type Thread = ReturnType<typeof openThread>

/** A digest that the thread makes. `place` is where its slots begin. */
function createFarHasher(
  thread: Thread,
  digest: number,
  algorithm: Algorithm,
  place: number,
  done: () => void,
): Hasher {
  const slots = Array.from({ length: SLOTS }, (_, n) => Buffer.from(thread.memory.buffer, place + n * SLOT, SLOT))
  thread.tell({ op: 'open', digest, algorithm })
  return {
    slots: SLOTS,
    slot: (at) => slots[at] as Buffer,
    update: (at, length) => thread.ask({ op: 'update', digest, at: place + at * SLOT, length }).then(() => undefined),
    hurry: () => thread.tell({ op: 'hurry', digest }),
    reset: () => thread.tell({ op: 'reset', digest }),
    digest: async () => (await thread.ask({ op: 'finish', digest })).digest ?? '',
    free() {
      thread.tell({ op: 'forget', digest })
      done()
    },
  }
}

/** Opens the pool; the thread starts with the first part that is worth it. @param workerUrl the built part worker */
export function openPartPool(workerUrl: URL): PartPool {
  const free = Array.from({ length: MOST_PARTS }, (_, n) => RESERVED + n * SLOTS * SLOT)
  let thread: Thread | undefined
  let last = 0
  return {
    async open(disk, path, algorithm, expected, signal) {
      const place = expected === null || expected >= WORTH_A_THREAD ? free.pop() : undefined
      if (place === undefined) return openPart(disk, path, algorithm, expected, signal)
      thread ??= openThread(workerUrl)
      const hasher = createFarHasher(thread, ++last, algorithm, place, () => void free.push(place))
      return openPartWith(hasher, disk, path, signal)
    },
    close: () => thread?.close(),
  }
}
