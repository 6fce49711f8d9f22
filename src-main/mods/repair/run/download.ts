import type { LimitFunction } from 'p-limit'
import type { Connections } from '../../../http/index.ts'
import { type PauseGate, underSignals } from '../../../lib/index.ts'
import type { RepairCause } from '../../../../src-preload/contract/repair.ts'
import { blockListPath, FETCHED, layoutOf, type Pieces, type Search } from '../../blocks/index.ts'
import { readRange } from '../disk.ts'
import type { Meter } from '../meter.ts'
import { backOffMs, type Nudge, type Throttle } from '../pace.ts'
import { PartFile } from './part-file.ts'
import type { FileTools } from '../replace.ts'
import { fileUrl, pickSource, type Source } from '../sources.ts'
import type { WantedFile } from '../steps.ts'
import { type FileTransfer, type Patience, transfer } from './transfer.ts'
import { isOfSource, isTrouble, Trouble, troubleOf } from '../trouble.ts'

/** Tools that all downloads of one repair share. */
export interface DownloadTools extends FileTools {
  throttle: Throttle
  gate: PauseGate
  /** After a nudge, former connections are no longer waited for. */
  nudge: Nudge
  connections: Connections
  allowHttp: boolean
  patience: Patience
  /** Limits how many files are fetched at once. While some files are hashed, the next ones are fetched. */
  inTurn: LimitFunction
  /** After this many attempts in a row without new bytes, the file fails. */
  tries: number
  /** Resolves to null if the whole file must be fetched. */
  findBlocks: (search: Search, signal: AbortSignal) => Promise<Pieces | null>
}

export interface Download extends WantedFile {
  /** The path below the download address, with slashes. */
  path: string
  sources: readonly Source[]
  /** Returns the absolute path of the part file. Called immediately before each use, because folders may change. */
  part: () => Promise<string>
  /** Returns the absolute paths of files on this computer that may contain bytes of this file. */
  alike: () => Promise<string[]>
  meter: Pick<Meter, 'bytes' | 'checking' | 'retrying'>
}

/** What a file is assembled from: pieces of other files, and ranges of the source. */
interface Assembly {
  pieces: Pieces
  /** Absolute paths. The file numbers of the pieces are indexes of this array. */
  files: readonly string[]
}

/** The most attempts for a file. A source that gives one byte per attempt must fail at some time, too. */
const MOST_TRIES = 200

/** The most attempts with one kind of trouble, even if they add new bytes. Such a source has another file than the list, or is too slow. */
const MOST_OF: Partial<Record<RepairCause['kind'], number>> = { 'source-differs': 3, 'too-slow': 2 }

/** The size of the range that is fetched from the first source while the second source sends the next range. */
const RANGE_BYTES = 8 << 20

/** Smaller files come from one source each, because the other source sends other files meanwhile. */
const LONG_FILE_BYTES = 4 * RANGE_BYTES

/** Completes a part file, makes it durable, and verifies its digest on the disk. @throws Trouble if the file cannot be fetched */
export const download = (job: Download, tools: DownloadTools): Promise<void> => new FileDownload(job, tools).run()

/** One file's download, with the results of its attempts. */
class FileDownload {
  readonly #job: Download
  readonly #tools: DownloadTools
  /** The source of the last attempt. */
  #source: Source | undefined
  /** Sources that cannot provide the file. */
  readonly #refused = new Set<Source>()
  /** The assembly of the part. Null: there is none. Undefined: not searched for yet. */
  #assembly: Assembly | null | undefined
  /** The number of attempts in a row without a new byte. */
  #idle = 0
  /** The most bytes that the part has ever had. */
  #reached = 0
  /** True if the last answer cannot be continued. */
  #restart = false
  /** True if the file from two sources was wrong, so that it is now fetched from one. */
  #isFromOne = false
  /** The digests of whole files that were fetched in one piece and were wrong. */
  #wrong: string[] = []
  /** The number of troubles of the present source, by kind. */
  #times: Partial<Record<RepairCause['kind'], number>> = {}

