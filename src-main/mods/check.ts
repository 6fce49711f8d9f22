import { plainFs } from '../lib/index.ts'
import type { CheckProgress, CheckTier, Problem } from '../../src-preload/contract/mods.ts'
import { inSlices } from './breathe.ts'
import { createCollector, type DigestCollector, type DigestTable } from './digest-table.ts'
import type { DiskTree } from './disk-tree.ts'
import { hashEarly, sealedFile, type EarlySample } from './early-sample.ts'
import { createGate, hashFiles, type HashRun, type OnHashed, type PauseGate } from './hash-files.ts'
import { keepFindings } from './findings.ts'
import type { HashList } from './hash-list.ts'
import { once } from './later.ts'
import type { PlainFiles } from './plain/plain-list.ts'
import { filesToCheck, type CheckPlan, type FileToCheck, type SealedFiles } from './plan.ts'
import type { Pool } from './pool.ts'
import { watchProgress } from './progress.ts'
import { verdictOf, type CheckReport } from './report.ts'
import { drawSample } from './sample.ts'
import type { Session } from './session.ts'
import { sizeAt } from './stat-words.ts'
import { createTally, type Tally } from './tally.ts'

/** A list that is trusted. An unchanged mod is checked without reading all of its list. */
export interface KnownList {
  /** Entries. */
  count: number
  read(): Promise<HashList>
}

/** What a check needs. It closes neither the pool nor the session. */
export interface CheckInput {
  tier: CheckTier
  list: KnownList
  /** Absolute path of the game folder. */
  gameDir: string
  pool: Pool
  /** What is on disk; with stats for a quick check, and for one that goes on after a break. */
  tree: Promise<DiskTree>
  /** Digests of earlier checks, believed by a quick check only; read if some file has to be looked up. */
  known: () => Promise<DigestTable>
  /** Says what there is to do, once it is known what is on disk. */
  plan: (tree: DiskTree) => Promise<CheckPlan>
  /** Bytes that the pool had hashed when the check began. */
  bytesBefore: number
  /** The files of a mod that was whole, to begin with before that is known; they are the plan's, if nothing has changed. */
  kept?: () => Promise<SealedFiles | undefined>
  /** Whether anybody will ask for {@link CheckReport.findings}. */
  keeps: boolean
  /** What an earlier part of this check found. */
  session: Session
  random: () => number
  /** When the check began, in milliseconds since 1970. */
  startedAtMs: number
  signal?: AbortSignal
  onProgress?: (progress: CheckProgress) => void
  /** Most bytes that a quick check hashes of files whose stat is new; absent: all. Above it the verdict is `stale`. */
  quickLimitBytes?: number
}

/** A check that runs. */
export interface Check {
  readonly report: Promise<CheckReport>
  readonly paused: boolean
  pause(): void
  resume(): void
}

/** Workers answer a stop within one buffer; a disk that hangs is not waited for. */
const STOP_GRACE_MS = 80

interface Work {
  input: CheckInput
  plan: CheckPlan
  tally: Tally
  digests: DigestCollector
  /** Sealed folders in which the sample found a file that is not as listed. */
  broken: Set<string>
}

/** Takes a file as known by `from`, or gives it back to be hashed. Needs stats in the plan. */
function takeKnown(
  { input, tally, digests }: Work,
  from: DigestTable,
  file: FileToCheck,
): 'settled' | 'known' | 'unknown' {
  const { stat } = file
  if (!stat) return 'unknown'
  const size = sizeAt(stat.words, stat.at)
  if (size < 0) return 'unknown'
  if (file.entry.size !== null && size !== file.entry.size) {
    tally.settle(file, 'size', size)
    return 'settled'
  }
  const digest = from.get(file.path, stat)
  if (digest?.length !== file.entry.hash.length) return 'unknown'
  digests.add(file, stat.words, stat.at, digest)
  if (input.tier === 'quick' && digest === file.entry.hash) return 'known'
  tally.settle(file, digest, size)
  return 'settled'
}

/** Divides the files into those to hash and those that are known to be right but not told yet. */
async function divide(work: Work): Promise<{ unknown: FileToCheck[]; known: FileToCheck[] }> {
  const { input, plan } = work
  const unknown: FileToCheck[] = []
  const known: FileToCheck[] = []
  if (plan.check.length === 0) return { unknown, known }
  const from = input.tier === 'quick' ? await input.known() : input.session.done
  if (from.size === 0 && input.tier === 'full') return { unknown: plan.check, known }
  await inSlices(plan.check, (file) => {
    const taken = takeKnown(work, from, file)
    if (taken === 'unknown') unknown.push(file)
    else if (taken === 'known') known.push(file)
  })
  return { unknown, known }
}

const bytesOf = ({ stat, entry }: FileToCheck): number => (stat ? sizeAt(stat.words, stat.at) : (entry.size ?? 0))
const sum = (files: readonly FileToCheck[]): number =>
  files.reduce((bytes, file) => bytes + Math.max(0, bytesOf(file)), 0)

/** Files to hash, and those that are being hashed already. */
interface Choice {
  toHash: FileToCheck[]
  plain?: PlainFiles
  early?: EarlySample
  unverified: number
}

