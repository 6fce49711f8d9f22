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
import { type FileTransfer, type Patience, transfer } from './transfer.ts'
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

/** However much they bring: a source that keeps another file than the list names, or that drips, is not asked more often than this. */
const MOST_OF: Partial<Record<RepairCause['kind'], number>> = { 'source-differs': 3, 'too-slow': 2 }

/** Brings a part file to its full content, durable and checked by its digest on the disk. @throws Trouble when it cannot be had */
export const download = (job: Download, tools: DownloadTools): Promise<void> => new FileDownload(job, tools).run()

/** One file's download, with what its tries have seen. */
class FileDownload {
  readonly #job: Download
  readonly #tools: DownloadTools
  /** Asked last. */
  #source: Source | undefined
  /** Sources that cannot give the file. */
  readonly #refused = new Set<Source>()
  /** What the source calls the bytes of the part. */
  #validator: string | undefined
  /** The journal knows of the part. */
  #isNoted = false
  /** What the part is put together from; null: nothing, undefined: not looked for yet. */
  #assembly: Assembly | null | undefined
  /** Tries in a row without a new byte. */
  #idle = 0
  /** The most bytes that the part ever had. */
  #reached = 0
  /** The last answer cannot be continued. */
  #restart = false
  /** What came from two sources was wrong: now it comes from one. */
  #isFromOne = false
  /** Digests of whole files that came in one piece and were wrong. */
  #wrong: string[] = []
  /** Troubles by kind, of the present source. */
  #times: Partial<Record<RepairCause['kind'], number>> = {}

  constructor(job: Download, tools: DownloadTools) {
    this.#job = job
    this.#tools = tools
    // with several sources nobody knows which of them named it
    this.#validator = job.sources.length === 1 ? job.validator : undefined
  }

  async run(): Promise<void> {
    const { gate, signal, clock, nudge: nudges } = this.#tools
    for (let attempt = 1; ; attempt++) {
      await gate.pass(signal)
      const nudge = nudges.signal
      try {
        return await this.#attempt()
      } catch (error) {
        signal.throwIfAborted()
        const trouble = diskTrouble(error)
        if (!isTrouble(trouble) || attempt >= MOST_TRIES) throw trouble
        this.#restart = trouble.remedy === 'restart'
        if (this.#restart) {
          this.#assembly = null
          this.#isFromOne = true
        }
        if (nudge.aborted && trouble.remedy !== 'none') {
          this.#idle = 0 // nobody's fault, and nothing to tell
          continue
        }
        this.#source?.failed()
        const waitMs = this.#waitAfter(trouble)
        if (waitMs === 0) continue
        this.#job.retrying(trouble, waitMs)
        // a nudge ends the wait; the gate knows whether the player did
        await underSignals([signal, nudge], (either) => clock.sleep(waitMs, either)).catch(() => undefined)
      }
    }
  }