  constructor(job: Download, tools: DownloadTools) {
    this.#job = job
    this.#tools = tools
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
        const trouble = troubleOf(error)
        if (attempt >= MOST_TRIES) throw trouble
        this.#restart = trouble.remedy === 'restart'
        if (this.#restart) {
          this.#assembly = null
          this.#isFromOne = true
        }
        if (nudge.aborted && trouble.remedy !== 'none') {
          this.#idle = 0 // neither the source's fault nor worth a message
          continue
        }
        this.#source?.failed()
        const waitMs = this.#waitAfter(trouble)
        if (waitMs === 0) continue
        this.#job.meter.retrying(this.#job.path, trouble.reason, waitMs)
        // a nudge ends the wait; the gate throws if the player has stopped the repair
        await underSignals([signal, nudge], (either) => clock.sleep(waitMs, either)).catch(() => undefined)
      }
    }
  }

  /** How long to wait before the next attempt. @throws the trouble if no source is left */
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
      this.#restart = reason.kind === 'source-differs' && remedy !== 'resume'
    }
    if (isOver || next.isFine) return 0
    return Math.max(trouble.waitMs ?? 0, backOffMs(this.#idle, this.#tools.clock.random))
  }

  async #attempt(): Promise<void> {
    const { isResumed, bytes } = await this.#tools.inTurn(() => this.#bringPart())
    const found = await this.#digestOfPart()
    if (found !== this.#job.hash) throw this.#wrongContent(found, isResumed, bytes)
  }

  /** Completes a part on the disk. `isResumed`: it was not fetched in one piece. */
  async #bringPart() {
    this.#tools.signal.throwIfAborted()
    const source = pickSource(this.#job.sources, this.#refused)
    if (!source) throw new Trouble({ kind: 'no-source' })
    this.#source = source
    return source.use(() => this.#fillPart(source))
  }

  async #fillPart(source: Source) {
    const { size, part: partOf } = this.#job
    const part = await PartFile.open(this.#tools.disk, await partOf())
    try {
      // without a size, it is unknown whether a part is complete
      if (this.#restart || size === null || part.size > size) await part.empty()
      let isResumed = part.size > 0
      this.#progress(part, 0)
      if (size === null || part.size < size) {
        if (this.#assembly === undefined) this.#assembly = await this.#findAssembly(source)
        const second = this.#secondSource(source)
        isResumed ||= this.#assembly !== null || second !== undefined
        if (this.#assembly) await this.#assemble(part, source, this.#assembly)
        else if (second && size !== null) await this.#fetchFromTwo(part, size, source, second)
        else await this.#fetchRest(part, source)
      }
      await part.sync()
      return { isResumed, bytes: part.size }
    } finally {
      await part.close()
    }
  }

  /** Fetches the file's block list, if this computer may have some of its blocks. */
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
      return null // without a list, the whole file is fetched
    }
    source.hasBlockLists = true
    const pieces = await findBlocks({ list, size, files }, signal)
    return pieces && { pieces, files }
  }

  /** Assembles a part, starting at its end. If a file with needed pieces can no longer be read, fetches the rest. */
  async #assemble(part: PartFile, source: Source, { pieces, files }: Assembly): Promise<void> {
    for (let piece = 0, until = 0; piece < pieces.length; piece += 3) {
      const [bytes = 0, file = FETCHED, at = 0] = pieces.subarray(piece, piece + 3)
      until += bytes
      const left = until - part.size
      if (left <= 0) continue
      if (file === FETCHED) await this.#fetchRest(part, source, until)
      else if (!(await this.#copyRange(part, files[file] ?? '', at + bytes - left, left))) {
        this.#assembly = null
        return this.#fetchRest(part, source)
      }
    }
  }

  /** Appends a range of a file on this computer. Returns false if it can no longer be read. */
  #copyRange(part: PartFile, path: string, from: number, bytes: number): Promise<boolean> {
    const { disk, gate, signal } = this.#tools
    return readRange(disk, path, from, bytes, async (chunk) => {
      await gate.pass(signal)
      signal.throwIfAborted()
      await part.append(chunk)
      this.#progress(part, 0)
    })
  }

  /** Starts a transfer with the options that all transfers of a download share. */
  #transfer(more: Pick<FileTransfer, 'url' | 'offset' | 'begin' | 'take'> & Partial<FileTransfer>): Promise<void> {
    const { allowHttp, patience, nudge, connections, signal } = this.#tools
    return transfer({
      size: this.#job.size,
      // a cache on the way may have stored the wrong file
      fresh: this.#restart || this.#times['source-differs'] !== undefined,
      allowHttp,
      patience,
      signal,
      nudge: nudge.signal,
      connections,
      ...more,
    })
  }

  async #digestOfPart(): Promise<string> {
    const { meter, path, part, algorithm } = this.#job
    const { digestOf, signal } = this.#tools
    meter.checking(path, true)
    try {
      return await digestOf(await part(), algorithm, signal)
    } finally {
      meter.checking(path, false)
    }
  }

  #progress(part: PartFile, came: number): void {
    this.#job.meter.bytes(this.#job.path, part.size, came)
  }

  /** Appends the source's bytes, starting at the part's end. */
  async #fetchRest(part: PartFile, source: Source, until?: number): Promise<void> {
    const { path } = this.#job
    const { clock, gate, throttle } = this.#tools
    const began = clock.now()
    let [bytes, heldMs, known] = [0, 0, 0]
    await this.#transfer({
      url: fileUrl(source.base, path),
      offset: part.size,
      until,
      begin: (start) => {
        known = part.size - start // of the whole file, only the rest is taken; the part stays if it is something else that ends soon
        return Promise.resolve(this.#progress(part, 0))
      },
      take: async (chunk, signal) => {
        const came = clock.now()
        await gate.pass(signal)
        await throttle.take(chunk.length, signal)
        await part.append(chunk.subarray(known))
        known = Math.max(0, known - chunk.length)
        if (part.size > this.#reached) {
          this.#reached = part.size
          this.#idle = 0
        }
        this.#progress(part, chunk.length)
        bytes += chunk.length
        heldMs += clock.now() - came
      },
    })
    source.gave(bytes, clock.now() - began - heldMs)
  }

  /** A second source for a part of a long file, which is fetched in parallel; undefined if there is none. */
  #secondSource(source: Source): Source | undefined {
    const { size, sources } = this.#job
    if (this.#isFromOne || size === null || size < LONG_FILE_BYTES) return undefined
    return pickSource(sources, new Set([...this.#refused, source]))
  }

  /** Fetches the rest of a file from two sources at once, starting at the part's end. @throws Trouble of the faster source */
  async #fetchFromTwo(part: PartFile, size: number, ...pair: [Source, Source]): Promise<void> {
    while (part.size < size) {
      if (pair[1].isFine && pair[0].shareBeside(pair[1]) < 1) pair.reverse()
      const [first, second] = pair
      this.#source = first
      const secondBytes = Math.round(RANGE_BYTES * second.shareBeside(first))
      const middle = secondBytes > 0 ? Math.min(size, part.size + RANGE_BYTES) : size
      const until = Math.min(size, middle + secondBytes)
      const stop = new AbortController()
      const ahead = until > middle ? this.#fetchAhead(part, second, middle, until, stop.signal) : undefined
      try {
        await this.#fetchRest(part, first, middle)
        const bytes = await ahead
        if (bytes && part.size === middle) await part.append(bytes)
      } finally {
        stop.abort()
        await ahead // nothing must continue after this function has ended
      }
    }
  }

  /** Fetches a range into memory; undefined if the source fails or does not support ranges. */
  async #fetchAhead(
    part: PartFile,
    source: Source,
    offset: number,
    until: number,
    stop: AbortSignal,
  ): Promise<Buffer | undefined> {
    const { path } = this.#job
    const { clock, gate, throttle, signal: signalOfAll } = this.#tools
    const chunks: Buffer[] = []
    const began = clock.now()
    const fetch = (signal: AbortSignal) =>
      this.#transfer({
        url: fileUrl(source.base, path),
        offset,
        until,
        signal,
        begin: (start) => (start === offset ? Promise.resolve() : Promise.reject(new Trouble({ kind: 'bad-range' }))),
        take: async (chunk, within) => {
          await gate.pass(within)
          await throttle.take(chunk.length, within)
          chunks.push(chunk)
          this.#progress(part, chunk.length)
        },
      })
    try {
      await underSignals([signalOfAll, stop], (signal) => source.use(() => fetch(signal)))
    } catch (error) {
      if (isTrouble(error)) source.failed() // an abort is not the source's failure
      return undefined
    }
    source.gave(until - offset, clock.now() - began)
    return Buffer.concat(chunks)
  }

  /**
   * The trouble for a wrong digest. A file from several runs or sources may be wrong only because they do not fit together. If a file in
   * one piece is wrong twice, the two digests show the cause.
   */
  #wrongContent(found: string, isResumed: boolean, bytes: number): Trouble {
    if (isResumed) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
    this.#wrong.push(found)
    if (this.#wrong.length < 2) return new Trouble({ kind: 'source-differs', bytes }, 'restart')
    return this.#wrong[0] === found
      ? new Trouble({ kind: 'source-differs', bytes })
      : new Trouble({ kind: 'memory-or-disk' })
  }
}
