import { join } from 'node:path'
import type { CheckProgress, CheckTier, Problem } from '../../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../../src-preload/contract/repair.ts'
import { type Log, plainFs } from '../../lib/index.ts'
import type { HashPool } from '../hash/index.ts'
import {
  type Distrusted,
  type HashList,
  type HistoryPlace,
  ListHistory,
  parseHashList,
  usableOf,
} from '../list/index.ts'
import { scanDisk } from '../scan/index.ts'
import { noCounts, verdictOf } from './counts.ts'
import { DigestTable, noCache, readCache, storeName, writeCache } from './digest-cache.ts'
import { keepCheck } from './kept-check.ts'
import { type FileToCheck, type PlacedProblem, planCheck } from './plan.ts'
import { ProgressMeter } from './progress.ts'
import { ResumePoint } from './resume-point.ts'
import type { CheckReport, FoundProblem } from './report.ts'
import { drawSample } from './sample.ts'

/** A hash list as it came: JSON in UTF-8. */
export interface ListInput {
  list: Uint8Array
  /** Name of the mod's folder; absent, the list's common first segment. */
  modFolder?: string
}

/** What a check needs, from a list as it came to the verdict; it crosses to the check's thread as it is. */
export interface CheckInput extends ListInput {
  tier: CheckTier
  /** Absolute. */
  gameDir: string
  /** Absolute folder of digest caches and resume points; absent: nothing is read or kept. */
  cacheDir?: string
  /** Absolute path of the file that keeps the problems that are found; absent: they come with the report. */
  keepAt?: string
  history?: HistoryPlace
  /** Go on where an interrupted full check of the same list stopped. */
  resume: boolean
  /** Take a list that has lost more than half of its files: the player said that it is right. */
  acceptShorter?: boolean
  /** Usable entries of the mod's last trusted list, where the caller knows them; the cache is asked too. */
  lastGoodCount?: number
  /** Most bytes that a quick check hashes of files whose stat is new; absent: all. Above it the verdict is `stale`. */
  quickLimitBytes?: number
  /** Draws the quick check's sample: 0 to 1. */
  seed: number
  /** When the check began, in milliseconds since 1970. */
  startedAtMs: number
}

/** What came of a check. `update`: what the list changed that the files do not follow yet. */
export type CheckResult = { trusted: true; report: CheckReport; update: ModUpdate | null } | Distrusted

/** Thrown where a check was stopped from outside. */
export class Stopped extends Error {}

/** Steers a check that runs, and hears its progress. */
export class CheckControl {
  readonly tell: (progress: CheckProgress) => void
  /** Hears every step that the disk answers before anything is hashed. */
  readonly onLook: () => void
  readonly #pool: HashPool
  #stopped: 'keep' | 'forget' | undefined

  constructor(pool: HashPool, tell: (progress: CheckProgress) => void, onLook: () => void) {
    this.#pool = pool
    this.tell = tell
    this.onLook = onLook
  }

  get stopped(): boolean {
    return this.#stopped !== undefined
  }

  /** Once stopped: whether what was hashed is kept for a resume. */
  get keeps(): boolean {
    return this.#stopped !== 'forget'
  }

  pause(): void {
    this.#pool.pause()
  }

  resume(): void {
    this.#pool.resume()
  }

  stop(keeps: boolean): void {
    this.#stopped = keeps ? 'keep' : 'forget'
    this.#pool.stop()
  }
}

/** Counts results and keeps the problems, each listed file once. */
class Results {
  readonly counts = noCounts()
  readonly #problems: PlacedProblem[]
  filesDone: number

  constructor(settled: readonly PlacedProblem[]) {
    this.#problems = [...settled]
    this.filesDone = settled.length
    for (const { problem } of settled) this.counts[problem.result]++
  }

