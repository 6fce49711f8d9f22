import type { RepairCause, RepairOutcome, RepairTrouble } from '../../../../src-preload/contract/repair.ts'
import { forEachOf, inSlices } from '../../../lib/index.ts'
import { isSafePath } from '../../list/index.ts'
import { freeBytes, pathsFor, removePart, statsAt } from '../disk.ts'
import { Folders } from '../folders.ts'
import { Meter } from '../meter.ts'
import { emptySession, keptFiles } from '../quarantine.ts'
import { type FileWork, repairFile, type RunOptions } from './repair-file.ts'
import { donePaths, isForGood, type SessionEntry, type RepairSession } from '../session.ts'
import { pathsOf, type Step, StepList } from '../steps.ts'
import { isOfSource, isPassing, Trouble, troubleOf } from '../trouble.ts'
import { countDone } from '../unfinished.ts'

/** Causes that would affect every other file as well. */
const STOPS_ALL: RepairCause['kind'][] = [
  'disk-full',
  'list-changed',
  'folder-case',
  'folder-gone',
  'no-source',
  'bad-source',
  'insecure-source',
  'private-source',
  'bad-certificate',
]

/** If this many files in a row fail for a cause that passes, every other file would fail as well, each after minutes of tries. */
const MOST_LOST = 4

/** Does the remaining steps of a session and returns the outcome. If it is stopped, that is an outcome, not an error. */
export async function runSteps(session: RepairSession, options: RunOptions): Promise<RepairOutcome> {
  const { clock, gate, signal: stop } = options.tools
  const began = clock.now()
  const done = await donePaths(session.journal)
  const meter = new Meter(session.head.steps, clock.now)
  await countDone(options.tools.disk, session, done, meter)
  const troubles: RepairTrouble[] = []
  /** Steps that wait before they replace files: for the end of the game, or until all files of an update are here. */
  let later = new StepList()
  /** Until all files of an update are here, the old ones stay in use, because a server may still have the old list. */
  let isGathering = session.head.work === 'update'
  const halt = new AbortController()
  /** The number of files in a row that failed for a cause that passes. */
  let lost = 0
  let stopped: RepairOutcome['stopped'] = null
  const signal = AbortSignal.any([stop, halt.signal])
  const tools = { ...options.tools, signal }
  const isEarly = () => isGathering || options.replacing.paused
  const folders = new Folders(session, tools, isEarly)
  const work: FileWork = { ...options, tools, session, folders, meter, isEarly, came: new Map() }
  const report = () => options.onProgress(meter, meter.isOnlyChecking && !gate.paused ? 'checking' : 'fetching')

  const repairOne = async (step: Step): Promise<void> => {
    if (signal.aborted || done.has(step.path)) return
    meter.begin(step.path)
    const trouble = await attempt(step, work)
    if (trouble === 'later') later.add(step)
    if (trouble === 'later') return meter.wait(step.path)
    if (trouble === 'stopped') return meter.leave(step.path)
    const cause = trouble && (await explain(trouble, step, work))
    const isLate = signal.aborted
    lost = cause && isPassing(cause) ? lost + 1 : 0
    if (cause && !isLate && (lost >= MOST_LOST || STOPS_ALL.includes(cause.kind))) {
      stopped = cause
      halt.abort() // stops before the next file begins
    }
    if (trouble) await tidyPart(step, trouble, work).catch(() => undefined)
    if (trouble) meter.failed(step)
    else meter.done(step)
    report()
    if (!cause || isLate) return
    troubles.push({ path: step.path, cause })
    if (cause.kind !== 'folder-gone') await session.note({ w: 'failed', path: step.path, cause })
  }
  const ticking = setInterval(report, 200)
  const atOnce = tools.inTurn.concurrency + CHECKED_AT_A_TIME
  const repairAll = (steps: Iterable<Step>) => forEachOf(steps, atOnce, repairOne, signal, () => halt.abort())
  try {
    await repairAll(session.head.steps)
    isGathering &&= troubles.length > 0
    while (later.count > 0 && !isGathering && !signal.aborted) {
      if (options.replacing.paused) options.waitsForGame()
      await options.replacing.pass(signal).catch(() => undefined) // the loop's condition notices a stop
      const due = later
      later = new StepList()
      await repairAll(due)
    }
  } finally {
    clearInterval(ticking)
  }
  const isThere = await session.isThere()
  if (stop.aborted) stopped = 'by-player'
  else if (!isThere) stopped = { kind: 'folder-gone' }
  options.onProgress(meter, 'checking')
  if (isThere) troubles.push(...(await vanished(work)))
  if (stopped === null && troubles.length === 0)
    await session.note(session.head.isAhead ? { w: 'ready' } : { w: 'end', how: 'finished' })
  if (isForGood(session)) {
    await session.close()
    // what does not go now goes with the next sweep
    await emptySession(tools.disk, session.gameDir, session.head.id).catch(() => 0)
  }
  const setAside = isThere ? (await keptFiles(tools.disk, session)).length : 0
  return {
    ...(await count(session.journal)),
    setAside,
    troubles,
    stopped,
    seconds: Math.round((clock.now() - began) / 100) / 10,
  }
}

