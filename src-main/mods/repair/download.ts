import type { Dispatcher } from 'undici'
import type { Algorithm } from '../list/index.ts'
import type { Disk } from './disk.ts'
import { backOffMs, type Clock, type Gate, type Nudge, type Throttle } from './pace.ts'
import type { OpenPart, Part } from './part.ts'
import { transfer } from './transfer.ts'
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
export interface DownloadTools {
  disk: Disk
  openPart: OpenPart
  clock: Clock
  throttle: Throttle
  gate: Gate
  /** After it no connection of before is waited for any more. */
  nudge: Nudge
  dispatcher: Dispatcher
  allowHttp: boolean
  /** No byte for this long is a stall, in milliseconds. */
  stallMs: number
  /** Tries in a row that bring nothing before the file is given up. */
  tries: number
}

export interface Download extends Wanted {
  url: URL
  /** Absolute path of the part file. */
  part: string
  /** `If-Range` value of an earlier run, where the journal knows one. */
  validator: string | undefined
  signal: AbortSignal
  /** The source said what these bytes are; the journal remembers it. */
  learned: (validator: string | undefined) => void
  /** Bytes of the part so far (less than before when it begins anew), those that came just now, and the wait for the disk. */
  progress: (bytes: number, came: number, diskMs: number) => void
  /** A try failed and another one follows. */
  retrying: (trouble: Trouble) => void
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
  /** The last answer cannot be gone on with. */
  restart: boolean
  /** Digests of whole files that came in one piece and were wrong. */
  wrong: string[]
  /** Answers that were another file than the listed one. */
  differing: number
}

/** A source that keeps another file than the list names is not asked more often than this. */
const MOST_DIFFERING = 3

/** Brings a part file to its full content, checked by digest and durable. @throws Trouble when it cannot be had */
export async function download(job: Download, tools: DownloadTools): Promise<void> {
  const standing: Standing = { validator: job.validator, idle: 0, reached: 0, restart: false, wrong: [], differing: 0 }
  for (let attempt = 1; ; attempt++) {
    await tools.gate.pass(job.signal)
    const nudge = tools.nudge.signal
    try {
      return await attemptOnce(job, tools, standing)
    } catch (error) {
      job.signal.throwIfAborted()
      const trouble = diskTrouble(error)
      if (!isTrouble(trouble) || trouble.remedy === 'none' || attempt >= MOST_TRIES) throw trouble
      standing.restart = trouble.remedy === 'restart'
      if (trouble.reason.kind === 'source-differs' && ++standing.differing >= MOST_DIFFERING) throw trouble
      if (++standing.idle > tools.tries) throw trouble
      if (nudge.aborted) {
        standing.idle = 0 // nobody's fault, and nothing to tell
        continue
      }
      job.retrying(trouble)
      await rest(trouble.waitMs ?? backOffMs(standing.idle, tools.clock.random), nudge, job, tools.clock)
    }
  }
}

/** Waits before the next try; a nudge ends it. */
async function rest(ms: number, nudge: AbortSignal, { signal }: Download, clock: Clock): Promise<void> {
  try {
    await clock.sleep(ms, AbortSignal.any([signal, nudge]))
  } catch (error) {
    signal.throwIfAborted()
    if (!nudge.aborted) throw error
  }
}

async function attemptOnce(job: Download, tools: DownloadTools, standing: Standing): Promise<void> {
  const part = await tools.openPart(tools.disk, job.part, job.algorithm, job.size, job.signal)
  try {
    // without a size nobody can tell whether a part is whole already
    if (standing.restart || job.size === null || part.size > job.size) await part.restart()
    const goneOn = part.size > 0
    job.progress(part.size, 0, 0)
    if (job.size === null || part.size < job.size) await fetchRest(part, job, tools, standing)
    const found = await part.finish()
    if (found !== job.hash) throw wrongContent(found, goneOn, standing, part.size)
  } finally {
    await part.close()
  }
}

async function fetchRest(part: Part, job: Download, tools: DownloadTools, standing: Standing): Promise<void> {
  let diskMs = part.diskMs
  const over = new AbortController()
  // what waits here when the transfer ends must not come into a part that is closed by then
  const signal = AbortSignal.any([job.signal, over.signal])
  const mayTake = (bytes: number): Promise<void> | undefined => {
    if (!tools.gate.paused) return tools.throttle.take(bytes, signal)
    return tools.gate.pass(signal).then(() => tools.throttle.take(bytes, signal))
  }
  const store = (chunk: Buffer): Promise<void> | undefined => {
    const written = part.write(chunk)
    if (part.size > standing.reached) {
      standing.reached = part.size
      standing.idle = 0
    }
    job.progress(part.size, chunk.length, part.diskMs - diskMs)
    diskMs = part.diskMs
    return written
  }
  const whole = transfer({
    url: job.url,
    offset: part.size,
    validator: standing.validator,
    size: job.size,
    fresh: standing.restart || standing.wrong.length > 0,
    allowHttp: tools.allowHttp,
    stallMs: tools.stallMs,
    nudge: tools.nudge.signal,
    dispatcher: tools.dispatcher,
    signal: job.signal,
    async begin(start) {
      if (start.offset !== part.size) await part.restart()
      standing.validator = start.validator
      job.learned(start.validator)
      job.progress(part.size, 0, 0)
    },
    take(chunk) {
      const wait = mayTake(chunk.length)
      return wait ? wait.then(() => store(chunk)) : store(chunk)
    },
  })
  return whole.finally(() => over.abort())
}

/** A file put together from two runs may be wrong for that alone. A whole one that is wrong twice tells its cause. */
function wrongContent(found: string, goneOn: boolean, standing: Standing, bytes: number): Trouble {
  if (goneOn) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
  standing.wrong.push(found)
  if (standing.wrong.length < 2) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
  return standing.wrong[0] === found
    ? new Trouble({ kind: 'source-differs', bytes })
    : new Trouble({ kind: 'memory-or-disk' })
}
