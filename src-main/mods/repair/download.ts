import type { LimitFunction } from 'p-limit'
import type { Connections } from '../../http/index.ts'
import { type PauseGate, underSignals } from '../../lib/index.ts'
import type { RepairCause } from '../../../src-preload/contract/repair.ts'
import { blockListPath, layoutOf, type Pieces, type Search } from '../blocks/index.ts'
import type { Algorithm } from '../list/index.ts'
import { assemble, type Assembly } from './assemble.ts'
import { backOffMs, type Nudge, type Throttle } from './pace.ts'
import { PartFile } from './part-file.ts'
import type { FileTools } from './replace.ts'
import { fileUrl } from './source-url.ts'
import { pickSource, type Source } from './sources.ts'
import { fetchFromTwo, LONG_FILE_BYTES } from './two-sources.ts'
import { type Patience, transfer } from './transfer.ts'
import { diskTrouble, isOfSource, isTrouble, Trouble } from './trouble.ts'

/** What a file must be in the end. */
export interface WantedFile {
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
  /** Lets so many files be fetched at once; while the digests of some are taken, the next ones come. */
  inTurn: LimitFunction
  /** Tries in a row that bring nothing before the file is given up. */
  tries: number
  /** Null where the whole file is to be fetched. */
  findBlocks: (search: Search, signal: AbortSignal) => Promise<Pieces | null>
}

export interface Download extends WantedFile {
  /** From the download address, with slashes. */
  path: string
  sources: readonly Source[]
  /** Absolute path of the part file; asked right before each use, since folders may change. */
  part: () => Promise<string>
  /** Absolute paths of files on this computer that may have bytes of it. */
  alike: () => Promise<string[]>
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
  /** Asked last. */
  source: Source | undefined
  /** Sources that cannot give the file. */
  refused: Set<Source>
  /** What `source` calls the bytes of the part. */
  validator: string | undefined
  /** The journal knows of the part. */
  isNoted: boolean
  /** What the part is put together from; null: nothing, undefined: not looked for yet. */
  assembly: Assembly | null | undefined
  /** Tries in a row without a new byte. */
  idle: number
  /** The most bytes that the part ever had. */
  reached: number
  /** The last answer cannot be continued. */
  restart: boolean
  /** What came from two sources was wrong: now it comes from one. */
  isFromOne: boolean
  /** Digests of whole files that came in one piece and were wrong. */
  wrong: string[]
  /** Answers of the kinds in `MOST_OF`. */
  of: Partial<Record<RepairCause['kind'], number>>
}

/** However much they bring: a source that keeps another file than the list names, or that drips, is not asked more often than this. */
const MOST_OF: Partial<Record<RepairCause['kind'], number>> = { 'source-differs': 3, 'too-slow': 2 }

/** Brings a part file to its full content, durable and checked by its digest on the disk. @throws Trouble when it cannot be had */
export async function download(job: Download, tools: DownloadTools): Promise<void> {
  const standing = standingOf(job)
  for (let attempt = 1; ; attempt++) {
    await tools.gate.pass(tools.signal)
    const nudge = tools.nudge.signal
    try {
      return await attemptOnce(job, tools, standing)
    } catch (error) {
      tools.signal.throwIfAborted()
      const trouble = diskTrouble(error)
      if (!isTrouble(trouble) || attempt >= MOST_TRIES) throw trouble
      standing.restart = trouble.remedy === 'restart'
      if (standing.restart) Object.assign(standing, { assembly: null, isFromOne: true })
      if (nudge.aborted && trouble.remedy !== 'none') {
        standing.idle = 0 // nobody's fault, and nothing to tell
        continue
      }
      standing.source?.failed()
      const waitMs = afterTrouble(trouble, job, tools, standing)
      if (waitMs === 0) continue
      job.retrying(trouble, waitMs)
      // a nudge ends the wait; the gate knows whether the player did
      await underSignals([tools.signal, nudge], (either) => tools.clock.sleep(waitMs, either)).catch(() => undefined)
    }
  }
}

function standingOf({ sources, validator }: Download): Standing {
  return {
    source: undefined,
    refused: new Set(),
    // with several sources nobody knows which of them named it
    validator: sources.length === 1 ? validator : undefined,
    isNoted: false,
    assembly: undefined,
    idle: 0,
    reached: 0,
    restart: false,
    isFromOne: false,
    wrong: [],
    of: {},
  }
}