  /** @param outcome a digest, `size` or an errno */
  settle({ entry, place, path: spelled, differs }: FileToCheck, outcome: string, size: number | undefined): void {
    this.filesDone++
    const { path } = entry
    const add = (problem: Problem) => {
      this.counts[problem.result]++
      this.#problems.push({ place, problem })
    }
    if (outcome === entry.hash) {
      if (differs) add({ path, result: 'case-differs', expected: path, found: spelled })
      else this.counts.ok++
    } else if (outcome === 'size') add({ path, result: 'wrong-size', expected: entry.size, found: size ?? null })
    else if (outcome === 'ENOENT') add({ path, result: 'missing', expected: entry.size, found: null })
    else if (outcome.startsWith('E')) add({ path, result: 'unreadable', expected: null, found: outcome })
    else add({ path, result: 'wrong-hash', expected: entry.hash, found: outcome })
  }

  /** All problems in the list's order, then the extras. */
  close({ entries }: HashList, extras: readonly Problem[]): FoundProblem[] {
    this.counts.extra = extras.length
    const listed = this.#problems
      .sort((a, b) => a.place - b.place)
      .map(({ place, problem }): FoundProblem => {
        const entry = entries[place]
        if (entry?.kind !== 'file') return problem
        const { path, size, hash, algorithm } = entry
        return { ...problem, listed: { path, size, hash, algorithm } }
      })
    return [...listed, ...extras]
  }
}

/** One check under way. */
interface Work {
  input: CheckInput
  list: HashList
  known: DigestTable
  /** What the next quick check may believe. */
  found: DigestTable
  results: Results
  resume: ResumePoint | undefined
}

const bytesOf = ({ stat, entry }: FileToCheck): number => stat?.size ?? entry.size ?? 0
const sumOf = (files: readonly FileToCheck[]): number => files.reduce((sum, file) => sum + bytesOf(file), 0)

/** Settles what its size or an earlier digest settles; the rest is to be hashed, or known to be right but not settled yet. */
function divide({ input, known, found, results }: Work, files: readonly FileToCheck[]) {
  const toHash: FileToCheck[] = []
  const right: FileToCheck[] = []
  for (const file of files) {
    const { entry, stat, path } = file
    const digest = stat && known.get(path, stat)
    if (stat && entry.size !== null && stat.size !== entry.size) results.settle(file, 'size', stat.size)
    else if (stat && digest?.length === entry.hash.length) {
      found.carry(path, stat, digest)
      if (input.tier === 'quick' && digest === entry.hash) right.push(file)
      else results.settle(file, digest, stat.size)
    } else toHash.push(file)
  }
  return { toHash, right }
}

/** A quick check hashes what is new as far as its limit goes, and a sample of what it believes. */
function chooseQuick(work: Work, files: readonly FileToCheck[]): { toHash: FileToCheck[]; unverified: number } {
  const { seed, quickLimitBytes = Infinity } = work.input
  const { toHash: unknown, right } = divide(work, files)
  const sample = new Set(drawSample(right, bytesOf, seed))
  for (const file of right) if (!sample.has(file)) work.results.settle(file, file.entry.hash, undefined)
  const some = sumOf(unknown) > quickLimitBytes ? drawSample(unknown, bytesOf, seed) : unknown
  return { toHash: [...sample, ...some], unverified: unknown.length - some.length }
}

async function hashAll(work: Work, files: readonly FileToCheck[], pool: HashPool): Promise<void> {
  const { input, found, results, resume } = work
  const wanted = files.map(({ path, entry: { size, algorithm } }) => ({
    path: join(input.gameDir, path),
    size,
    algorithm,
  }))
  await pool.hash(wanted, (place, { outcome, stat }) => {
    const file = files[place]
    if (!file) return
    results.settle(file, outcome, stat?.size)
    if (!stat || outcome === 'size' || outcome.startsWith('E')) return
    found.add(file.path, stat, outcome, input.startedAtMs)
    resume?.add(file.path, stat, outcome)
  })
}

/** A file that is only spelled otherwise is renamed. */
const missingBytes = (problems: readonly FoundProblem[]): number =>
  problems.reduce((sum, { result, listed }) => sum + (result === 'case-differs' ? 0 : (listed?.size ?? 0)), 0)

