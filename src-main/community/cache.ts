import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomic } from '../lib/index.ts'
import type { Validators } from './http/attempt.ts'
import { openShelf } from './shelf.ts'

/** A last good answer. */
export interface Copy extends Validators {
  text: string
  /** ISO instant at which the service gave or confirmed it. */
  asOf: string
}

/** Last good answers on disk, one file per address, least recently used out. Trouble with the disk never reaches the asker. */
export interface CopyStore {
  load(address: string): Promise<Copy | undefined>
  save(address: string, copy: Copy): Promise<void>
  /** Removes all copies, also those being written. */
  clear(): Promise<void>
  /** Waits for what is being written. */
  settled(): Promise<void>
  /** Bytes kept at present. */
  readonly size: number
}

export interface CopyStoreOptions {
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

/** Opens the store. File names are hashes with a salt of this folder's own: an address may hold a secret. */
export async function openCopies({ folder, maxBytes, now, log }: CopyStoreOptions): Promise<CopyStore> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => log('cache folder', error))
  const salt = await openSalt(join(folder, 'salt'), log)
  const shelf = await openShelf(folder, maxBytes, log)
  const writing = new Set<Promise<void>>()
  const nameOf = (address: string) => `${createHash('sha256').update(salt).update(address).digest('hex')}.json`

  return {
    get size() {
      return shelf.size
    },
    async load(address) {
      const name = nameOf(address)
      const whole = await readFile(join(folder, name), 'utf8').catch(() => undefined)
      if (whole === undefined) return undefined
      const copy = parseCopy(whole)
      if (copy) await shelf.use(name, Buffer.byteLength(whole), now())
      else await shelf.drop(name) // our own file, damaged: the service still has it
      return copy
    },
    save(address, { text, ...head }) {
      const work = shelf.put(nameOf(address), `${JSON.stringify({ version: 1, ...head })}\n${text}`)
      writing.add(work)
      return work.finally(() => writing.delete(work))
    },
    async settled() {
      await Promise.all(writing)
    },
    async clear() {
      await Promise.all(writing)
      for (const name of shelf.names()) await shelf.drop(name)
    },
  }
}

function parseCopy(whole: string): Copy | undefined {
  const end = whole.indexOf('\n')
  if (end < 0) return undefined
  try {
    const { version: _, ...head } = v.parse(Head, JSON.parse(whole.slice(0, end)))
    return { ...head, text: whole.slice(end + 1) }
  } catch {
    return undefined
  }
}

async function openSalt(path: string, log: CopyStoreOptions['log']): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known.length >= 32) return known
  const salt = randomBytes(32).toString('hex')
  await writeFileAtomic(path, salt).catch((error: unknown) => log('cache salt', error))
  return salt
}
