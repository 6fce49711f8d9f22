import { Failure } from '../../src-preload/contract/failure.ts'
import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import { type CallOptions, untilAborted, WorkerClient } from '../lib/index.ts'
import type { BlockListFile, Pieces, Search } from './blocks/index.ts'
import type { CheckInput, CheckResult, FoundProblem } from './check/index.ts'
import { asUnusable } from './files/index.ts'
import type { DiskTree } from './scan/index.ts'
import type { ModsNeeds } from './types.ts'
import type { Hashing, ModsMethods, ThreadEvent } from './methods.ts'

export type ThreadNeeds = Pick<ModsNeeds, 'workers' | 'log' | 'silenceMs'>

/** Limits the memory for a list. The longest allowed list needs less than half of it. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 }

const SILENCE_MS = 60_000

/** After an abort, a thread finishes the piece that it reads and then answers. If it takes longer than this, its disk hangs. */
const GRACE_MS = 1_000

type Input<M extends keyof ModsMethods> = Parameters<ModsMethods[M]> extends [infer I, ...unknown[]] ? I : undefined
type Output<M extends keyof ModsMethods> = Awaited<ReturnType<ModsMethods[M]>>

type Options = Omit<CallOptions, 'onEvent'> & { onEvent?: (event: ThreadEvent) => void }

class ModsThread {
  readonly #client: WorkerClient
  readonly #log: ThreadNeeds['log']
  readonly #silenceMs: number

  constructor({ log, silenceMs = SILENCE_MS }: ThreadNeeds, client: WorkerClient) {
    this.#silenceMs = silenceMs
    this.#client = client
    this.#log = log
  }

  /** @throws what the method throws; WorkerGone */
  call<M extends keyof ModsMethods>(method: M, input: Input<M>, options: Options = {}): Promise<Output<M>> {
    const onEvent = (given: unknown) => {
      const event = given as ThreadEvent
      if ('log' in event) this.#log(event.log, event.error)
      else options.onEvent?.(event)
    }
    return this.#client.call(method, input, { ...options, onEvent })
  }