/** Finds and hashes what is on disk, and says what is wrong with it. @throws Stopped; an errno error when the game folder cannot be listed */
async function compare(work: Omit<Work, 'results'>, pool: HashPool, control: CheckControl): Promise<CheckReport> {
  const { input, list, resume } = work
  const { tier, gameDir } = input
  const wantsStats = tier === 'quick' || (resume !== undefined && resume.done.size > 0)
  const plan = planCheck(list, scanDisk(gameDir, list.modFolder, wantsStats, control.onLook), gameDir, control.onLook)
  const results = new Results(plan.settled)
  const all: Work = { ...work, results }
  const { toHash, unverified } =
    tier === 'quick' ? chooseQuick(all, plan.check) : { toHash: divide(all, plan.check).toHash, unverified: 0 }
  const bytesBefore = pool.bytes
  const meter = new ProgressMeter(pool, gameDir, {
    filesTotal: list.entries.length,
    filesDone: () => results.filesDone,
    bytesTotal: sumOf(plan.check),
    bytesToHash: sumOf(toHash),
    tell: control.tell,
  })
  try {
    await hashAll(all, toHash, pool)
  } finally {
    meter.stop()
  }
  if (control.stopped) throw new Stopped()
  const problems = results.close(list, plan.extras)
  const { counts } = results
  return {
    tier,
    startedAtMs: input.startedAtMs,
    verdict: verdictOf(counts, unverified, list.entries.length),
    counts,
    modFolder: list.modFolder,
    listVersion: list.version,
    missingBytes: missingBytes(problems),
    problems,
    filesListed: list.entries.length,
    unverified,
    bytesHashed: pool.bytes - bytesBefore,
  }
}

/** Compares, and keeps what the next check may believe. A list that has shrunk beyond reason changes nothing. @throws as {@link compare} */
async function checkByList(
  input: CheckInput,
  list: HashList,
  pool: HashPool,
  control: CheckControl,
): Promise<{ trusted: true; report: CheckReport } | Distrusted> {
  const { tier, cacheDir, gameDir, lastGoodCount = 0, acceptShorter, startedAtMs } = input
  const count = usableOf(list)
  const realDir = plainFs.realpathSync.native(gameDir) // by promise it would hold one of the few threads that main reads files with
  const name = cacheDir === undefined ? undefined : storeName(cacheDir, realDir, list.modFolder)
  const cache = name === undefined ? noCache() : await readCache(`${name}.digests`)
  const lastGood = Math.max(cache.lastGoodCount, lastGoodCount)
  if (!acceptShorter && count * 2 < lastGood)
    return { trusted: false, reason: 'shrunk', detail: `${count} of ${lastGood}` }
  const resume =
    tier === 'full' && name ? await ResumePoint.open(name, list.version, input.resume, startedAtMs) : undefined
  const known = tier === 'quick' ? cache.digests : (resume?.done ?? new DigestTable())
  const found = new DigestTable()
  try {
    const report = await compare({ input, list, known, found, resume }, pool, control)
    const isKept = count === cache.lastGoodCount && found.equals(cache.digests)
    if (name && !isKept) await writeCache(`${name}.digests`, { digests: found, lastGoodCount: count })
    await resume?.forget()
    return { trusted: true, report }
  } catch (error) {
    await (control.stopped && !control.keeps ? resume?.forget() : resume?.leave())
    throw error
  }
}

/**
 * Checks a mod. A list that is not trusted changes nothing on disk. Every listed file ends in exactly one result; no file makes it
 * fail. Holds the thread while it reads and compares: for a worker.
 * @throws Stopped; an errno error when the game folder cannot be listed
 */
export async function check(
  input: CheckInput,
  pool: HashPool,
  control: CheckControl,
  log: Log['error'],
): Promise<CheckResult> {
  const reading = parseHashList(input.list, input)
  if (!reading.trusted) return reading
  const result = await checkByList(input, reading.list, pool, control)
  if (!result.trusted) return result
  const { report } = result
  const { keepAt, history, startedAtMs } = input
  if (keepAt !== undefined) await keepCheck(keepAt, report, log)
  const now = new Date(startedAtMs).toISOString()
  const update = history
    ? await new ListHistory(history, log).remember(reading.list, report.verdict === 'ready', now)
    : null
  return { trusted: true, report: keepAt === undefined ? report : { ...report, problems: [] }, update }
}
