import { windowGone, WorkerClient, type CallOptions } from '../lib/index.ts'
import type { CheckProgress, ListDistrust } from '../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import type { CheckInput, CheckReport, FoundProblem } from './check/index.ts'
import type { HistoryPlace, ListInput, ModsMethods, ModsWorkerStart, Told } from './worker.ts'

/** Where the built threads are. */
export interface ModsWorkers {
  /** `mods-worker` */
  mods: URL
  /** `hash-worker` */
  hash: URL
}

/** Problems that cross from a thread at once: a few milliseconds of main's time. */
const PIECE = 500

type Input<M extends keyof ModsMethods> = Parameters<ModsMethods[M]> extends [infer I, ...unknown[]] ? I : undefined

/** One thread of `worker.ts`. */
export class ModsThread {
  readonly #client: WorkerClient
  readonly #log: (line: string, error: string) => void

  /** @param hashing absent: the thread hashes nothing */
  constructor(
    workers: ModsWorkers,
    log: (line: string, error: string) => void,
    hashing?: Pick<ModsWorkerStart, 'workers'>,
  ) {
    const workerData: ModsWorkerStart = hashing ? { hashWorkerUrl: workers.hash.href, ...hashing } : {}
    this.#client = new WorkerClient(workers.mods, { workerData })
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

  /** Fetches what the last call found, piece by piece. */
  async problems(count: number): Promise<FoundProblem[]> {
    const all: FoundProblem[] = []
    for (let from = 0; from < count; from += PIECE) {
      const piece = await this.call('problems', { from, to: from + PIECE })
      for (const problem of piece) all.push(problem)
    }
    return all
  }

  end(): void {
    void this.#client.terminate()
  }
}

/** Does something in a thread of its own that hashes nothing. One that fails is told to the log, and gives nothing. */
export async function inThread<T>(
  { workers, log }: { workers: ModsWorkers; log: (line: string, error?: unknown) => void },
  work: (thread: ModsThread) => Promise<T>,
): Promise<T | undefined> {
  const thread = new ModsThread(workers, log)
  try {
    return await work(thread)
  } catch (error) {
    log('a list or a check was not read', error)
    return undefined
  } finally {
    thread.end()
  }
}

/** What a whole verification needs: from a list as it came to the verdict, with what is kept on disk between runs. */
export interface VerifyInput extends Omit<CheckInput, 'seed' | 'startedAtMs'>, Omit<ListInput, 'list'> {
  /** The hash list as it came: JSON in UTF-8. It is handed over, and empty afterwards. */
  list: Uint8Array | Promise<Uint8Array>
  keepAt?: string
  history?: HistoryPlace
  workers: ModsWorkers
  /** Threads that hash; absent: one per core. */
  threads?: number
  random: () => number
  now: () => number
  onProgress?: (progress: CheckProgress) => void
  /** Hears the way to pause as soon as there is one. */
  onStart?: (controls: VerifyControls) => void
  signal?: AbortSignal
  /** Decides at an abort whether what was hashed is kept for a resume. */
  keepOnAbort?: (reason: unknown) => boolean
  log?: (line: string, error: unknown) => void
}

export interface VerifyControls {
  pause(): void
  resume(): void
}

export type Verified =
  /** `update`: what the list changed that the files do not follow yet. */
  | { trusted: true; report: CheckReport; update: ModUpdate | null; durationMs: number }
  | { trusted: false; reason: ListDistrust; detail?: string }

/** A thread answers a stop after the pieces that it reads; a disk that hangs is not waited for. */
const STOP_GRACE_MS = 1_000

/** Rejects with the signal's reason once `work` has ended after an abort, or soon after where it does not. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, onAbort: () => void): Promise<T> {
  if (!signal) return work
  let timer: NodeJS.Timeout | undefined
  let abort: () => void = () => undefined
  const givenUp = new Promise<never>((_, reject) => {
    abort = () => {
      onAbort()
      timer = setTimeout(() => reject(signal.reason as Error), STOP_GRACE_MS)
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

const whole = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : Uint8Array.from(bytes)

async function runCheck(input: VerifyInput, thread: ModsThread): Promise<Verified> {
  const since = performance.now()
  const {
    workers: _,
    threads: __,
    signal,
    random,
    now,
    onProgress,
    onStart,
    keepOnAbort: ___,
    log: ____,
    list,
    ...order
  } = input
  const bytes = whole(await list)
  signal?.throwIfAborted()
  const reply = thread.call('check', { ...order, list: bytes, seed: random(), startedAtMs: now() }, onProgress, [
    bytes.buffer,
  ])
  onStart?.({
    pause: () => void thread.call('pause', undefined).catch(() => undefined),
    resume: () => void thread.call('resume', undefined).catch(() => undefined),
  })
  const answer = await reply
  if (!answer.trusted) return answer
  const { report, problemCount, update } = answer
  const problems = await thread.problems(problemCount)
  return { trusted: true, report: { ...report, problems }, update, durationMs: performance.now() - since }
}

/**
 * Verifies a mod, in threads of its own, which come up while the list is fetched. A list that is not trusted changes nothing on
 * disk. `durationMs` is from here to the verdict.
 * @throws what `list` rejects with; the signal's reason; an errno error when the game folder cannot be listed
 */
export async function verifyMod(input: VerifyInput): Promise<Verified> {
  const { signal, keepOnAbort = (reason) => reason === windowGone, log = () => undefined } = input
  signal?.throwIfAborted()
  const thread = new ModsThread(input.workers, log, { workers: input.threads })
  const stop = () => {
    const keeps = keepOnAbort(signal?.reason)
    thread.call('stop', { keeps }).catch(() => undefined)
  }
  try {
    return await orAborted(runCheck(input, thread), signal, stop)
  } finally {
    thread.end()
  }
}
