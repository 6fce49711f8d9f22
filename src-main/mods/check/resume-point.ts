import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { makeFolder, takeLock } from '../../lib/index.ts'
import { type FileStat, isSettled } from '../files/index.ts'
import { DigestRow } from './digest-cache.ts'

/** An older resume point is ignored. */
const OLDEST_MS = 7 * 24 * 3_600_000

const Header = v.object({ format: v.literal(2), version: v.string(), startedAt: v.number() })
const Frame = v.array(DigestRow)

/** Reads a resume point. Undefined if it belongs to another list, is too old, or is damaged. A line that a crash cut off is ignored. */
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
 * The digests that a full check has computed so far, on disk, so that no file is hashed again after a pause, a closed app or a crash. A
 * full check uses no other stored digests, and uses these only for the same list and for files with the same stat.
 *
 * If two checks of one mod run at the same time, only the one with the lock uses the file.
 */
export class ResumePoint {
  /** The rows from earlier runs of this check. */
  readonly done: readonly DigestRow[]
  readonly #path: string
  readonly #unlock: () => void
  readonly #header: string
  readonly #startedAt: number
  #rows: DigestRow[] = []
  #handle: FileHandle | undefined
  readonly #inTurn = pLimit(1)

  private constructor(path: string, unlock: () => void, header: string, startedAt: number, found?: DigestRow[]) {
    this.#path = path
    this.#unlock = unlock
    this.#header = found ? '' : header // after the lines of an earlier run, a line break ends a line that a crash cut off
    this.#startedAt = startedAt
    this.done = found ?? []
  }

  /**
   * Opens the resume point of an earlier run, or a new one. Undefined while another check of the mod uses it.
   * @param basePath absolute path without an ending
   * @param version identifies the list
   * @param resume true to continue an earlier run; else its rows are deleted
   */
  static async open(
    basePath: string,
    version: string,
    resume: boolean,
    startedAtMs: number,
  ): Promise<ResumePoint | undefined> {
    const unlock = await takeLock(`check ${basePath}`).catch(() => undefined) // without the lock the check runs, but cannot be resumed
    if (!unlock) return undefined
    const path = `${basePath}.resume`
    const found = resume ? await readFound(path, version, startedAtMs) : undefined
    if (!found) await rm(path, { force: true }).catch(() => undefined)
    const header = JSON.stringify({ format: 2, version, startedAt: startedAtMs } satisfies v.InferOutput<typeof Header>)
    return new ResumePoint(path, unlock, header, startedAtMs, found)
  }

  /** @param stat the file's stat from before it was hashed */
  add(path: string, { key, size }: FileStat, digest: string): void {
    if (isSettled({ key, size }, this.#startedAt)) this.#rows.push([path, key, digest])
    if (this.#rows.length >= 64 || size > 1 << 20) this.#flush()
  }

  #flush(): void {
    if (this.#rows.length === 0) return
    const line = JSON.stringify(this.#rows)
    this.#rows = []
    // a full disk must not stop a check; that check cannot be resumed
    this.#inTurn(() => this.#write(line)).catch(() => undefined)
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
    await this.#inTurn(() => this.#handle?.close()).catch(() => undefined)
  }

  /** Waits until everything is written, and keeps the file for the next run. */
  async leave(): Promise<void> {
    this.#flush()
    await this.#close()
    this.#unlock()
  }

  /** Deletes the file, because the check is finished. */
  async forget(): Promise<void> {
    await this.#close()
    await rm(this.#path, { force: true }).catch(() => undefined)
    this.#unlock()
  }
}
