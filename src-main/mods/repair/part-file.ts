import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { errnoOf, ifThere, jsonFile, type JsonFile, type Log } from '../../lib/index.ts'
import { type FileStat, fileStat, isSettled } from '../files/index.ts'
import { isPartName } from '../list/index.ts'
import { type DigestOf, type Disk, statsAt } from './disk.ts'
import { Trouble } from './trouble.ts'

/** Does not follow a link at the end of the path. Windows has no such flag; there, `O_EXCL` and the earlier check must suffice. */
// eslint sees only the type, which says that the constant always exists
const NO_FOLLOW = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW
const CONTINUE = constants.O_RDWR | NO_FOLLOW

/** Opens our part file, or creates it. @throws Trouble `foreign-part` if something else has its name */
async function openOwn(disk: Disk, path: string): Promise<FileHandle> {
  if (!(await statsAt(disk, path))) return disk.open(path, CREATE, 0o644)
  const handle = await disk.open(path, CONTINUE)
  const stats = await handle.stat()
  if (stats.isFile() && stats.nlink === 1) return handle
  await handle.close() // it has a second name, so writing here would change the file there
  throw new Trouble({ kind: 'foreign-part', part: basename(path) })
}

/** The bytes of one write. They are collected because each write uses one of the few threads for the file system. */
const HELD_BYTES = 1 << 20

/** A part file that grows at its end. */
export class PartFile {
  readonly #handle: FileHandle
  #size: number
  #held: Buffer | undefined
  #heldBytes = 0

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.#size = size
  }

  static async open(disk: Disk, path: string): Promise<PartFile> {
    const handle = await openOwn(disk, path)
    try {
      return new PartFile(handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  get size(): number {
    return this.#size + this.#heldBytes
  }

  async append(chunk: Buffer): Promise<void> {
    this.#held ??= Buffer.allocUnsafeSlow(HELD_BYTES)
    for (let done = 0; done < chunk.length;) {
      const copied = chunk.copy(this.#held, this.#heldBytes, done)
      done += copied
      this.#heldBytes += copied
      if (this.#heldBytes === HELD_BYTES) await this.#flush()
    }
  }

  async #flush(): Promise<void> {
    if (!this.#held) return
    const bytes = this.#held.subarray(0, this.#heldBytes)
    this.#heldBytes = 0
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#size)
        done += bytesWritten
        this.#size += bytesWritten
      }
    } catch (error) {
      if (errnoOf(error) === 'ENOSPC') await this.#giveBack()
      throw error
    }
  }

  /** Frees some space on a full disk, because the journal must still be written. */
  async #giveBack(): Promise<void> {
    this.#size = Math.max(0, this.#size - HELD_BYTES)
    await this.#handle.truncate(this.#size)
  }

  /** Empties the part, to start again. */
  async empty(): Promise<void> {
    this.#heldBytes = 0
    await this.#handle.truncate(0)
    this.#size = 0
  }

  /** Makes its content durable. */
  async sync(): Promise<void> {
    await this.#flush()
    await this.#handle.sync()
  }

  /** Writes the collected bytes if the disk accepts them, so that the next run can continue, and closes the file. */
  async close(): Promise<void> {
    await this.#flush().catch(() => undefined)
    await this.#handle.close()
  }
}

/** By algorithm and path: the file's `FileStat.key`, and its digest. */
const Digests = v.record(v.string(), v.tuple([v.string(), v.string()]))

interface PartDigestsNeeds {
  disk: Disk
  digestOf: DigestOf
  now: () => Date
  /** Absolute folder for data that is kept between runs. */
  dataDir: string
  log: Log['error']
}

/** Knows the digests of part files, so that a verified one is not read again before it becomes the file, unless it has changed since. */
export class PartDigests {
  readonly #needs: PartDigestsNeeds
  readonly #file: JsonFile<v.InferOutput<typeof Digests>>
  #known: Promise<Map<string, [stat: string, digest: string]>> | undefined

  constructor(needs: PartDigestsNeeds) {
    this.#needs = needs
    this.#file = jsonFile(join(needs.dataDir, 'part-digests.json'), Digests, needs.log)
  }

  readonly digestOf: DigestOf = async (path, algorithm, signal) => {
    const { digestOf, now } = this.#needs
    const stat = isPartName(basename(path)) ? await this.#statOf(path) : undefined
    if (!stat) return digestOf(path, algorithm, signal)
    const all = await this.#all()
    const key = `${algorithm} ${path}`
    const known = all.get(key)
    if (known?.[0] === stat.key) return known[1]
    const digest = await digestOf(path, algorithm, signal)
    if (isSettled(stat, now().getTime())) all.set(key, [stat.key, digest])
    return digest
  }

  /** Keeps them for the next run, without those of part files that are gone. */
  async keep(): Promise<void> {
    const all = await this.#all()
    for (const [key, [stat]] of all) {
      const path = key.slice(key.indexOf(' ') + 1)
      if ((await this.#statOf(path).catch(() => undefined))?.key !== stat) all.delete(key)
    }
    await this.#file.keep(Object.fromEntries(all))
  }

  #all() {
    return (this.#known ??= this.#file.read().then((stored) => new Map(Object.entries(stored ?? {}))))
  }

  async #statOf(path: string): Promise<FileStat | undefined> {
    const stats = await ifThere(this.#needs.disk.lstat(path, { bigint: true }))
    return stats?.isFile() ? fileStat(stats) : undefined
  }
}
