import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import { type CallOptions, WorkerClient } from '../lib/index.ts'
import type { Distrusted, VerifyInput } from './check/index.ts'
import type { ModsWorkers } from './types.ts'
import type { CheckFacts, ModsMethods, ModsWorkerStart, Told } from './worker.ts'

/** What a thread of `worker.ts` is opened with. */
interface ThreadNeeds {
  workers: ModsWorkers
  log: (line: string, error?: unknown) => void
}

/** Garbage of a list is collected before it has grown to half of the thread's memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

type Input<M extends keyof ModsMethods> = Parameters<ModsMethods[M]> extends [infer I, ...unknown[]] ? I : undefined

/** One thread of `worker.ts`. */
class ModsThread {
  readonly #client: WorkerClient
  readonly #log: ThreadNeeds['log']

  constructor({ workers, log }: ThreadNeeds, hashes: boolean) {
    const workerData: ModsWorkerStart = hashes ? { hashWorkerUrl: workers.hash.href } : {}
    this.#client = new WorkerClient(workers.mods, { workerData, resourceLimits })
    this.#log = log
  }

  /** @throws what the method throws; WorkerGone */
  call<M extends keyof ModsMethods>(
    method: M,
    input: Input<M>,
    onProgress?: (progress: CheckProgress) => void,
    transfer?: CallOptions['transfer'],
  ): Promise<Awaited<ReturnType<ModsMethods[M]>>> {
    const onTold = (told: unknown) => {
      const heard = told as Told
      if ('progress' in heard) onProgress?.(heard.progress)
      else this.#log(heard.log, heard.error)
    }
    return this.#client.call(method, input, { onTold, transfer })
  }

  end(): void {
    void this.#client.terminate()
  }

  /** Ends it though it hangs in a call of the disk. */
  abandon(): void {
    this.#client.abandon('the disk does not answer')
  }
}

/** Does something in a thread of its own that hashes nothing. One that fails is told to the log, and gives nothing. */
export async function inThread<T>(
  needs: ThreadNeeds,
  work: (thread: ModsThread) => Promise<T>,
): Promise<T | undefined> {
  const thread = new ModsThread(needs, false)
  try {
    return await work(thread)
  } catch (error) {
    needs.log('a list was not read', error)
    return undefined
  } finally {
    thread.end()
  }
}

/** A check that main has a thread make. */
export interface CheckOrder extends Omit<VerifyInput, 'list' | 'startedAtMs'> {
  /** The list as it comes; it is handed over, and empty afterwards. */
  list: Promise<Uint8Array>
  now: () => Date
  onProgress: (progress: CheckProgress) => void
  /** Hears the way to pause as soon as there is one. */
  onStart: (controls: CheckControls) => void
  signal: AbortSignal
  /** Decides at an abort whether what was hashed is kept for a resume. */
  keepOnAbort: (reason: unknown) => boolean
}

export interface CheckControls {
  pause(): void
  resume(): void
}

/** What came of it. `durationMs` is from the order to the verdict. */
export type Checked = { trusted: true; facts: CheckFacts; update: ModUpdate | null; durationMs: number } | Distrusted

/** A thread answers a stop after the pieces that it reads; a disk that hangs is not waited for. */
const STOP_GRACE_MS = 1_000

/** Rejects with the signal's reason once `work` has ended after an abort, or soon after where it does not: then it is given up. */
async function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { onAbort, onGivenUp }: { onAbort: () => void; onGivenUp: () => void },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let abort: () => void = () => undefined
  const givenUp = new Promise<never>((_, reject) => {
    abort = () => {
      onAbort()
      timer = setTimeout(() => {
        onGivenUp()
        reject(signal.reason as Error)
      }, STOP_GRACE_MS)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, givenUp])
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Bytes that can be handed to a thread: alone in their memory. */
const alone = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)

async function run(thread: ModsThread, order: CheckOrder): Promise<Checked> {
  const since = performance.now()
  const { list, now, onProgress, onStart, signal, keepOnAbort: _, ...input } = order
  const bytes = alone(await list)
  signal.throwIfAborted()
  const given = { ...input, list: bytes, startedAtMs: now().getTime() }
  const answer = thread.call('check', given, onProgress, [bytes.buffer])
  onStart({
    pause: () => void thread.call('pause', undefined).catch(() => undefined),
    resume: () => void thread.call('resume', undefined).catch(() => undefined),
  })
  const checked = await answer
  return checked.trusted ? { ...checked, durationMs: performance.now() - since } : checked
}

/**
 * Has a thread check a mod; it comes up while the list is fetched.
 * @throws what `list` rejects with; the signal's reason; an errno error when the game folder cannot be listed
 */
export async function checkInThread(order: CheckOrder, needs: ThreadNeeds): Promise<Checked> {
  const { signal, keepOnAbort } = order
  signal.throwIfAborted()
  const thread = new ModsThread(needs, true)
  const stop = () => thread.call('stop', { keeps: keepOnAbort(signal.reason) }).catch(() => undefined)
  try {
    return await orAborted(run(thread, order), signal, {
      onAbort: () => void stop(),
      onGivenUp: () => thread.abandon(),
    })
  } finally {
    thread.end()
  }
}
