import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { errnoOf } from '../../lib/index.ts'
import { type Disk, statsAt } from './disk.ts'
import { Trouble } from './trouble.ts'

/** Follows no link at the end of the path. Windows has no such flag: there `O_EXCL` and the check before it must suffice. */
// eslint sees the type only, which says the constant is everywhere
const NO_FOLLOW = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW
const CONTINUE = constants.O_RDWR | NO_FOLLOW

/** Opens a part file that is ours, or makes it. @throws Trouble `foreign-part` where something of somebody else has its name */
async function openOwn(disk: Disk, path: string): Promise<FileHandle> {
  if (!(await statsAt(disk, path))) return disk.open(path, CREATE, 0o644)
  const handle = await disk.open(path, CONTINUE)
  const stats = await handle.stat()
  if (stats.isFile() && stats.nlink === 1) return handle
  await handle.close() // the same bytes have another name: writing here would change them there
  throw new Trouble({ kind: 'foreign-part', part: basename(path) })
}

/** Bytes in one write: each write occupies one of the few threads for the file system. */
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
    const bytes = this.#held?.subarray(0, this.#heldBytes) ?? Buffer.alloc(0)
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

  /** Frees some space on a full disk: the journal must still be written. */
  async #giveBack(): Promise<void> {
    this.#size = Math.max(0, this.#size - HELD_BYTES)
    await this.#handle.truncate(this.#size)
  }

  /** Empties it, to begin again. */
  async empty(): Promise<void> {
    this.#heldBytes = 0
    await this.#handle.truncate(0)
    this.#size = 0
  }

  /** Makes what is in it durable. */
  async sync(): Promise<void> {
    await this.#flush()
    await this.#handle.sync()
  }

  /** Writes what is held, as far as the disk takes it: the next run goes on from there. */
  async close(): Promise<void> {
    await this.#flush().catch(() => undefined)
    await this.#handle.close()
  }
}
