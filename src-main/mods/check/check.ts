import { join } from 'node:path'
import type { CheckProgress, CheckTier, FileResult } from '../../../src-preload/contract/mods.ts'
import { AT_REST, createRandom, isMissing, type Log, plainFs, Speed, steadyNow } from '../../lib/index.ts'
import type { HashOutcome, HashPool } from '../hash/index.ts'
import {
  type Distrusted,
  type HashList,
  type HistoryFile,
  ListHistory,
  parseHashList,
  usableOf,
} from '../list/index.ts'
import { mustBeThere, scanDisk } from '../scan/index.ts'
import {
  type Checked,
  type CheckResult,
  type ProblemFacts,
  type FoundProblem,
  noCounts,
  problemsOf,
  resultOf,
  shownProblem,
} from './result.ts'
import { basePathOf, readCache, writeCache } from './digest-cache.ts'
import { type FoundFile, KnownDigests } from './known-digests.ts'
import { type Match, matchList } from './match.ts'
import { piecesOf, writeProblems } from './problem-file.ts'
import { ResumePoint } from './resume-point.ts'

/** The input of a check, which is sent to its thread unchanged. */
export interface CheckInput {
  /** A hash list as it was received: JSON in UTF-8. The check takes it over and leaves it empty. */
  list: Uint8Array<ArrayBuffer>
  /** The name of the mod's folder; if absent, the first segment that most of the list's paths share. */
  modFolder?: string
  tier: CheckTier
  /** Absolute. */
  gameDir: string
  /** See `mustBeThere`. */
  isMoved?: boolean
  /** Absolute folder for digest caches and resume points; if absent, neither is read or written. */
  cacheDir?: string
  /** Absolute path of the file for the problems; if absent, `onProblems` gets them. */
  problemsAt?: string
  /** The problems are only shown, so they need not contain the listed files. */
  withoutListed?: boolean
  history?: HistoryFile
  /** Continue an interrupted full check of the same list. */
  resume: boolean
  /** Accept a list that has lost more than half of its files, because the player has confirmed it. */
  acceptShorter?: boolean
  /** The number of usable entries of the mod's last trusted list, if the caller knows it. The cache's number counts too. */
  lastGoodCount?: number
  /** The most bytes of files with a new stat that a quick check hashes; if absent, all. If there are more, the result is `stale`. */
  quickLimitBytes?: number
  /** The seed of the quick check's sample: 0 to 1. */
  seed: number
  /** When the check began, in milliseconds since 1970. */
  startedAtMs: number
}

export interface CheckTools {
  pool: HashPool
  /** Stops the check. Finished hashes are kept for a resume. */
  signal: AbortSignal
  onProgress: (progress: CheckProgress) => void
  /** Called with some problems at a time, if they are not written to a file. */
  onProblems: (some: FoundProblem[]) => void
  /** Called at each answer of the disk, before anything is hashed. */
  onStep: () => void
  log: Log['error']
}

const PROGRESS_EVERY_MS = 100

interface Watched {
  filesTotal: number
  filesDone: () => number
  bytesTotal: number
  /** The part of `bytesTotal` that this check hashes. */
  bytesToHash: number
  onProgress: (progress: CheckProgress) => void
}

/** Publishes a check's progress ten times a second. Returns the function that publishes it for the last time. */
function publishProgress(pool: HashPool, gameDir: string, watched: Watched): () => void {
  const { filesTotal, filesDone, bytesTotal, bytesToHash, onProgress } = watched
  const speed = new Speed(steadyNow)
  let hashed = 0
  const publish = () => {
    const { paused, currentPath } = pool
    const before = hashed
    hashed = Math.min(pool.bytes, bytesToHash)
    speed.add(hashed - before)
    onProgress({
      filesDone: filesDone(),
      filesTotal,
      bytesDone: bytesTotal - bytesToHash + hashed,
      bytesTotal,
      currentFile: paused ? undefined : currentPath?.slice(gameDir.length + 1),
      ...(paused ? AT_REST : speed.estimate(bytesToHash - hashed)),
    })
  }
  publish()
  const timer = setInterval(publish, PROGRESS_EVERY_MS)
  return () => {
    clearInterval(timer)
    publish()
  }
}

/** Counts results and collects problems. Each listed file counts once. */
class Results {
  readonly counts = noCounts()
  /** Problems by the index of their entry in the list. */
  readonly problems: Match['problems']
  filesDone = 0

  constructor(problems: Match['problems']) {
    this.problems = problems
    for (const problem of problems) if (problem) this.#count(problem.result)
  }