/** How long to wait before the next try. @throws the trouble where no source is left */
function afterTrouble(trouble: Trouble, job: Download, tools: DownloadTools, standing: Standing): number {
  const { reason, remedy } = trouble
  const times = (standing.of[reason.kind] = (standing.of[reason.kind] ?? 0) + 1)
  const isOver = remedy === 'none' || times >= (MOST_OF[reason.kind] ?? Infinity) || ++standing.idle > tools.tries
  if (isOver) {
    if (!isOfSource(reason.kind)) throw trouble
    if (standing.source) standing.refused.add(standing.source)
  }
  const next = pickSource(job.sources, standing.refused)
  if (!next) throw trouble
  if (isOver) Object.assign(standing, { idle: 0, of: {}, wrong: [], restart: reason.kind === 'source-differs' })
  if (isOver || next.isFine) return 0
  return trouble.waitMs ?? backOffMs(standing.idle, tools.clock.random)
}

async function attemptOnce(job: Download, tools: DownloadTools, standing: Standing): Promise<void> {
  const { isResumed, bytes } = await tools.inTurn(() => bringPart(job, tools, standing))
  const found = await digestOfPart(job, tools)
  if (found !== job.hash) throw wrongContent(found, isResumed, standing, bytes)
}

/** Brings a part to its full length on the disk. `isResumed`: it was not fetched in one piece. */
async function bringPart(job: Download, tools: DownloadTools, standing: Standing) {
  tools.signal.throwIfAborted()
  const source = pickSource(job.sources, standing.refused)
  if (!source) throw new Trouble({ kind: 'no-source' })
  if (standing.source && source !== standing.source) standing.validator = undefined
  standing.source = source
  return source.use(() => fillPart(job, tools, standing, source))
}

async function fillPart(job: Download, tools: DownloadTools, standing: Standing, source: Source) {
  const part = await PartFile.open(tools.disk, await job.part())
  try {
    // without a size nobody can tell whether a part is whole already
    if (standing.restart || job.size === null || part.size > job.size) await part.empty()
    let isResumed = part.size > 0
    job.progress(part.size, 0)
    if (job.size === null || part.size < job.size) {
      if (standing.assembly === undefined) standing.assembly = await findAssembly(job, tools, standing, source)
      const fetch = (until?: number) => fetchRest(part, job, tools, standing, source, until)
      const second = secondSource(job, standing, source)
      isResumed ||= standing.assembly !== null || second !== undefined
      if (standing.assembly) await assemblePart(part, standing.assembly, job, tools, standing, fetch)
      else if (second && job.size !== null)
        await fetchFromTwo(part, job.size, {
          first: fetch,
          second: (from, until, signal) => fetchAhead(part, job, tools, standing, second, from, until, signal),
          share: () => second.shareBeside(source),
        })
      else await fetch()
    }
    await part.sync()
    return { isResumed, bytes: part.size }
  } finally {
    await part.close()
  }
}

/** Asks the source for the file's block list, where this computer may have some of its blocks. */
async function findAssembly(
  job: Download,
  tools: DownloadTools,
  standing: Standing,
  source: Source,
): Promise<Assembly | null> {
  const { size } = job
  const layout = size === null || source.hasBlockLists === false ? undefined : layoutOf(size)
  if (size === null || !layout) return null
  const files = await job.alike()
  if (files.length === 0) return null
  const list = Buffer.alloc(layout.listBytes)
  let held = 0
  const nudge = tools.nudge.signal
  try {
    await transfer({
      ...transferOf(job, tools, standing),
      url: fileUrl(source.base, blockListPath(job.hash)),
      offset: 0,
      validator: undefined,
      size: list.length,
      begin: () => Promise.resolve(),
      async take(chunk, signal) {
        await tools.throttle.take(chunk.length, signal)
        held += chunk.copy(list, held)
      },
    })
  } catch (error) {
    if (!isTrouble(error) || nudge.aborted) throw error
    if (['not-found', 'source-refused'].includes(error.reason.kind)) source.hasBlockLists ??= false
    return null // without one the whole file is fetched
  }
  source.hasBlockLists = true
  const pieces = await tools.findBlocks({ list, size, files }, tools.signal)
  return pieces && { pieces, files }
}

