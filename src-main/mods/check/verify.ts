import type { CheckProgress, ListDistrust } from '../../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../../src-preload/contract/repair.ts'
import type { Log } from '../../lib/index.ts'
import { HashPool } from '../hash/index.ts'
import { ListHistory, parseHashList } from '../list/index.ts'
import { check, CheckControl, type CheckInput, type CheckReport } from './check.ts'
import { keepCheck } from './kept-check.ts'

/** A hash list as it came: JSON in UTF-8. */
export interface ListInput {
  list: Uint8Array
  /** Name of the mod's folder; absent, the list's common first segment. */
  modFolder?: string
}

/** Where the lists of a mod are remembered. */
export interface HistoryPlace {
  modId: number
  /** Absolute path of its file. */
  path: string
}

/** What a whole verification needs: from a list as it came to the verdict, with what is kept on disk between runs. */
export interface VerifyInput extends CheckInput, ListInput {
  /** Absolute path of the file that keeps what is found; absent: it is not kept. */
  keepAt?: string
  history?: HistoryPlace
}

export type Verified =
  /** `update`: what the list changed that the files do not follow yet. */
  { trusted: true; report: CheckReport; update: ModUpdate | null } | Distrusted

export interface Distrusted {
  trusted: false
  reason: ListDistrust
  detail?: string
}

/**
 * Verifies a mod. A list that is not trusted changes nothing on disk. It holds the thread while it reads and compares: for a worker
 * thread, and for the command line.
 * @throws Stopped; an errno error when the game folder cannot be listed
 */
export async function verifyMod(
  { list: bytes, modFolder, keepAt, history, ...input }: VerifyInput,
  pool: HashPool,
  control: CheckControl,
  log: Log['error'],
): Promise<Verified> {
  const reading = parseHashList(bytes, { modFolder })
  if (!reading.trusted) return reading
  const answer = await check(input, reading.list, pool, control)
  if (!answer.trusted) return answer
  const { report } = answer
  if (keepAt !== undefined) await keepCheck(keepAt, report, log)
  const isRight = report.verdict === 'ready'
  const now = new Date(input.startedAtMs).toISOString()
  const update = history
    ? await new ListHistory(history.modId, history.path, log).remember(reading.list, isRight, now)
    : null
  return { trusted: true, report, update }
}

/** How {@link verifyHere} is watched and steered. */
export interface VerifyHereOptions {
  /** The built `hash-worker`. */
  hashWorker: URL
  /** Threads that hash; absent: one per core. */
  threads?: number
  random: () => number
  now: () => number
  onProgress?: (progress: CheckProgress) => void
  /** Hears the way to pause before the check begins. */
  onStart?: (control: CheckControl) => void
  /** What was hashed before an abort is kept for a resume. */
  signal?: AbortSignal
}

/**
 * {@link verifyMod} on this thread, with hashing threads of its own, which come up while the list is fetched. `durationMs` is from
 * here to the verdict.
 * @throws what `list` rejects with; the signal's reason; an errno error when the game folder cannot be listed
 */
export async function verifyHere(
  { list, ...input }: Omit<VerifyInput, 'list' | 'seed' | 'startedAtMs'> & { list: Uint8Array | Promise<Uint8Array> },
  { hashWorker, threads, random, now, onProgress, onStart, signal }: VerifyHereOptions,
): Promise<(Verified & { trusted: true; durationMs: number }) | Distrusted> {
  const since = performance.now()
  const pool = new HashPool(hashWorker, threads)
  const control = new CheckControl(pool, onProgress)
  const stop = () => control.stop(true)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const bytes = await list
    signal?.throwIfAborted()
    onStart?.(control)
    const given = { ...input, list: bytes, seed: random(), startedAtMs: now() }
    const verified = await verifyMod(given, pool, control, () => undefined)
    return verified.trusted ? { ...verified, durationMs: performance.now() - since } : verified
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    pool.close()
  }
}