  add(file: FoundFile, outcome: HashOutcome): void {
    const { size, hash } = file.listed
    if (outcome.kind === 'wrong-size')
      this.#addProblem(file, { result: 'wrong-size', expected: size, found: outcome.stat.size })
    else if (outcome.kind === 'digest')
      if (outcome.digest === hash) this.addRight(file)
      else this.#addProblem(file, { result: 'wrong-hash', expected: hash, found: outcome.digest })
    else if (isMissing(outcome.errno)) this.#addProblem(file, { result: 'missing', expected: size, found: null })
    else this.#addProblem(file, { result: 'unreadable', expected: null, found: outcome.errno })
  }

  /** Adds a file with the listed digest. */
  addRight(file: FoundFile): void {
    if (file.differs) this.#addProblem(file, { result: 'case-differs', expected: file.listed.path, found: file.path })
    else this.#count('ok')
  }

  #addProblem({ index }: FoundFile, facts: ProblemFacts): void {
    this.problems[index] = facts
    this.#count(facts.result)
  }

  #count(result: FileResult): void {
    this.filesDone++
    this.counts[result]++
  }
}

interface CheckJob {
  input: CheckInput
  list: HashList
  /** The path of the digest cache; undefined if nothing is stored. */
  cacheAt: string | undefined
  resume: ResumePoint | undefined
}

const bytesOf = ({ stat, listed }: FoundFile): number => stat?.size ?? listed.size ?? 0
const sumOf = (files: readonly FoundFile[]): number => files.reduce((sum, file) => sum + bytesOf(file), 0)

/**
 * Adds the results that follow from a file's size or an earlier digest. Returns the other files: those to hash, and those that are right by
 * an earlier digest.
 */
function applyKnownDigests(tier: CheckTier, files: readonly FoundFile[], results: Results) {
  const toHash: FoundFile[] = []
  const right: FoundFile[] = []
  for (const file of files) {
    const { listed, stat, known } = file
    if (stat && listed.size !== null && stat.size !== listed.size) results.add(file, { kind: 'wrong-size', stat })
    else if (stat && known?.length === listed.hash.length) {
      if (tier === 'quick' && known === listed.hash) right.push(file)
      else results.add(file, { kind: 'digest', digest: known, stat })
    } else toHash.push(file)
  }
  return { toHash, right }
}

const SAMPLE_FILES = 64
const SAMPLE_BYTES = 64 << 20

/** Draws the sample of files that a quick check hashes: up to 64 files and 64 MiB, but at least one file. @param seed 0 to 1 */
export function drawSample<T>(files: readonly T[], bytesOf: (file: T) => number, seed: number): T[] {
  const drawn: T[] = []
  let bytes = 0
  for (const file of createRandom(String(seed)).shuffled(files)) {
    if (drawn.length === SAMPLE_FILES) break
    if (bytes + bytesOf(file) > SAMPLE_BYTES) continue
    bytes += bytesOf(file)
    drawn.push(file)
  }
  if (drawn.length > 0 || files.length === 0) return drawn
  return [files.reduce((least, file) => (bytesOf(file) < bytesOf(least) ? file : least))]
}

/** Chooses the files to hash. A full check hashes all. A quick check hashes new files up to its limit, and a sample of the others. */
function chooseFiles(input: CheckInput, files: readonly FoundFile[], results: Results) {
  const { tier, seed, quickLimitBytes = Infinity } = input
  const { toHash, right } = applyKnownDigests(tier, files, results)
  if (tier === 'full') return { toHash, unverified: 0 }
  const sample = new Set(drawSample(right, bytesOf, seed))
  for (const file of right) if (!sample.has(file)) results.addRight(file)
  const some = sumOf(toHash) > quickLimitBytes ? drawSample(toHash, bytesOf, seed) : toHash
  return { toHash: [...sample, ...some], unverified: toHash.length - some.length }
}

async function hashAll(
  { input, resume }: CheckJob,
  files: readonly FoundFile[],
  known: KnownDigests,
  pool: HashPool,
  results: Results,
): Promise<void> {
  const at = (index: number) => {
    const file = files[index]
    return file && { path: join(input.gameDir, file.path), size: file.listed.size, algorithm: file.listed.algorithm }
  }
  await pool.hash({ length: files.length, at }, (index, outcome) => {
    const file = files[index]
    if (!file) return
    results.add(file, outcome)
    if (outcome.kind !== 'digest') return known.forget(file)
    known.learn(file, outcome.stat, outcome.digest, input.startedAtMs)
    resume?.add(file.path, outcome.stat, outcome.digest)
  })
}

/** Bytes that a repair must fetch. A file that differs only in its spelling is renamed, not fetched. */
function missingBytes(problems: Iterable<FoundProblem>): number {
  let bytes = 0
  for (const { result, listed } of problems) if (result !== 'case-differs') bytes += listed?.size ?? 0
  return bytes
}

