import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { CheckProgress, CheckTier, ListDistrust } from '../../src-preload/contract/mods.ts'
import { startCheck } from './check.ts'
import { readCache, readCount, storeName, writeCache, type DigestCache } from './digest-cache.ts'
import { createTable, noRows } from './digest-table.ts'
import { scanDisk, type DiskTree } from './disk-tree.ts'
import { parseInSlices, type HashList } from './hash-list.ts'
import { guessModFolder } from './list-guess.ts'
import { openPool, workersFor, type Pool } from './pool.ts'
import type { CheckReport } from './report.ts'
import { hasSession } from './session-file.ts'
import { noSession, openSession } from './session.ts'

/** What a whole verification needs: from a list's text to the verdict, with what is kept on disk between runs. */
export interface VerifyInput {
  tier: CheckTier
  /** The hash list as it came. */
  listText: string | Promise<string>
  /** Name of the mod's folder; absent, the list's common first segment. */
  modFolder?: string
  /** Absolute. */
  gameDir: string
  /** Absolute folder of digest caches and sessions; absent: nothing is read or kept. */
  cacheDir?: string
  /** Go on where an interrupted full check of the same list stopped. */
  resume: boolean
  /** Take a list that has lost more than half of its files: the player said that it is right. */
  acceptShrunk?: boolean
  /** Entries of the mod's last trusted list, where the caller knows them; the cache in {@link VerifyInput.cacheDir} is asked too. */
  lastGoodCount?: number
  workerUrl: URL
  workers?: number
  /** Threads that are up already; closed at the end. Absent: `workers` of them are started. */
  pool?: Pool
  random: () => number
  now: () => number
  quickLimitBytes?: number
  onProgress?: (progress: CheckProgress) => void
  /** Hears the way to pause as soon as there is one. */
  onStart?: (controls: VerifyControls) => void
  signal?: AbortSignal
  /** Decides at an abort whether what was hashed is kept for {@link VerifyInput.resume}. */
  keepOnAbort?: (reason: unknown) => boolean
}

export interface VerifyControls {
  pause(): void
  resume(): void
}

export type Verified =
  | { trusted: true; list: HashList; report: CheckReport; durationMs: number }
  | { trusted: false; reason: ListDistrust; detail?: string }

/** What is looked at on disk before the whole list is read; nothing is changed there. */
interface Ahead {
  modFolder: string
  /** Where the mod's digests and session are kept; undefined if they are not. */
  name: Promise<string | undefined>
  cache: Promise<DigestCache>
  tree: Promise<DiskTree>
}

/** Keeps a promise that is awaited later, or never, from being taken for one that nobody cares for. */
function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

async function cacheOf(tier: CheckTier, name: string | undefined): Promise<DigestCache> {
  if (name === undefined) return { rows: noRows, lastGoodCount: 0 }
  return tier === 'quick' ? readCache(`${name}.digests`) : readCount(`${name}.digests`)
}

/** Begins to list the mod's folder and to read what is known of it. */
function lookAhead({ tier, gameDir, cacheDir, resume }: VerifyInput, pool: Pool, modFolder: string): Ahead {
  const nameOf = async () =>
    cacheDir === undefined ? undefined : storeName(cacheDir, await realpath(gameDir), modFolder)
  const name = nameOf()
  const treeOf = async () => {
    const known = await name
    const isSequel = resume && known !== undefined && (await hasSession(known))
    return scanDisk(pool, gameDir, modFolder, tier === 'quick' || isSequel)
  }
  const cache = name.then((known) => cacheOf(tier, known))
  return { modFolder, name: later(name), cache: later(cache), tree: later(treeOf()) }
}

/** A list that is trusted, as it came and as it was read. */
interface Sound {
  list: HashList
  listText: string
}

/** From a trusted list to the verdict, and then what is kept of it. */
async function finish(
  input: VerifyInput,
  pool: Pool,
  { list, listText }: Sound,
  ahead: Ahead,
): Promise<{ report: CheckReport; endedAt: number }> {
  const { tier, resume, signal, now } = input
  const [name, cache] = await Promise.all([ahead.name, ahead.cache])
  const startedAtMs = now()
  const listDigest = () => createHash('sha1').update(listText).digest('hex')
  const session = tier === 'full' && name ? await openSession(name, listDigest, resume, startedAtMs) : noSession
  try {
    const known = createTable(cache.rows)
    const check = startCheck({ ...input, list, pool, tree: ahead.tree, known, session, startedAtMs })
    input.onStart?.(check)
    const report = await check.report
    const endedAt = performance.now()
    const kept = { rows: report.digests.rows(), lastGoodCount: list.entries.length }
    if (name) await writeCache(`${name}.digests`, kept).catch(() => undefined)
    await session.end()
    return { report, endedAt }
  } catch (error) {
    const keep = signal?.aborted ? (input.keepOnAbort?.(signal.reason) ?? false) : true
    await (keep ? session.close() : session.end())
    throw error
  }
}

/**
 * Verifies a mod. The threads come up while the list is read, and list the mod's folder while it is parsed. A list that is
 * not trusted changes nothing on disk. `durationMs` is from here to the verdict.
 * @throws what `listText` rejects with; the signal's reason; an errno error when the game folder cannot be listed
 */
export async function verifyMod(input: VerifyInput): Promise<Verified> {
  const since = performance.now()
  const pool = input.pool ?? openPool(input.workerUrl, input.workers ?? workersFor(input.tier))
  try {
    const listText = await input.listText
    input.signal?.throwIfAborted()
    const guess = input.modFolder ?? guessModFolder(listText)
    const early = guess === undefined ? undefined : lookAhead(input, pool, guess)
    const reading = await parseInSlices(listText, { modFolder: input.modFolder })
    if (!reading.trusted) return reading
    const { list } = reading
    const ahead = early?.modFolder === list.modFolder ? early : lookAhead(input, pool, list.modFolder)
    const lastGood = Math.max((await ahead.cache).lastGoodCount, input.lastGoodCount ?? 0)
    if (!input.acceptShrunk && list.entries.length * 2 < lastGood)
      return { trusted: false, reason: 'shrunk', detail: `${list.entries.length} of ${lastGood}` }
    const { report, endedAt } = await finish(input, pool, { list, listText }, ahead)
    return { trusted: true, list, report, durationMs: endedAt - since }
  } finally {
    pool.close()
  }
}