  /** How long to wait before the next try. @throws the trouble where no source is left */
  #waitAfter(trouble: Trouble): number {
    const { reason, remedy } = trouble
    const times = (this.#times[reason.kind] = (this.#times[reason.kind] ?? 0) + 1)
    const isOver = remedy === 'none' || times >= (MOST_OF[reason.kind] ?? Infinity) || ++this.#idle > this.#tools.tries
    if (isOver) {
      if (!isOfSource(reason.kind)) throw trouble
      if (this.#source) this.#refused.add(this.#source)
    }
    const next = pickSource(this.#job.sources, this.#refused)
    if (!next) throw trouble
    if (isOver) {
      this.#idle = 0
      this.#times = {}
      this.#wrong = []
      this.#restart = reason.kind === 'source-differs'
    }
    if (isOver || next.isFine) return 0
    return trouble.waitMs ?? backOffMs(this.#idle, this.#tools.clock.random)
  }

  async #attempt(): Promise<void> {
    const { isResumed, bytes } = await this.#tools.inTurn(() => this.#bringPart())
    const found = await this.#digestOfPart()
    if (found !== this.#job.hash) throw this.#wrongContent(found, isResumed, bytes)
  }

  /** Brings a part to its full length on the disk. `isResumed`: it was not fetched in one piece. */
  async #bringPart() {
    this.#tools.signal.throwIfAborted()
    const source = pickSource(this.#job.sources, this.#refused)
    if (!source) throw new Trouble({ kind: 'no-source' })
    if (this.#source && source !== this.#source) this.#validator = undefined
    this.#source = source
    return source.use(() => this.#fillPart(source))
  }

  async #fillPart(source: Source) {
    const { size, part: partOf, progress } = this.#job
    const part = await PartFile.open(this.#tools.disk, await partOf())
    try {
      // without a size nobody can tell whether a part is whole already
      if (this.#restart || size === null || part.size > size) await part.empty()
      let isResumed = part.size > 0
      progress(part.size, 0)
      if (size === null || part.size < size) {
        if (this.#assembly === undefined) this.#assembly = await this.#findAssembly(source)
        const fetch = (until?: number) => this.#fetchRest(part, source, until)
        const second = this.#secondSource(source)
        isResumed ||= this.#assembly !== null || second !== undefined
        if (this.#assembly) await this.#assemble(part, this.#assembly, fetch)
        else if (second && size !== null)
          await fetchFromTwo(part, size, {
            first: fetch,
            second: (from, until, signal) => this.#fetchAhead(part, second, from, until, signal),
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
  async #findAssembly(source: Source): Promise<Assembly | null> {
    const { size, hash, alike } = this.#job
    const { throttle, nudge: nudges, findBlocks, signal } = this.#tools
    const layout = size === null || source.hasBlockLists === false ? undefined : layoutOf(size)
    if (size === null || !layout) return null
    const files = await alike()
    if (files.length === 0) return null
    const list = Buffer.alloc(layout.listBytes)
    let held = 0
    const nudge = nudges.signal
    try {
      await this.#transfer({
        url: fileUrl(source.base, blockListPath(hash)),
        offset: 0,
        validator: undefined,
        size: list.length,
        begin: () => Promise.resolve(),
        async take(chunk, within) {
          await throttle.take(chunk.length, within)
          held += chunk.copy(list, held)
        },
      })
    } catch (error) {
      if (!isTrouble(error) || nudge.aborted) throw error
      if (['not-found', 'source-refused'].includes(error.reason.kind)) source.hasBlockLists ??= false
      return null // without one the whole file is fetched
    }
    source.hasBlockLists = true
    const pieces = await findBlocks({ list, size, files }, signal)
    return pieces && { pieces, files }
  }

  /** Puts a part together; where that cannot be done, what is left of it is fetched. */
  async #assemble(part: PartFile, assembly: Assembly, fetch: (until?: number) => Promise<void>): Promise<void> {
    if (!this.#isNoted) this.#note(undefined)
    const { disk, gate, signal } = this.#tools
    const onCopied = () => this.#job.progress(part.size, 0)
    if (await assemble(part, assembly, { disk, gate, signal, fetch, onCopied })) return
    this.#assembly = null
    return fetch()
  }

  /** Has the journal remember what the source calls the part's bytes, where that is new. */
  #note(validator: string | undefined): void {
    if (this.#isNoted && this.#validator === validator) return
    this.#validator = validator
    this.#isNoted = true
    this.#job.onValidator(validator)
  }

  /** A transfer with what all of a download's are given. */
  #transfer(more: Pick<FileTransfer, 'url' | 'offset' | 'begin' | 'take'> & Partial<FileTransfer>): Promise<void> {
    const { allowHttp, patience, nudge, connections, signal } = this.#tools
    return transfer({
      validator: this.#validator,
      size: this.#job.size,
      // a cache on the way may have kept the wrong file
      fresh: this.#restart || this.#wrong.length > 0,
      allowHttp,
      patience,
      signal,
      nudge: nudge.signal,
      connections: connections(),
      ...more,
    })
  }

  async #digestOfPart(): Promise<string> {
    const { checking, part, algorithm } = this.#job
    const { digestOf, signal } = this.#tools
    checking(true)
    try {
      return await digestOf(await part(), algorithm, signal)
    } finally {
      checking(false)
    }
  }

  /** Appends what the source has from the part's end on. */
  async #fetchRest(part: PartFile, source: Source, until?: number): Promise<void> {
    const { path, progress } = this.#job
    const { clock, gate, throttle } = this.#tools
    const began = clock.now()
    let [bytes, heldMs] = [0, 0]
    await this.#transfer({
      url: fileUrl(source.base, path),
      offset: part.size,
      until,
      begin: async (start) => {
        if (start.offset !== part.size) await part.empty()
        this.#note(start.validator)
        progress(part.size, 0)
      },
      take: async (chunk, signal) => {
        const came = clock.now()
        await gate.pass(signal)
        await throttle.take(chunk.length, signal)
        await part.append(chunk)
        if (part.size > this.#reached) {
          this.#reached = part.size
          this.#idle = 0
        }
        progress(part.size, chunk.length)
        bytes += chunk.length
        heldMs += clock.now() - came
      },
    })
    source.gave(bytes, clock.now() - began - heldMs)
  }

  /** Another source that brings a part of a long file meanwhile, where there is one. */
  #secondSource(source: Source): Source | undefined {
    const { size, sources } = this.#job
    if (this.#isFromOne || size === null || size < LONG_FILE_BYTES) return undefined
    return pickSource(sources, new Set([...this.#refused, source]))
  }

  /** What a source has of a range, in memory; undefined where it fails, or knows no ranges. */
  async #fetchAhead(
    part: PartFile,
    source: Source,
    offset: number,
    until: number,
    stop: AbortSignal,
  ): Promise<Buffer | undefined> {
    const { path, progress } = this.#job
    const { clock, gate, throttle, signal: signalOfAll } = this.#tools
    const chunks: Buffer[] = []
    const began = clock.now()
    const fetch = (signal: AbortSignal) =>
      this.#transfer({
        url: fileUrl(source.base, path),
        offset,
        until,
        validator: undefined,
        signal,
        begin: (start) =>
          start.offset === offset ? Promise.resolve() : Promise.reject(new Trouble({ kind: 'bad-range' })),
        async take(chunk, within) {
          await gate.pass(within)
          await throttle.take(chunk.length, within)
          chunks.push(chunk)
          progress(part.size, chunk.length)
        },
      })
    try {
      await underSignals([signalOfAll, stop], (signal) => source.use(() => fetch(signal)))
    } catch (error) {
      if (isTrouble(error)) source.failed() // not where it was stopped
      return undefined
    }
    source.gave(until - offset, clock.now() - began)
    return Buffer.concat(chunks)
  }

  /** A file put together from two runs may be wrong for that alone. A whole one that is wrong twice tells its cause. */
  #wrongContent(found: string, isResumed: boolean, bytes: number): Trouble {
    if (isResumed) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
    this.#wrong.push(found)
    if (this.#wrong.length < 2) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
    return this.#wrong[0] === found
      ? new Trouble({ kind: 'source-differs', bytes })
      : new Trouble({ kind: 'memory-or-disk' })
  }
}
