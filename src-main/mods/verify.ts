import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { CheckProgress, CheckTier, ListDistrust } from '../../src-preload/contract/mods.ts'
import { readBasis, sealedBasis, type Basis, type ListSpelling } from './basis.ts'
import { orAborted, startCheck, type CheckInput } from './check.ts'
import { noCache, readCache, readCount, storeName, writeCache, type DigestCache } from './digest-cache.ts'
import { createTable, type DigestRows } from './digest-table.ts'
import { scanDisk, type DiskTree } from './disk-tree.ts'
import type { Findings } from './findings.ts'
import type { HashList } from './hash-list.ts'
import { later } from './later.ts'
import { guessModFolder } from './list-guess.ts'
import { openPool, type Pool } from './pool.ts'
import type { CheckReport } from './report.ts'
import { noSeals, readSeals, writeSeals, type Seals } from './seals.ts'
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
  /** From how many characters on a list is read as a plain one, if it is; absent: from where that is quicker. */
  plainFrom?: number
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
  /** `listDigest` names the list by its content. */
  | { trusted: true; list(): Promise<HashList>; listDigest: string; report: CheckReport; durationMs: number }
  | { trusted: false; reason: ListDistrust; detail?: string }

/** The list as it came, and how it is to be read. */
interface Read extends ListSpelling {
  /** Names the list by its content: what is read of it is the same then. */
  digest: () => string
}

function createRead(spelling: ListSpelling): Read {
  let digest: string | undefined
  const digestOf = () =>
    createHash('sha1')
      .update(`${spelling.modFolder ?? ''}\0`)
      .update(spelling.listText)
      .digest('hex')
  return { ...spelling, digest: () => (digest ??= digestOf()) }
}

/** What is looked at on disk before the whole list is read; nothing is changed there. */
interface Ahead {
  modFolder: string
  /** A full check goes on where an earlier one stopped. */
  isSequel: Promise<boolean>
  /** Where the mod's digests and session are kept; undefined if they are not. */
  name: Promise<string | undefined>
  lastGoodCount: Promise<number>
  /** What was sealed with this list; empty for a full check, which believes nothing. */
  seals: Promise<Seals>
  cache: () => Promise<DigestCache>
  tree: Promise<DiskTree>
  /** The workers have their share of the mod's folder, or never will. */
  shared: Promise<void>
}

/** Begins to list the mod's folder and to read what is known of it. */
function lookAhead({ tier, gameDir, cacheDir, resume }: VerifyInput, pool: Pool, modFolder: string, read: Read): Ahead {
  const nameOf = async () =>
    cacheDir === undefined ? undefined : storeName(cacheDir, await realpath(gameDir), modFolder)
  const name = nameOf()
  let onShared: () => void = () => undefined
  const shared = new Promise<void>((resolve) => (onShared = resolve))
  const goesOn = async () => {
    const known = resume ? await name : undefined
    return known !== undefined && (await hasSession(known))
  }
  const isSequel = tier === 'full' ? goesOn() : Promise.resolve(false)
  const treeOf = async () =>
    scanDisk(pool, gameDir, modFolder, { stats: tier === 'quick' || (await isSequel), onShared })
  const lastGoodCount = name.then((known) => (known === undefined ? 0 : readCount(`${known}.digests`)))
  const sealsOf = async () => {
    const known = await name
    if (known === undefined || tier === 'full') return noSeals
    await shared // to digest the list takes this thread a while, and the workers are not to wait for it
    // seals alone cannot tell a shrunken list: where the digests are damaged, all is looked at anew
    return (await lastGoodCount) > 0 ? readSeals(`${known}.seals`, read.digest) : noSeals
  }
  const tree = later(treeOf())
  void tree.catch(() => undefined).then(onShared)
  const seals = later(sealsOf())
  let cache: Promise<DigestCache> | undefined
  const cacheOf = () =>
    (cache ??= later(name.then((known) => (known === undefined ? noCache : readCache(`${known}.digests`)))))
  // a quick check needs it sooner or later, and now this thread has nothing else to do
  if (tier === 'quick') void later(seals.then(({ count }) => (count > 0 ? cacheOf() : undefined)))
  return {
    modFolder,
    name: later(name),
    isSequel: later(isSequel),
    lastGoodCount: later(lastGoodCount),
    seals,
    cache: cacheOf,
    tree,
    shared,
  }
}

