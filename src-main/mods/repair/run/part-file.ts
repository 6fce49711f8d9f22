import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { errnoOf } from '../../../lib/index.ts'
import { type Disk, statsAt } from '../disk.ts'
import { Trouble } from '../trouble.ts'

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