/** Puts a part together; where that cannot be done, what is left of it is fetched. */
async function assemblePart(
  part: PartFile,
  assembly: Assembly,
  job: Download,
  tools: DownloadTools,
  standing: Standing,
  fetch: (until?: number) => Promise<void>,
): Promise<void> {
  if (!standing.isNoted) note(job, standing, undefined)
  const { disk, gate, signal } = tools
  const onCopied = () => job.progress(part.size, 0)
  if (await assemble(part, assembly, { disk, gate, signal, fetch, onCopied })) return
  standing.assembly = null
  return fetch()
}

/** Has the journal remember what the source calls the part's bytes, where that is new. */
function note(job: Download, standing: Standing, validator: string | undefined): void {
  if (standing.isNoted && standing.validator === validator) return
  Object.assign(standing, { validator, isNoted: true })
  job.onValidator(validator)
}

/** What each transfer of a download is given. */
function transferOf(job: Download, tools: DownloadTools, { validator, restart, wrong }: Standing) {
  const { allowHttp, patience, nudge, connections, signal } = tools
  const { size } = job
  const fresh = restart || wrong.length > 0
  return {
    validator,
    size,
    fresh,
    allowHttp,
    patience,
    signal,
    nudge: nudge.signal,
    connections: connections(),
  }
}

async function digestOfPart(job: Download, { digestOf, signal }: DownloadTools): Promise<string> {
  job.checking(true)
  try {
    return await digestOf(await job.part(), job.algorithm, signal)
  } finally {
    job.checking(false)
  }
}

/** Appends what the source has from the part's end on. */
async function fetchRest(
  part: PartFile,
  job: Download,
  tools: DownloadTools,
  standing: Standing,
  source: Source,
  until?: number,
): Promise<void> {
  const began = tools.clock.now()
  let [bytes, heldMs] = [0, 0]
  await transfer({
    ...transferOf(job, tools, standing),
    url: fileUrl(source.base, job.path),
    offset: part.size,
    until,
    async begin(start) {
      if (start.offset !== part.size) await part.empty()
      note(job, standing, start.validator)
      job.progress(part.size, 0)
    },
    async take(chunk, signal) {
      const came = tools.clock.now()
      await tools.gate.pass(signal)
      await tools.throttle.take(chunk.length, signal)
      await part.append(chunk)
      if (part.size > standing.reached) {
        standing.reached = part.size
        standing.idle = 0
      }
      job.progress(part.size, chunk.length)
      bytes += chunk.length
      heldMs += tools.clock.now() - came
    },
  })
  source.gave(bytes, tools.clock.now() - began - heldMs)
}

/** Another source that brings a part of a long file meanwhile, where there is one. */
function secondSource(
  { size, sources }: Download,
  { refused, isFromOne }: Standing,
  source: Source,
): Source | undefined {
  if (isFromOne || size === null || size < LONG_FILE_BYTES) return undefined
  return pickSource(sources, new Set([...refused, source]))
}

/** What a source has of a range, in memory; undefined where it fails, or knows no ranges. */
async function fetchAhead(
  part: PartFile,
  job: Download,
  tools: DownloadTools,
  standing: Standing,
  source: Source,
  offset: number,
  until: number,
  stop: AbortSignal,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  const began = tools.clock.now()
  try {
    await underSignals([tools.signal, stop], (signal) =>
      source.use(() =>
        transfer({
          ...transferOf(job, tools, standing),
          url: fileUrl(source.base, job.path),
          offset,
          until,
          validator: undefined,
          signal,
          begin: (start) =>
            start.offset === offset ? Promise.resolve() : Promise.reject(new Trouble({ kind: 'bad-range' })),
          async take(chunk, within) {
            await tools.gate.pass(within)
            await tools.throttle.take(chunk.length, within)
            chunks.push(chunk)
            job.progress(part.size, chunk.length)
          },
        }),
      ),
    )
  } catch (error) {
    if (isTrouble(error)) source.failed() // not where it was stopped
    return undefined
  }
  source.gave(until - offset, tools.clock.now() - began)
  return Buffer.concat(chunks)
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