  /**
   * Calls a method that reads the game folder. @throws the signal's reason; Failure `game-dir-unusable`, also if the disk does not answer
   */
  async callOnDisk<M extends 'mustBeThere' | 'scan' | 'check' | 'findSignatureFaults'>(
    method: M,
    input: Input<M> & { gameDir: string },
    options: Options = {},
  ): Promise<Output<M>> {
    try {
      return await this.call(method, input, { silenceMs: this.#silenceMs, graceMs: GRACE_MS, ...options })
    } catch (error) {
      options.signal?.throwIfAborted()
      throw asUnusable(error, input.gameDir)
    }
  }
}

/** The thread that waits for the next job, by the worker's address. */
const resting = new Map<string, { client: WorkerClient; timer: NodeJS.Timeout }>()

const REST_MS = 5_000

function takeRested(href: string): WorkerClient | undefined {
  const rested = resting.get(href)
  resting.delete(href)
  clearTimeout(rested?.timer)
  return rested?.client.isGone ? undefined : rested?.client
}

function rest(href: string, client: WorkerClient): void {
  if (client.isGone || resting.has(href)) return void client.end()
  const timer = setTimeout(() => void takeRested(href)?.end(), REST_MS).unref()
  resting.set(href, { client, timer })
}

/**
 * Does a job in a thread of its own. Afterwards the thread waits some seconds for the next job, because to start one takes Electron more
 * than 100 ms of a processor. After a failure it ends, because it may still be at work.
 */
async function withThread<T>(needs: ThreadNeeds, work: (thread: ModsThread) => Promise<T>): Promise<T> {
  const { mods } = needs.workers
  const client = takeRested(mods.href) ?? new WorkerClient(mods, { resourceLimits })
  try {
    const result = await work(new ModsThread(needs, client))
    rest(mods.href, client)
    return result
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Calls a method that reads lists. A failure is logged, and the result is undefined. */
export async function readInThread<M extends keyof ModsMethods>(
  needs: ThreadNeeds,
  method: M,
  input: Input<M>,
  transfer: CallOptions['transfer'] = [],
): Promise<Output<M> | undefined> {
  return withThread(needs, (thread) => thread.call(method, input, { transfer })).catch((error: unknown) => {
    needs.log('a list was not read', error)
    return undefined
  })
}

/**
 * Returns the mods' folder if it exists and can be listed. A thread looks, because a disk that does not answer would block one of the few
 * threads with which main reads files. @throws Failure `game-dir-not-chosen`, `game-dir-unusable`
 */
export async function usableDir(needs: ThreadNeeds & Pick<ModsNeeds, 'gameDir' | 'isMoved'>): Promise<string> {
  const gameDir = needs.gameDir()
  if (gameDir === undefined) throw new Failure('game-dir-not-chosen', {})
  await withThread(needs, (thread) => thread.callOnDisk('mustBeThere', { gameDir, isMoved: needs.isMoved() }))
  return gameDir
}

export interface CheckOptions extends Omit<CheckInput, 'list' | 'startedAtMs'> {
  /** The list's bytes. They are transferred to the thread, so the array is empty afterwards. */
  list: Promise<Uint8Array>
  /** The number of hashing threads. Default: one per core, but only one for a quick check, which hashes little. */
  threads?: number
  now: () => Date
  onProgress: (progress: CheckProgress) => void
  /** Called as soon as the check can be paused. */
  onStart?: (pause: Pause) => void
  signal: AbortSignal
}

export type Pause = (paused: boolean) => void

/** Returns bytes that own their whole buffer, so that it can be transferred to a thread. Copies them if necessary. */
export const transferable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)

/**
 * Checks a mod in a thread, which starts while the list is fetched.
 * @throws what `list` rejects with; the signal's reason; Failure `game-dir-unusable`
 */
export async function checkInThread(options: CheckOptions, needs: ThreadNeeds): Promise<CheckResult> {
  const { list, threads, now, onProgress, onStart, signal, ...input } = options
  list.catch(() => undefined) // it is awaited later, after the folder has been listed
  signal.throwIfAborted()
  return withThread(needs, async (thread) => {
    await thread.callOnDisk('mustBeThere', input, { signal })
    const bytes = transferable(await untilAborted(list, signal))
    const ofTier = input.tier === 'quick' ? 1 : undefined
    const hashing: Hashing = { worker: needs.workers.hash.href, threads: threads ?? ofTier }
    const given = { ...input, hashing, list: bytes, startedAtMs: now().getTime() }
    const problems: FoundProblem[] = []
    const onEvent = (event: ThreadEvent) => {
      if ('progress' in event) onProgress(event.progress)
      else if ('problems' in event) problems.push(...event.problems)
    }
    const work = thread.callOnDisk('check', given, { onEvent, signal, transfer: [bytes.buffer] })
    onStart?.((paused) => void thread.call('pause', paused).catch(() => undefined))
    const result = await work
    return result.trusted ? { ...result, problems } : result
  })
}

/** Lists everything below a mod's folder, in a thread. @throws the signal's reason; Failure `game-dir-unusable` */
export async function scanInThread(
  gameDir: string,
  modFolder: string,
  signal: AbortSignal,
  needs: ThreadNeeds,
): Promise<DiskTree> {
  signal.throwIfAborted()
  return withThread(needs, (thread) => thread.callOnDisk('scan', { gameDir, modFolder }, { signal }))
}

/** Compares a mod's signatures with its last seen list. A failure is logged, and the disk counts as one that cannot be read. */
export const findSignatureFaultsInThread = (
  needs: ThreadNeeds,
  given: Input<'findSignatureFaults'>,
): Promise<Output<'findSignatureFaults'>> =>
  withThread(needs, (thread) => thread.callOnDisk('findSignatureFaults', given)).catch((error: unknown) => {
    needs.log('signatures were not compared', error)
    return 'disk'
  })

/** Finds blocks of a file on the disk, in a thread; null if that fails. @throws the signal's reason */
export async function findBlocksInThread(
  search: Search,
  signal: AbortSignal,
  needs: ThreadNeeds,
): Promise<Pieces | null> {
  const work = withThread(needs, (thread) => {
    const options = { transfer: [transferable(search.list).buffer], silenceMs: needs.silenceMs ?? SILENCE_MS }
    return untilAborted(thread.call('findBlocks', search, options), signal)
  })
  return work.catch((error: unknown) => {
    signal.throwIfAborted()
    needs.log('the blocks of a file were not looked for', error)
    return null
  })
}

/**
 * Writes block lists in several threads. Returns the paths of files whose lists could not be made because they changed. @throws the
 * signal's reason, errno errors
 */
export async function writeBlockListsInThreads(
  files: readonly BlockListFile[],
  threads: number,
  signal: AbortSignal,
  needs: ThreadNeeds,
): Promise<string[]> {
  const shares = Array.from({ length: threads }, (_, at) => files.filter((_file, index) => index % threads === at))
  const work = shares.map((share) =>
    withThread(needs, (thread) => untilAborted(thread.call('writeBlockLists', share), signal)),
  )
  return (await Promise.all(work)).flat()
}
