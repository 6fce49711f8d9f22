import type { RepairCause, RepairOutcome, RepairTrouble } from '../../../src-preload/contract/repair.ts'
import { parseSafePath, type SafePath } from '../list/index.ts'
import { dropPart, freeBytes, whatIsAt } from './disk.ts'
import { adaptLanes, inLanes } from './lanes.ts'
import { createMeter, type Meter } from './meter.ts'
import { placeFor } from './place.ts'
import { repairFile, type FileWork } from './repair-file.ts'
import type { Session } from './session.ts'
import { type Did, donePaths, type Step } from './session-shape.ts'
import { diskTrouble, isTrouble, Trouble } from './trouble.ts'

export interface RunOptions extends Omit<FileWork, 'session' | 'meter' | 'diskTime'> {
  /** Files at a time, at most. */
  lanes: number
  /** False if the hash list is another one by now; asked when the source and the list disagree. */
  listIsCurrent: (signal: AbortSignal) => Promise<boolean>
  /** Called whenever something moved; may be called often. */
  onProgress: (meter: Meter, phase: 'fetching' | 'checking') => void
}

/** Causes that every other file would meet as well. */
const STOPS_ALL: RepairCause['kind'][] = ['disk-full', 'list-changed', 'no-source', 'bad-source', 'insecure-source']

/** Runs what is left of a session, and ends with what came of it. Stopping is an outcome, not an error. */
export async function runSession(session: Session, options: RunOptions): Promise<RepairOutcome> {
  const { clock } = options.tools
  const began = clock.now()
  const finished = donePaths(session.did)
  const steps = session.head.steps.filter(({ path }) => !finished.has(path)).sort((a, b) => weight(b) - weight(a))
  const meter = createMeter(session.head.steps, clock.now)
  for (const step of session.head.steps) if (finished.has(step.path)) meter.end(step.path, true)

  const troubles: RepairTrouble[] = []
  const halt = new AbortController()
  let stopped: RepairOutcome['stopped'] = null
  const signal = AbortSignal.any([options.signal, halt.signal])
  const laneCount = createLaneCount(options)
  const work: FileWork = { ...options, signal, session, meter, diskTime: laneCount.spent }
  const told = { ...work, patience: { ...work.patience, signal } }

  const one = async (step: Step) => {
    if (signal.aborted) return
    meter.begin(step.path)
    const trouble = await attempt(step, told, options)
    meter.end(step.path, trouble === undefined)
    options.onProgress(meter, 'fetching')
    if (!trouble || signal.aborted) return
    if (STOPS_ALL.includes(trouble.kind)) {
      stopped = trouble
      halt.abort()
    }
    troubles.push({ path: step.path, cause: trouble })
    await session.note({ w: 'failed', path: step.path, cause: trouble })
  }
  const ticking = setInterval(() => options.onProgress(meter, 'fetching'), 200)
  try {
    await inLanes(steps, laneCount.allowed, one)
  } finally {
    clearInterval(ticking)
  }
  if (options.signal.aborted) stopped = 'by-player'
  options.onProgress(meter, 'checking')
  troubles.push(...(await vanished(session, options)))
  if (stopped === null && troubles.length === 0) await session.note({ w: 'end', how: 'finished' })
  return { ...count(session.did), troubles, stopped, seconds: Math.round((clock.now() - began) / 100) / 10 }
}

/** Large files first, so that no long one is left to run alone at the end. */
const weight = (step: Step): number => (step.do === 'set-aside' ? Infinity : (step.size ?? 0))

/** Looks at a step's paths once more: what is written must not depend on somebody having done so before. */
function mustStayInMod(step: Step, modFolder: string): void {
  const paths = step.do === 'rename' ? [step.from, step.path] : [step.path]
  if (!paths.every((path) => parseSafePath(path, modFolder).ok)) throw new Trouble({ kind: 'unsafe-place' })
}

async function attempt(step: Step, work: FileWork, options: RunOptions): Promise<RepairCause | undefined> {
  try {
    mustStayInMod(step, work.session.head.modFolder)
    await work.tools.gate.pass(work.signal)
    await repairFile(step, work)
    return undefined
  } catch (error) {
    if (work.signal.aborted) return undefined
    const trouble = diskTrouble(error)
    if (!isTrouble(trouble)) throw trouble
    await tidyPart(step, trouble, work).catch(() => undefined)
    return await explain(trouble, step, work, options)
  }
}

/** A part that can never become the file is not left lying about. */
async function tidyPart(step: Step, trouble: Trouble, work: FileWork): Promise<void> {
  if (trouble.reason.kind === 'unsafe-place') return
  const { disk } = work.tools
  const { part } = await placeFor(disk, work.gameDir, step.path, false)
  const spoilt = ['source-differs', 'memory-or-disk'].includes(trouble.reason.kind)
  if (spoilt || (await whatIsAt(disk, part))?.size === 0) await dropPart(disk, part)
}

async function explain({ reason }: Trouble, step: Step, work: FileWork, options: RunOptions): Promise<RepairCause> {
  if (reason.kind === 'disk-full') {
    const size = weight(step)
    return { ...reason, neededBytes: Number.isFinite(size) ? size : 0, freeBytes: await free(work) }
  }
  const doubtful = reason.kind === 'not-found' || reason.kind === 'source-differs'
  if (doubtful && !(await options.listIsCurrent(work.signal).catch(() => true))) return { kind: 'list-changed' }
  return reason
}

const free = (work: FileWork): Promise<number> => freeBytes(work.tools.disk, work.gameDir).catch(() => 0)

/** What was written well and is not there any more. */
async function vanished(session: Session, options: RunOptions): Promise<RepairTrouble[]> {
  const sizes = new Map(session.head.steps.flatMap((step) => (step.do === 'set-aside' ? [] : [[step.path, step.size]])))
  const gone: RepairTrouble[] = []
  const look = async (path: SafePath) => {
    const { target } = await placeFor(options.tools.disk, options.gameDir, path, false)
    const stats = await whatIsAt(options.tools.disk, target)
    const size = sizes.get(path) ?? null
    if (!stats || (size !== null && stats.size !== size)) gone.push({ path, cause: { kind: 'vanished' } })
  }
  const written = session.did.flatMap((did) => (did.w === 'done' && did.how !== 'set-aside' ? [did.path] : []))
  await inLanes(written, () => 16, look)
  return gone
}

function count(did: readonly Did[]): Pick<RepairOutcome, 'repaired' | 'copied' | 'setAside'> {
  const done = did.filter((line) => line.w === 'done')
  return {
    repaired: done.filter(({ how }) => how !== 'set-aside').length,
    copied: done.filter(({ how }) => how === 'copied').length,
    setAside: did.filter((line) => line.w === 'keep').length,
  }
}

const LOOK_EVERY_MS = 2_000

/** Watches how long the lanes wait for the disk, and lets fewer of them run where it is slow. */
function createLaneCount(options: RunOptions) {
  const { now } = options.tools.clock
  let lanes = options.lanes
  let sample = { diskMs: 0, bytes: 0, from: now() }
  return {
    allowed: () => lanes,
    spent(diskMs: number, bytes: number) {
      sample.diskMs += diskMs
      sample.bytes += bytes
      const elapsedMs = now() - sample.from
      if (elapsedMs < LOOK_EVERY_MS) return
      lanes = adaptLanes(lanes, options.lanes, { ...sample, elapsedMs })
      sample = { diskMs: 0, bytes: 0, from: now() }
    },
  }
}