/** A quick check hashes what is new as far as its limit goes, and a sample of what it believes. */
async function chooseQuick(work: Work, early: EarlySample | undefined): Promise<Choice> {
  const { input, tally, plan } = work
  if (early?.of === plan.sealed) {
    tally.settleOk(plan.sealed.count - early.count)
    return { toHash: [], early, unverified: 0 }
  }
  const { unknown, known } = await divide(work)
  const { sealed } = plan
  // known files come first, sealed ones after them
  const sizeAtPlace = (at: number) => {
    const file = known[at]
    return file ? bytesOf(file) : sealed.size(at - known.length)
  }
  const drawn = drawSample(known.length + sealed.count, sizeAtPlace, input.random)
  const sample = new Set(drawn.map((at) => known[at] ?? sealedFile(sealed.file(at - known.length))))
  await inSlices(known, (file) => {
    if (!sample.has(file)) tally.settle(file, file.entry.hash, 0)
  })
  tally.settleOk(sealed.count - drawn.filter((at) => at >= known.length).length)
  const isTooMuch = sum(unknown) > (input.quickLimitBytes ?? Infinity)
  const some = () =>
    drawSample(unknown.length, (at) => bytesOf(unknown[at] as FileToCheck), input.random).map((at) => unknown[at])
  const toHash = [...sample, ...((isTooMuch ? some() : unknown) as FileToCheck[])]
  return { toHash, unverified: unknown.length + sample.size - toHash.length }
}

async function chooseFull(work: Work): Promise<Choice> {
  return { toHash: (await divide(work)).unknown, plain: work.plan.plain, unverified: 0 }
}

async function hashAll(work: Work, { toHash, plain, early }: Choice, gate: PauseGate): Promise<void> {
  const { input, tally, digests, broken } = work
  const { pool, gameDir, session, signal, tier, keeps } = input
  const onHashed: OnHashed = (file, outcome, words, at) => {
    tally.settle(file, outcome, sizeAt(words, at))
    if (file.place < 0) {
      if (outcome !== file.entry.hash) broken.add(file.entry.folder)
      return
    }
    if (!keeps || outcome === 'size' || outcome.startsWith('E')) return
    digests.add(file, words, at, outcome)
    if (tier === 'full') session.add(file.path, words, at, outcome)
  }
  const onSame: HashRun['onSame'] = (batch, words) => {
    tally.settleSame(batch)
    if (!keeps || batch.firstPlace === undefined) return
    digests.addSame(batch, words)
    if (tier === 'full') session.addSame(batch, words)
  }
  await early?.tell(onHashed)
  await hashFiles(toHash, {
    ...{ pool, gameDir, gate, signal, wantsStats: keeps, onHashed, onSame },
    ...(plain ? { plain } : {}),
    onBatch: () => session.flush(),
  })
}

async function describeExtras(gameDir: string, paths: readonly string[]): Promise<Problem[]> {
  const extras: Problem[] = []
  for (let at = 0; at < paths.length; at += 64)
    extras.push(
      ...(await Promise.all(
        paths.slice(at, at + 64).map(async (path): Promise<Problem> => {
          const stat = await plainFs.promises.lstat(`${gameDir}/${path}`).catch(() => undefined)
          return { path, result: 'extra', expected: null, found: stat?.size ?? null }
        }),
      )),
    )
  return extras
}

async function run(input: CheckInput, gate: PauseGate): Promise<CheckReport> {
  const { tier, list, gameDir, pool, keeps, startedAtMs, signal, bytesBefore } = input
  // what is kept may name a file that is not to be read like this: then the sample is drawn once the plan is known
  const early = input.tier === 'quick' ? hashEarly(input, gate).catch(() => undefined) : undefined
  const tree = await input.tree
  const plan = await input.plan(tree)
  signal?.throwIfAborted()
  const tally = createTally(plan, list)
  const filesOf = once(() => filesToCheck(plan, list.read))
  const digests = createCollector(keeps ? plan.check.length + plan.plain.count : 0, filesOf, startedAtMs)
  const broken = new Set<string>()
  const work: Work = { input, plan, tally, digests, broken }
  const choice = await (tier === 'quick' ? chooseQuick(work, await early) : chooseFull(work))
  const { toHash, unverified } = choice
  const stopWatch = watchProgress(input, { tally, gate, plan, toHash, filesTotal: list.count })
  try {
    await hashAll(work, choice, gate)
  } finally {
    stopWatch()
  }
  signal?.throwIfAborted()
  const { counts, problems } = await tally.close([...(await describeExtras(gameDir, plan.extras)), ...plan.closed])
  const verdict = verdictOf(counts, unverified)
  const bytesHashed = pool.bytes - bytesBefore
  const findings = keepFindings({ list, tree, plan, files: filesOf, digests, broken })
  return { tier, verdict, counts, problems, filesListed: list.count, unverified, bytesHashed, findings }
}

/** Rejects soon after the signal aborts, whether or not the disk answers. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, onAbort: () => void): Promise<T> {
  if (!signal) return work
  work.catch(() => undefined) // after an abort nobody waits for it
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  let hear: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    hear = () => {
      onAbort()
      timer = setTimeout(() => reject(signal.reason as Error), STOP_GRACE_MS)
    }
    signal.addEventListener('abort', hear, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', hear)
  }
}

/**
 * Checks a mod's files. Every listed file ends in exactly one result; no file makes it hang or fail.
 * `report` rejects with the signal's reason after an abort, and with an errno error when the game folder cannot be listed.
 */
export function startCheck(input: CheckInput): Check {
  const { pool, signal } = input
  const gate = createGate((paused) => (paused ? pool.pause() : pool.resume()))
  const report = orAborted(run(input, gate), signal, () => {
    gate.resume()
    pool.stop()
  })
  return {
    report,
    get paused() {
      return gate.paused
    },
    pause: gate.pause,
    resume: gate.resume,
  }
}
