import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Validators } from '../http/index.ts'
import { ifThere, makePrivateFolder, writeFileAtomic } from '../lib/index.ts'

export interface Copy extends Validators {
  bytes: Uint8Array
  /** ISO instant at which the service gave or confirmed it. */
  asOf: string
}

export interface LastGoodOptions {
  /** Absolute; created if it is missing. */
  folder: string
  maxBytes: number
  now: () => Date
  log: (line: string, error?: unknown) => void
}

const Head = v.object({
  version: v.literal(1),
  asOf: v.pipe(v.string(), v.isoTimestamp()),
  etag: v.optional(v.string()),
  lastModified: v.optional(v.string()),
})

/**
 * Last good answers on disk, one file per address. Their total size is limited: the least recently used is removed first. If the disk
 * refuses, only the log notes it. File names are hashes with the folder's own salt, because an address may contain a secret.
 */
export class LastGoodStore {
  readonly #options: LastGoodOptions
  readonly #salt: string
  /** Bytes by file name, least recently used first: a Map keeps the order of insertion. */
  readonly #files: Map<string, number>
  readonly #writing = new Set<Promise<void>>()

  private constructor(options: LastGoodOptions, salt: string, files: Map<string, number>) {
    this.#options = options
    this.#salt = salt
    this.#files = files
  }

  static async open(options: LastGoodOptions): Promise<LastGoodStore> {
    const { folder, log } = options
    await makePrivateFolder(folder).catch((error: unknown) => log('cache folder', error))
    return new LastGoodStore(options, await openSalt(join(folder, 'salt'), log), await listFiles(folder))
  }

  /** Bytes kept at present. */
  get size(): number {
    return [...this.#files.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  async load(address: string): Promise<Copy | undefined> {
    const name = this.#nameOf(address)
    const path = join(this.#options.folder, name)
    const whole = await readFile(path).catch(() => undefined)
    if (whole === undefined) return undefined
    const copy = parseCopy(whole)
    if (!copy) {
      await this.#drop(name) // damaged; the service still has the answer
      return undefined
    }
    this.#touch(name, whole.byteLength)
    const now = this.#options.now()
    await utimes(path, now, now).catch(() => undefined) // keeps the order of use over restarts
    return copy
  }

  save(address: string, { bytes, ...head }: Copy): Promise<void> {
    const first = Buffer.from(`${JSON.stringify({ version: 1, ...head })}\n`)
    const work = this.#put(this.#nameOf(address), Buffer.concat([first, bytes]))
    this.#writing.add(work)
    return work.finally(() => this.#writing.delete(work))
  }

  /** Waits until everything is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  /** Removes all copies, also those being written. */
  async clear(): Promise<void> {
    await this.settled()
    for (const name of [...this.#files.keys()]) await this.#drop(name)
  }

  #nameOf(address: string): string {
    return `${createHash('sha256').update(this.#salt).update(address).digest('hex')}.json`
  }

  #touch(name: string, bytes: number): void {
    this.#files.delete(name)
    this.#files.set(name, bytes)
  }

  /** Writes a file and removes older ones beyond the limit. Keeps no file that is larger than the limit. */
  async #put(name: string, content: Buffer): Promise<void> {
    const { folder, maxBytes, log } = this.#options
    const bytes = content.byteLength
    if (bytes > maxBytes) return
    try {
      await writeFileAtomic(join(folder, name), content)
      this.#touch(name, bytes)
      for (const oldest of [...this.#files.keys()]) if (this.size > maxBytes) await this.#drop(oldest)
    } catch (error) {
      log('answer not kept', error)
    }
  }

  async #drop(name: string): Promise<void> {
    const { folder, log } = this.#options
    try {
      await rm(join(folder, name), { force: true })
      this.#files.delete(name)
    } catch (error) {
      log('cache file stays', error)
    }
  }
}

/** Longest head: a few words of ours, and two fields of HTTP. */
const MOST_HEAD = 64 << 10

function parseCopy(whole: Buffer): Copy | undefined {
  const end = whole.indexOf('\n')
  if (end < 0 || end > MOST_HEAD) return undefined
  try {
    const { version: _, ...head } = v.parse(Head, JSON.parse(whole.toString('utf8', 0, end)))
    return { ...head, bytes: whole.subarray(end + 1) }
  } catch {
    return undefined
  }
}

/** The folder's salt. If it cannot be read, this run has one of its own, and keeps that of the folder. */
async function openSalt(path: string, log: LastGoodOptions['log']): Promise<string> {
  const salt = randomBytes(32).toString('hex')
  try {
    const known = (await ifThere(readFile(path, 'utf8'))) ?? ''
    if (known.length >= 32) return known
    await writeFileAtomic(path, salt)
  } catch (error) {
    log('cache salt', error)
  }
  return salt
}

/** Names and sizes of the kept files, least recently used first. Removes what a crash left half written. */
async function listFiles(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder).catch(() => [])
  const found: { name: string; bytes: number; used: number }[] = []
  for (const name of names) {
    if (name.endsWith('.tmp')) await rm(join(folder, name)).catch(() => undefined)
    if (!name.endsWith('.json')) continue
    const info = await stat(join(folder, name)).catch(() => undefined)
    if (info) found.push({ name, bytes: info.size, used: info.mtimeMs })
  }
  found.sort((a, b) => a.used - b.used)
  return new Map(found.map(({ name, bytes }) => [name, bytes]))
}