/** The number of files that are hashed while the next ones are fetched. */
const CHECKED_AT_A_TIME = 4

async function attempt(step: Step, work: FileWork): Promise<Trouble | 'stopped' | 'later' | undefined> {
  try {
    const { modFolder } = work.session.head
    // checked again, because writing must not depend on an earlier check
    if (!pathsOf(step).every((path) => isSafePath(path, modFolder))) throw new Trouble({ kind: 'unsafe-place' })
    await work.tools.gate.pass(work.tools.signal)
    return await repairFile(step, work)
  } catch (error) {
    if (work.tools.signal.aborted) return 'stopped'
    return troubleOf(error)
  }
}

/** Removes a part file that can never become the complete file. */
async function tidyPart(step: Step, trouble: Trouble, work: FileWork): Promise<void> {
  if (trouble.reason.kind === 'unsafe-place') return
  const { disk } = work.tools
  const { part } = await pathsFor(work.session.gameDir, step.path)
  const spoilt = trouble.remedy !== 'resume' && ['source-differs', 'memory-or-disk'].includes(trouble.reason.kind)
  if (!spoilt && (await statsAt(disk, part))?.size !== 0) return
  await removePart(disk, part)
  work.meter.bytes(step.path, 0, 0)
}

async function explain({ reason }: Trouble, step: Step, work: FileWork): Promise<RepairCause> {
  if (reason.kind === 'disk-full') {
    const neededBytes = step.do === 'set-aside' ? 0 : (step.size ?? 0)
    const { gameDir, head } = work.session
    return {
      ...reason,
      neededBytes,
      freeBytes: await freeBytes(work.tools.disk, gameDir, head.modFolder).catch(() => 0),
    }
  }
  if (!isOfSource(reason.kind) && !(await work.session.isThere())) return { kind: 'folder-gone' }
  const doubtful = reason.kind === 'not-found' || reason.kind === 'source-differs'
  if (doubtful && !(await work.listIsCurrent(work.tools.signal).catch(() => true))) return { kind: 'list-changed' }
  return reason
}

const LOOKS_AT_A_TIME = 16

/** Finds files that were written successfully and are gone. */
async function vanished({ session, tools }: FileWork): Promise<RepairTrouble[]> {
  const done = await donePaths(session.journal)
  const gone: RepairTrouble[] = []
  const look = async (step: Step) => {
    if (step.do === 'set-aside' || !done.has(step.path)) return
    const { path, size } = step
    try {
      const { target } = await pathsFor(session.gameDir, path)
      const stats = await statsAt(tools.disk, target)
      if (!stats || (size !== null && stats.size !== size)) gone.push({ path, cause: { kind: 'vanished' } })
    } catch (error) {
      gone.push({ path, cause: troubleOf(error).reason })
    }
  }
  await forEachOf(session.head.steps, LOOKS_AT_A_TIME, look)
  return gone
}

async function count(journal: readonly SessionEntry[]): Promise<Pick<RepairOutcome, 'repaired' | 'copied'>> {
  const counts = { repaired: 0, copied: 0 }
  await inSlices(journal, (entry) => {
    if (entry.w === 'done' && entry.how !== 'set-aside') counts.repaired++
    if (entry.w === 'done' && entry.how === 'copied') counts.copied++
  })
  return counts
}