/** Keeps what a check found for the next quick one. What cannot be written only costs time then. */
async function keep(
  name: string,
  findings: Findings,
  before: () => Promise<DigestRows>,
  lastGoodCount: number,
  listDigest: () => string,
) {
  if (findings.isOld) return
  try {
    await writeCache(`${name}.digests`, { rows: await findings.rows(before), lastGoodCount })
    await writeSeals(`${name}.seals`, await findings.seals(), listDigest())
  } catch {
    // as good as none
  }
}

/** From a trusted list to the verdict, and then what is kept of it. */
async function finish(
  input: VerifyInput,
  pool: Pool,
  basis: Basis & Pick<CheckInput, 'bytesBefore'>,
  listDigest: () => string,
  ahead: Ahead,
): Promise<{ report: CheckReport; endedAt: number }> {
  const { tier, resume, signal, now } = input
  const name = await ahead.name
  const startedAtMs = now()
  const session = tier === 'full' && name ? await openSession(name, listDigest, resume, startedAtMs) : noSession
  try {
    const before = async () => (await ahead.cache()).rows
    const known = async () => createTable(await before())
    const check = startCheck({
      ...input,
      ...basis,
      keeps: name !== undefined,
      pool,
      tree: ahead.tree,
      known,
      session,
      startedAtMs,
    })
    input.onStart?.(check)
    const report = await check.report
    const endedAt = performance.now()
    if (name) await keep(name, report.findings, before, basis.list.count, listDigest)
    await session.end()
    return { report, endedAt }
  } catch (error) {
    const keep = signal?.aborted ? (input.keepOnAbort?.(signal.reason) ?? false) : true
    await (keep ? session.close() : session.end())
    throw error
  }
}

/** Reads the list, or only as much of it as is not known already. */
async function begin(
  input: VerifyInput,
  pool: Pool,
  read: Read,
  early: Ahead | undefined,
): Promise<{ basis: Basis; ahead: Ahead } | (Verified & { trusted: false })> {
  const seals = early ? await early.seals : noSeals
  if (early && seals.count > 0) return { basis: sealedBasis(read, early, seals), ahead: early }
  const isFresh = early !== undefined && input.tier === 'full' && !(await early.isSequel)
  const reading = await readBasis(read, isFresh)
  if ('trusted' in reading) return reading
  const { basis, modFolder } = reading
  return { basis, ahead: early?.modFolder === modFolder ? early : lookAhead(input, pool, modFolder, read) }
}

/** From the list's text to what is to be checked; looks at the disk already, which may never answer. */
async function prepare(input: VerifyInput, pool: Pool) {
  const listText = await input.listText
  input.signal?.throwIfAborted()
  const read = createRead({ listText, modFolder: input.modFolder, plainFrom: input.plainFrom })
  const guess = input.modFolder ?? guessModFolder(listText)
  const early = guess === undefined ? undefined : lookAhead(input, pool, guess, read)
  await early?.shared
  return { read, begun: await begin(input, pool, read, early) }
}

/**
 * Verifies a mod. The threads come up while the list is read, and list the mod's folder while it is parsed. A list that is
 * not trusted changes nothing on disk. `durationMs` is from here to the verdict.
 * @throws what `listText` rejects with; the signal's reason; an errno error when the game folder cannot be listed
 */
export async function verifyMod(input: VerifyInput): Promise<Verified> {
  const since = performance.now()
  const pool = input.pool ?? openPool(input.workerUrl, input.workers)
  const bytesBefore = pool.bytes
  try {
    const { read, begun } = await orAborted(prepare(input, pool), input.signal, () => pool.stop())
    if ('trusted' in begun) return begun
    const { basis, ahead } = begun
    const lastGood = Math.max(await ahead.lastGoodCount, input.lastGoodCount ?? 0)
    if (!input.acceptShrunk && basis.list.count * 2 < lastGood)
      return { trusted: false, reason: 'shrunk', detail: `${basis.list.count} of ${lastGood}` }
    const { report, endedAt } = await finish(input, pool, { ...basis, bytesBefore }, read.digest, ahead)
    const durationMs = endedAt - since
    return {
      trusted: true,
      list: basis.list.read,
      get listDigest() {
        return read.digest()
      },
      report,
      durationMs,
    }
  } finally {
    pool.close()
  }
}
