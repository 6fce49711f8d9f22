import type { Connections } from '../../http/index.ts'
import { type PauseGate, underSignals } from '../../lib/index.ts'
import type { RepairCause } from '../../../src-preload/contract/repair.ts'
import type { Algorithm } from '../list/index.ts'
import { backOffMs, type Nudge, type Throttle } from './pace.ts'
import { PartFile } from './part-file.ts'
import type { FileTools } from './replace.ts'
import { type Patience, transfer } from './transfer.ts'
import { diskTrouble, isTrouble, Trouble } from './trouble.ts'

/** What a file must be in the end. */
export interface Wanted {
  /** Bytes; null where the list does not say. */
  size: number | null
  /** Lower-case hex. */
  hash: string
  algorithm: Algorithm
}

/** What all downloads of one repair share. */
export interface DownloadTools extends FileTools {
  throttle: Throttle
  gate: PauseGate
  /** After it no connection of before is waited for any more. */
  nudge: Nudge
  connections: () => Connections
  allowHttp: boolean
  patience: Patience
  /** Tries in a row that bring nothing before the file is given up. */
  tries: number
}

export interface Download extends Wanted {
  url: URL
  /** Absolute path of the part file; asked right before each use, since folders may change. */
  part: () => Promise<string>
  /** `If-Range` value of an earlier run, where the journal knows one. */
  validator: string | undefined
  /** The source said what these bytes are; the journal remembers it. */
  onValidator: (validator: string | undefined) => void
  /** Bytes of the part so far (less than before when it begins again), and those that came just now. */
  progress: (bytes: number, came: number) => void
  /** All bytes are here and the digest is taken (true), or that is over (false). */
  checking: (isChecking: boolean) => void
  /** A try failed, and another one follows in `waitMs`. */
  retrying: (trouble: Trouble, waitMs: number) => void
}

/** Tries in all, however much each brings: a source that gives a byte a try must end too. */
const MOST_TRIES = 200

/** Where a download stands between its tries. */
interface Standing {
  validator: string | undefined
  /** Tries in a row without a new byte. */
  idle: number
  /** The most bytes that the part ever had. */
  reached: number
  /** The last answer cannot be continued. */
  restart: boolean
  /** Digests of whole files that came in one piece and were wrong. */
  wrong: string[]
  /** Answers of the kinds in `MOST_OF`. */
  of: Partial<Record<RepairCause['kind'], number>>
}

/** However much they bring: a source that keeps another file than the list names, or that drips, is not asked more often than this. */
const MOST_OF: Partial<Record<RepairCause['kind'], number>> = { 'source-differs': 3, 'too-slow': 2 }

/** Brings a part file to its full content, durable and checked by its digest on the disk. @throws Trouble when it cannot be had */
export async function download(job: Download, tools: DownloadTools): Promise<void> {
  const standing: Standing = { validator: job.validator, idle: 0, reached: 0, restart: false, wrong: [], of: {} }
  for (let attempt = 1; ; attempt++) {
    await tools.gate.pass(tools.signal)
    const nudge = tools.nudge.signal
    try {
      return await attemptOnce(job, tools, standing)
    } catch (error) {
      tools.signal.throwIfAborted()
      const trouble = diskTrouble(error)
      if (!isTrouble(trouble) || trouble.remedy === 'none' || attempt >= MOST_TRIES) throw trouble
      standing.restart = trouble.remedy === 'restart'
      const { kind } = trouble.reason
      const times = (standing.of[kind] = (standing.of[kind] ?? 0) + 1)
      if (times >= (MOST_OF[kind] ?? Infinity)) throw trouble
      if (++standing.idle > tools.tries) throw trouble
      if (nudge.aborted) {
        standing.idle = 0 // nobody's fault, and nothing to tell
        continue
      }
      const waitMs = trouble.waitMs ?? backOffMs(standing.idle, tools.clock.random)
      job.retrying(trouble, waitMs)
      await waitToRetry(waitMs, nudge, tools)
    }
  }
}

/** Waits before the next try; a nudge ends it. */
async function waitToRetry(ms: number, nudge: AbortSignal, { clock, signal }: DownloadTools): Promise<void> {
  try {
    await underSignals([signal, nudge], (either) => clock.sleep(ms, either))
  } catch (error) {
    signal.throwIfAborted()
    if (!nudge.aborted) throw error
  }
}

async function attemptOnce(job: Download, tools: DownloadTools, standing: Standing): Promise<void> {
  const part = await PartFile.open(tools.disk, await job.part())
  let isResumed: boolean
  try {
    // without a size nobody can tell whether a part is whole already
    if (standing.restart || job.size === null || part.size > job.size) await part.empty()
    isResumed = part.size > 0
    job.progress(part.size, 0)
    if (job.size === null || part.size < job.size) await fetchRest(part, job, tools, standing)
    await part.sync()
  } finally {
    await part.close()
  }
  const found = await digestOfPart(job, tools)
  if (found !== job.hash) throw wrongContent(found, isResumed, standing, part.size)
}

async function digestOfPart(job: Download, { digestOf, signal }: DownloadTools): Promise<string> {
  job.checking(true)
  try {
    return await digestOf(await job.part(), job.algorithm, signal)
  } finally {
    job.checking(false)
  }
}

function fetchRest(part: PartFile, job: Download, tools: DownloadTools, standing: Standing): Promise<void> {
  return transfer({
    url: job.url,
    offset: part.size,
    validator: standing.validator,
    size: job.size,
    fresh: standing.restart || standing.wrong.length > 0,
    allowHttp: tools.allowHttp,
    patience: tools.patience,
    nudge: tools.nudge.signal,
    connections: tools.connections(),
    signal: tools.signal,
    async begin(start) {
      if (start.offset !== part.size) await part.empty()
      standing.validator = start.validator
      job.onValidator(start.validator)
      job.progress(part.size, 0)
    },
    async take(chunk, signal) {
      await tools.gate.pass(signal)
      await tools.throttle.take(chunk.length, signal)
      await part.append(chunk)
      if (part.size > standing.reached) {
        standing.reached = part.size
        standing.idle = 0
      }
      job.progress(part.size, chunk.length)
    },
  })
}

/** A file put together from two runs may be wrong for that alone. A whole one that is wrong twice tells its cause. */
function wrongContent(found: string, isResumed: boolean, standing: Standing, bytes: number): Trouble {
  if (isResumed) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
  standing.wrong.push(found)
  if (standing.wrong.length < 2) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
  return standing.wrong[0] === found
    ? new Trouble({ kind: 'source-differs', bytes })
    : new Trouble({ kind: 'memory-or-disk' })
}