/** The result of a check before its problems are created: if there are very many, only their facts are in memory. */
type Compared = Omit<Checked, 'problems' | 'update'> & { problems: Iterable<FoundProblem> }

/** Finds and hashes the files on disk. @throws the signal's reason; an errno error if the game folder cannot be listed or is gone */
async function compare(job: CheckJob, { pool, signal, onProgress, onStep }: CheckTools) {
  const { input, list, cacheAt, resume } = job
  const { tier, gameDir, startedAtMs } = input
  const match = matchList(list, scanDisk(gameDir, list.modFolder, onStep))
  const known = new KnownDigests(match.found)
  if (tier === 'quick' && cacheAt !== undefined) await readCache(cacheAt, known.listener())
  resume?.done.forEach(known.listener())
  const results = new Results(match.problems)
  const { toHash, unverified } = chooseFiles(input, match.found, results)
  const filesListed = list.entries.length
  const endProgress = publishProgress(pool, gameDir, {
    filesTotal: filesListed - unverified,
    filesDone: () => results.filesDone,
    bytesTotal: sumOf(tier === 'full' ? match.found : toHash), // a quick check passes over what it knows, a resumed one has done it
    bytesToHash: sumOf(toHash),
    onProgress,
  })
  try {
    await hashAll(job, toHash, known, pool, results)
  } finally {
    endProgress()
  }
  signal.throwIfAborted()
  const { counts } = results
  if (counts.missing + counts.unreadable > 0) mustBeThere(gameDir, input.isMoved) // the disk may have been disconnected meanwhile
  counts.extra = match.extras.length
  const problems = problemsOf(list.entries, results.problems, match.extras)
  const compared: Compared = {
    trusted: true,
    tier,
    startedAtMs,
    counts,
    problems,
    filesListed,
    refused: filesListed - usableOf(list),
    unverified,
    result: resultOf(counts, unverified, filesListed),
    modFolder: list.modFolder,
    listVersion: list.version,
    missingBytes: missingBytes(problems),
    bytesHashed: pool.bytes,
  }
  return { compared, known }
}

/**
 * Compares, and writes the digest cache for the next check. A list that lost more than half of its files is not trusted, and changes
 * nothing. @throws as {@link compare}
 */
async function checkByList(input: CheckInput, list: HashList, tools: CheckTools): Promise<Compared | Distrusted> {
  const { tier, cacheDir, gameDir, lastGoodCount = 0, acceptShorter, startedAtMs } = input
  const count = usableOf(list)
  const realDir = plainFs.realpathSync.native(gameDir) // the promise version would use one of the few threads with which main reads files
  const basePath = cacheDir === undefined ? undefined : basePathOf(cacheDir, realDir, list.modFolder)
  const cacheAt = basePath && `${basePath}.digests`
  const cachedCount = cacheAt === undefined ? 0 : await readCache(cacheAt)
  const lastGood = Math.max(cachedCount, lastGoodCount)
  if (!acceptShorter && count * 2 < lastGood)
    return { trusted: false, reason: 'shrunk', detail: `${count} of ${lastGood}` }
  const resume =
    tier === 'full' && basePath ? await ResumePoint.open(basePath, list.version, input.resume, startedAtMs) : undefined
  try {
    const { compared, known } = await compare({ input, list, cacheAt, resume }, tools)
    const isWritten = tier === 'quick' && count === cachedCount && !known.isChanged
    if (cacheAt && !isWritten) await writeCache(cacheAt, count, known.rows())
    await resume?.forget()
    return compared
  } catch (error) {
    await resume?.leave()
    throw error
  }
}

/**
 * Checks a mod. A list that is not trusted changes nothing on disk. Every listed file gets exactly one result, and no file makes the check
 * fail. It blocks its thread while it reads and compares, so it is for worker threads.
 * @throws the signal's reason; an errno error if the game folder cannot be listed
 */
export async function check(input: CheckInput, tools: CheckTools): Promise<CheckResult> {
  const { modFolder, problemsAt, withoutListed, history, startedAtMs } = input
  const parsed = parseHashList(input.list, modFolder)
  structuredClone(null, { transfer: [input.list.buffer] }) // frees the memory of a long list before the folder is read
  if (!parsed.trusted) return parsed
  const compared = await checkByList(input, parsed.list, tools)
  if (!compared.trusted) return compared
  if (problemsAt !== undefined) await writeProblems(problemsAt, compared, tools.log)
  else
    for (const piece of piecesOf(compared.problems)) tools.onProblems(withoutListed ? piece.map(shownProblem) : piece)
  const now = new Date(startedAtMs).toISOString()
  const update = history
    ? await new ListHistory(history, tools.log).remember(parsed.list, compared.result === 'ready', now)
    : null
  return { ...compared, problems: [], update }
}
