import { Failure } from '../../src-preload/contract/failure.ts'
import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import { type CallOptions, WorkerClient } from '../lib/index.ts'
import type { CheckInput, CheckResult } from './check/index.ts'
import { asUnusable } from './game-dir.ts'
import type { DiskTree } from './scan/index.ts'
import type { ModsWorkers } from './types.ts'
import type { ModsMethods, Told } from './methods.ts'
import type { ModsWorkerStart } from './worker.ts'

/** What a thread of `worker.ts` is opened with. */
export interface ThreadNeeds {
  workers: ModsWorkers
  log: (line: string, error?: unknown) => void
  /** A disk that tells nothing for so long does not answer; absent: a minute, in which one that sleeps wakes up. */
  silenceMs?: number
}

/** Bounds what a list may take, and with it how much of it stays uncollected: a list of 300,000 rows takes less than half of it. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 }

type Input<M extends keyof ModsMethods> = Parameters<ModsMethods[M]> extends [infer I, ...unknown[]] ? I : undefined

/** One thread of `worker.ts`. */
class ModsThread {
  readonly #client: WorkerClient
  readonly #log: ThreadNeeds['log']
  readonly #silenceMs: number

  constructor({ workers, log, silenceMs = 60_000 }: ThreadNeeds, workerData: ModsWorkerStart = {}) {
    this.#silenceMs = silenceMs
    this.#client = new WorkerClient(workers.mods, { workerData, resourceLimits })
    this.#log = log
  }

  /** @throws what the method throws; WorkerGone */
  call<M extends keyof ModsMethods>(
    method: M,
    input: Input<M>,
    options: { onProgress?: (progress: CheckProgress) => void } & Pick<CallOptions, 'transfer' | 'silenceMs'> = {},
  ): Promise<Awaited<ReturnType<ModsMethods[M]>>> {
    const { onProgress, ...more } = options
    const onTold = (told: unknown) => {
      const heard = told as Told
      if ('progress' in heard) onProgress?.(heard.progress)
      else if ('log' in heard) this.#log(heard.log, heard.error)
    }
    return this.#client.call(method, input, { onTold, ...more })
  }

  /** Does what reads the game folder. @throws Failure `game-dir-unusable`, also for a disk that does not answer */
  async callOnDisk<M extends 'mustList' | 'scan' | 'check'>(
    method: M,
    input: Input<M> & { gameDir: string },
    options: Parameters<ModsThread['call']>[2] = {},
  ): Promise<Awaited<ReturnType<ModsMethods[M]>>> {
    try {
      return await this.call(method, input, { silenceMs: this.#silenceMs, ...options })
    } catch (error) {
      throw asUnusable(error, input.gameDir)
    }
  }

  end(): Promise<void> {
    return this.#client.end()
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
  const thread = new ModsThread(needs)
  try {
    return await work(thread)
  } catch (error) {
    needs.log('a list was not read', error)
    return undefined
  } finally {
    void thread.end()
  }
}

/** Tells whether the game folder is there and can be listed. @throws Failure `game-dir-not-chosen`, `game-dir-unusable` */
export async function usableDir(needs: ThreadNeeds, gameDir: string | undefined): Promise<string> {
  if (gameDir === undefined) throw new Failure('game-dir-not-chosen', {})
  const thread = new ModsThread(needs)
  try {
    await thread.callOnDisk('mustList', { gameDir })
    return gameDir
  } finally {
    void thread.end()
  }
}

/** A check that main has a thread make. */
export interface CheckOrder extends Omit<CheckInput, 'list' | 'startedAtMs'> {
  /** The list as it comes; it is handed over, and empty afterwards. */
  list: Promise<Uint8Array>
  /** Threads that hash; absent: one per core, and one for a quick check, which hashes little. */
  threads?: number
  now: () => Date
  onProgress: (progress: CheckProgress) => void
  /** Hears the way to pause as soon as there is one. */
  onStart?: (controls: CheckControls) => void
  signal: AbortSignal
  /** Decides at an abort whether what was hashed is kept for a resume. */
  keepOnAbort: (reason: unknown) => boolean
}

export interface CheckControls {
  pause(): void
  resume(): void
}

/** What came of it. `durationMs` is from the order to the verdict. */
export type Checked = Exclude<CheckResult, Trusted> | (Trusted & { durationMs: number })
type Trusted = CheckResult & { trusted: true }

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
export const alone = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)

async function run(thread: ModsThread, order: CheckOrder): Promise<Checked> {
  const since = performance.now()
  const { list, threads: _, now, onProgress, onStart, signal, keepOnAbort: __, ...input } = order
  await thread.callOnDisk('mustList', { gameDir: input.gameDir })
  const bytes = alone(await list)
  signal.throwIfAborted()
  const given = { ...input, list: bytes, startedAtMs: now().getTime() }
  const work = thread.callOnDisk('check', given, { onProgress, transfer: [bytes.buffer] })
  onStart?.({
    pause: () => void thread.call('pause', undefined).catch(() => undefined),
    resume: () => void thread.call('resume', undefined).catch(() => undefined),
  })
  const result = await work
  return result.trusted ? { ...result, durationMs: performance.now() - since } : result
}

/**
 * Has a thread check a mod; it comes up while the list is fetched.
 * @throws what `list` rejects with; the signal's reason; Failure `game-dir-unusable`
 */
export async function checkInThread(order: CheckOrder, needs: ThreadNeeds): Promise<Checked> {
  const { signal, keepOnAbort, tier, threads, list } = order
  list.catch(() => undefined) // heard once the folder can be listed
  signal.throwIfAborted()
  const hashing = { worker: needs.workers.hash.href, threads: threads ?? (tier === 'quick' ? 1 : undefined) }
  const thread = new ModsThread(needs, { hashing })
  const stop = () => thread.call('stop', { keeps: keepOnAbort(signal.reason) }).catch(() => undefined)
  try {
    return await orAborted(run(thread, order), signal, {
      onAbort: () => void stop(),
      onGivenUp: () => thread.abandon(),
    })
  } finally {
    await thread.end()
  }
}

/** Has a thread list everything below a mod's folder. @throws the signal's reason; Failure `game-dir-unusable` */
export async function scanInThread(
  gameDir: string,
  modFolder: string,
  signal: AbortSignal,
  needs: ThreadNeeds,
): Promise<DiskTree> {
  const thread = new ModsThread(needs)
  const giveUp = () => thread.abandon()
  try {
    return await orAborted(thread.callOnDisk('scan', { gameDir, modFolder }), signal, {
      onAbort: giveUp,
      onGivenUp: giveUp,
    })
  } finally {
    await thread.end()
  }
}
