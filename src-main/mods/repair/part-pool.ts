import type { FileHandle } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Algorithm } from '../hash-list.ts'
import { openOwn, openPart, type OpenPart, type Part } from './part.ts'

/** What the main thread asks of a part worker; `part` names the part file, `id` the question. */
export type PartRequest = { id: number; part: number } & (
  | { op: 'open'; fd: number; algorithm: Algorithm; slots: SharedArrayBuffer[]; stop: SharedArrayBuffer }
  | { op: 'put'; slot: number; length: number }
  | { op: 'restart' | 'finish' | 'forget' }
)

/** A worker's answer: the size, or the digest of `finish`; or an errno. */
export interface PartAnswer {
  id: number
  value: number | string
  errno?: string
  ms: number
}

/** Part files whose hashing and writing is done by threads. */
export interface PartPool {
  open: OpenPart
  close(): void
}

const SLOT = 1 << 20
/** One fills while the others are on their way through the thread: a busy machine wakes it late. */
const SLOTS = 4
/** A smaller file is done before a thread has heard of it. */
const WORTH_A_THREAD = 512 * 1024

type Ask = (request: Record<string, unknown> & { op: PartRequest['op'] }) => Promise<PartAnswer>

/** Starts the threads. @param workerUrl the built part worker */
export function openPartPool(workerUrl: URL, threads: number): PartPool {
  const lines: ReturnType<typeof openLine>[] = []
  /** Memory of parts that are done: fresh memory costs more than the copying. */
  const spare: SharedArrayBuffer[][] = []
  let next = 0
  let lastPart = 0
  return {
    async open(disk, path, algorithm, expected, signal) {
      if (expected !== null && expected < WORTH_A_THREAD) return openPart(disk, path, algorithm, expected, signal)
      const line = (lines[next] ??= openLine(workerUrl))
      next = (next + 1) % threads
      const handle = await openOwn(disk, path)
      const part = ++lastPart
      const slots = spare.pop() ?? Array.from({ length: SLOTS }, () => new SharedArrayBuffer(SLOT))
      const ask: Ask = (request) => line.ask({ ...request, part })
      return openFar({ handle, slots, ask, done: () => void spare.push(slots) }, algorithm, signal)
    },
    close: () => lines.forEach((line) => line.close()),
  }
}

/** One thread and the questions that it has not answered yet. */
function openLine(workerUrl: URL) {
  const worker = new Worker(workerUrl)
  worker.unref()
  const open = new Map<number, { resolve: (answer: PartAnswer) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.on('message', (answer: PartAnswer) => {
    const waiting = open.get(answer.id)
    open.delete(answer.id)
    if (answer.errno === undefined) waiting?.resolve(answer)
    else waiting?.reject(Object.assign(new Error(answer.errno), { code: answer.errno }))
    if (open.size === 0) worker.unref()
  })
  worker.on('error', (error) => {
    for (const { reject } of open.values()) reject(error)
    open.clear()
  })
  return {
    ask(request: Record<string, unknown>): Promise<PartAnswer> {
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

/** A part file in the hands of a thread. */
interface Far {
  handle: FileHandle
  slots: SharedArrayBuffer[]
  ask: Ask
  /** Gives the slots back. */
  done: () => void
}

async function openFar(far: Far, algorithm: Algorithm, signal: AbortSignal): Promise<Part> {
  const { handle, slots, ask } = far
  const stop = new SharedArrayBuffer(4)
  const onAbort = () => void Atomics.store(new Int32Array(stop), 0, 1)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const { value } = await ask({ op: 'open', fd: handle.fd, algorithm, slots, stop })
    signal.throwIfAborted()
    return growingFar(far, Number(value))
  } catch (error) {
    await handle.close()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** While the thread works on some slots, another one fills. It takes them in order. */
function createSlots(shared: SharedArrayBuffer[], ask: Ask, startSize: number) {
  const slots = shared.map((slot) => Buffer.from(slot))
  const working: Promise<void>[] = shared.map(() => Promise.resolve())
  let [size, filled, slot, diskMs] = [startSize, 0, 0, 0]
  let failed: { error: unknown } | undefined
  const mustBeWell = () => {
    if (failed) throw failed.error as Error
  }
  /** Hands the filled slot over, and waits until the next one is free. */
  const flush = async () => {
    mustBeWell()
    if (filled === 0) return
    working[slot] = ask({ op: 'put', slot, length: filled }).then(
      ({ ms }) => void (diskMs += ms),
      (error: unknown) => void (failed ??= { error }),
    )
    slot = (slot + 1) % slots.length
    filled = 0
    await working[slot]
    mustBeWell()
  }
  return {
    size: () => size,
    diskMs: () => diskMs,
    async write(chunk: Buffer) {
      for (let taken = 0; taken < chunk.length;) {
        const bytes = chunk.copy(slots[slot] as Buffer, filled, taken)
        taken += bytes
        filled += bytes
        size += bytes
        if (filled === SLOT) await flush()
      }
    },
    async finish() {
      await flush()
      await Promise.all(working)
      mustBeWell()
    },
    async empty() {
      await Promise.all(working)
      await ask({ op: 'restart' })
      size = 0
      filled = 0
      failed = undefined
    },
    idle: () => Promise.all(working),
  }
}

function growingFar({ handle, slots: shared, ask, done }: Far, startSize: number): Part {
  const slots = createSlots(shared, ask, startSize)
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await slots.idle()
    await ask({ op: 'forget' }).catch(() => undefined)
    done()
    await handle.close()
  }
  return {
    get size() {
      return slots.size()
    },
    get diskMs() {
      return slots.diskMs()
    },
    write: (chunk) => slots.write(chunk),
    restart: () => slots.empty(),
    async finish() {
      try {
        await slots.finish()
        return String((await ask({ op: 'finish' })).value)
      } finally {
        await close()
      }
    },
    async close() {
      if (!closed) await slots.finish().catch(() => undefined)
      await close().catch(() => undefined)
    },
  }
}
