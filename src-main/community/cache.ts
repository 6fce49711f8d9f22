import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomic } from '../lib/index.ts'
import type { Validators } from './http/attempt.ts'

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
  const files = await indexOf(folder)
  const pathOf = (name: string) => join(folder, name)
  const nameOf = (address: string) => `${createHash('sha256').update(salt).update(address).digest('hex')}.json`
  let size = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)

  /** Least recently used first: a Map keeps the order of insertion. */
  const touch = (name: string, bytes: number) => {
    size += bytes - (files.get(name) ?? 0)
    files.delete(name)
    files.set(name, bytes)
  }
  const drop = async (name: string) => {
    size -= files.get(name) ?? 0
    files.delete(name)
    await rm(pathOf(name), { force: true }).catch((error: unknown) => log('cache file stays', error))
  }
  const shrink = async () => {
    for (const name of [...files.keys()]) {
      if (size <= maxBytes) return
      await drop(name)
    }
  }

  return {
    get size() {
      return size
    },
    async load(address) {
      const name = nameOf(address)
      const whole = await readFile(pathOf(name), 'utf8').catch(() => undefined)
      if (whole === undefined) return undefined
      const copy = parseCopy(whole)
      if (!copy) {
        await drop(name) // our own file, damaged: the service still has it
        return undefined
      }
      touch(name, Buffer.byteLength(whole))
      await utimes(pathOf(name), now(), now()).catch(() => undefined) // the order of use outlives the app
      return copy
    },
    async save(address, { text, ...head }) {
      const name = nameOf(address)
      const whole = `${JSON.stringify({ version: 1, ...head })}\n${text}`
      const bytes = Buffer.byteLength(whole)
      if (bytes > maxBytes) return
      try {
        await writeFileAtomic(pathOf(name), whole)
        touch(name, bytes)
        await shrink()
      } catch (error) {
        log('answer not kept', error)
      }
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

/** Names and sizes of what is kept, least recently used first; sweeps away what a crash left half written. */
async function indexOf(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder).catch(() => [])
  const found: { name: string; bytes: number; used: number }[] = []
  for (const name of names) {
    if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true }).catch(() => undefined)
    if (!name.endsWith('.json')) continue
    const info = await stat(join(folder, name)).catch(() => undefined)
    if (info) found.push({ name, bytes: info.size, used: info.mtimeMs })
  }
  found.sort((a, b) => a.used - b.used)
  return new Map(found.map(({ name, bytes }) => [name, bytes]))
}
