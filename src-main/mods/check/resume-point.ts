import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { makeFolder, takeLock } from '../../lib/index.ts'
import { type FileStat, isSettled } from '../file-stat.ts'
import { DigestRow } from './digest-cache.ts'

/** An older resume point is ignored. */
const OLDEST_MS = 7 * 24 * 3_600_000

const Header = v.object({ format: v.literal(2), version: v.string(), startedAt: v.number() })
const Frame = v.array(DigestRow)

/** Reads a resume point; undefined where it is of another list, too old, or damaged. A line that a crash tore is left out. */
async function readFound(path: string, version: string, now: number): Promise<DigestRow[] | undefined> {
  const [first = '', ...lines] = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const rows: DigestRow[] = []
  try {
    const header = v.parse(Header, JSON.parse(first))
    if (header.version !== version || now - header.startedAt >= OLDEST_MS || header.startedAt > now) return undefined
  } catch {
    return undefined
  }
  for (const line of lines) {
    try {
      const frame = v.safeParse(Frame, JSON.parse(line))
      if (frame.success) for (const row of frame.output) rows.push(row)
    } catch {
      continue
    }
  }
  return rows
}

/**
 * What a full check has hashed so far, on disk, so that a pause, a closed app or a crash costs no file twice. A full check
 * believes nothing but this, only for the same list, and only for files whose stat is still the same.
 *
 * Of two checks of one mod at the same time only the one that holds the lock uses the file.
 */
export class ResumePoint {
  /** What an earlier part of this check found. */
  readonly done: readonly DigestRow[]
  readonly #path: string
  readonly #unlock: () => void
  readonly #header: string
  readonly #startedAt: number
  #rows: DigestRow[] = []
  #handle: FileHandle | undefined
  #writing = Promise.resolve()

  private constructor(path: string, unlock: () => void, header: string, startedAt: number, found?: DigestRow[]) {
    this.#path = path
    this.#unlock = unlock
    this.#header = found ? '' : header // after an earlier run's lines a newline ends one that a crash tore
    this.#startedAt = startedAt
    this.done = found ?? []
  }

  /**
   * Goes on with what an earlier run left; undefined while another check of the mod is at work, which has the resume point then.
   * @param base absolute path without an ending
   * @param version names the list
   * @param resume whether to go on where an earlier run stopped; else that is forgotten
   */
  static async open(base: string, version: string, resume: boolean, now: number): Promise<ResumePoint | undefined> {
    const unlock = await takeLock(`check ${base}`).catch(() => undefined) // it only cannot be resumed
    if (!unlock) return undefined
    const path = `${base}.resume`
    const found = resume ? await readFound(path, version, now) : undefined
    if (!found) await rm(path, { force: true }).catch(() => undefined)
    const header = JSON.stringify({ format: 2, version, startedAt: now } satisfies v.InferOutput<typeof Header>)
    return new ResumePoint(path, unlock, header, now, found)
  }

  /** @param stat what the file had before it was hashed */
  add(path: string, { key, size }: FileStat, digest: string): void {
    if (isSettled({ key, size }, this.#startedAt)) this.#rows.push([path, key, digest])
    if (this.#rows.length >= 64 || size > 1 << 20) this.#flush()
  }

  #flush(): void {
    if (this.#rows.length === 0) return
    const line = JSON.stringify(this.#rows)
    this.#rows = []
    // a full disk must not stop a check; it only cannot be resumed
    this.#writing = this.#writing.then(() => this.#write(line)).catch(() => undefined)
  }

  async #write(line: string): Promise<void> {
    if (!this.#handle) {
      await makeFolder(dirname(this.#path))
      this.#handle = await open(this.#path, 'a')
      await this.#handle.write(`${this.#header}\n`)
    }
    await this.#handle.write(`${line}\n`)
  }

  async #close(): Promise<void> {
    await this.#writing
    await this.#handle?.close().catch(() => undefined)
  }

  /** Waits until everything is written and leaves it for the next run. */
  async leave(): Promise<void> {
    this.#flush()
    await this.#close()
    this.#unlock()
  }

  /** The check came to its end: forgets it. */
  async forget(): Promise<void> {
    await this.#close()
    await rm(this.#path, { force: true }).catch(() => undefined)
    this.#unlock()
  }
}
