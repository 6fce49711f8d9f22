import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { CheckProgress, CheckTier, ListDistrust } from '../../src-preload/contract/mods.ts'
import { startCheck } from './check.ts'
import { readCache, storeName, writeCache, type DigestCache } from './digest-cache.ts'
import { createTable } from './digest-table.ts'
import { parseHashList, type HashList } from './hash-list.ts'
import { openPool } from './pool.ts'
import type { CheckReport } from './report.ts'
import { openSession } from './session.ts'

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

/** Where a mod's digests and session are kept, and what is known from earlier. */
async function openStore(input: VerifyInput): Promise<{ name: string | undefined; cache: DigestCache }> {
  const { cacheDir, gameDir, modFolder = '' } = input
  if (cacheDir === undefined) return { name: undefined, cache: { table: createTable(), lastGoodCount: 0 } }
  const name = storeName(cacheDir, await realpath(gameDir), modFolder)
  return { name, cache: await readCache(`${name}.digests`) }
}

/**
 * Verifies a mod. The threads come up while the list is read. A list that is not trusted changes nothing on disk.
 * `durationMs` is from here to the verdict.
 * @throws what `listText` rejects with; the signal's reason; an errno error when the game folder cannot be listed
 */
export async function verifyMod(input: VerifyInput): Promise<Verified> {
  const { tier, gameDir, signal, now } = input
  const since = performance.now()
  const pool = openPool(input.workerUrl, input.workers)
  try {
    const listText = await input.listText
    const first = parseHashList(listText, { modFolder: input.modFolder })
    if (!first.trusted) return first
    const { list } = first
    const { name, cache } = await openStore({ ...input, modFolder: list.modFolder })
    const lastGood = Math.max(cache.lastGoodCount, input.lastGoodCount ?? 0)
    if (!input.acceptShrunk && list.entries.length * 2 < lastGood)
      return { trusted: false, reason: 'shrunk', detail: `${list.entries.length} of ${lastGood}` }
    const path = name && tier === 'full' ? `${name}.session` : undefined
    const listDigest = path ? createHash('sha1').update(listText).digest('hex') : ''
    const session = await openSession(path, listDigest, input.resume, now())
    try {
      const check = startCheck({ ...input, list, gameDir, pool, known: cache.table, session })
      input.onStart?.(check)
      const report = await check.report
      const durationMs = performance.now() - since
      if (name)
        await writeCache(`${name}.digests`, { table: report.table, lastGoodCount: list.entries.length }).catch(
          () => undefined,
        )
      await session.end()
      return { trusted: true, list, report, durationMs }
    } catch (error) {
      const keep = signal?.aborted ? (input.keepOnAbort?.(signal.reason) ?? false) : true
      await (keep ? session.close() : session.end())
      throw error
    }
  } finally {
    pool.close()
  }
}
