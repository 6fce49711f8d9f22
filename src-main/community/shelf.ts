import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/index.ts'

/** Files in a folder, bounded by their sum of bytes: the least recently used goes first. */
export interface Shelf {
  readonly size: number
  names(): string[]
  /** Notes that a file was used; the order of use outlives the app. */
  use(name: string, bytes: number, at: Date): Promise<void>
  /** Writes a file and makes room. One that is larger than the shelf is not kept; a disk that refuses is told to the log. */
  put(name: string, content: string): Promise<void>
  drop(name: string): Promise<void>
}

/** Opens the shelf of `.json` files in a folder. */
export async function openShelf(
  folder: string,
  maxBytes: number,
  log: (line: string, error?: unknown) => void,
): Promise<Shelf> {
  const files = await indexOf(folder)
  let size = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)

  /** A Map keeps the order of insertion: least recently used first. */
  const touch = (name: string, bytes: number) => {
    size += bytes - (files.get(name) ?? 0)
    files.delete(name)
    files.set(name, bytes)
  }
  const drop = async (name: string) => {
    size -= files.get(name) ?? 0
    files.delete(name)
    await rm(join(folder, name), { force: true }).catch((error: unknown) => log('cache file stays', error))
  }

  return {
    get size() {
      return size
    },
    names: () => [...files.keys()],
    drop,
    async use(name, bytes, at) {
      touch(name, bytes)
      await utimes(join(folder, name), at, at).catch(() => undefined)
    },
    async put(name, content) {
      const bytes = Buffer.byteLength(content)
      if (bytes > maxBytes) return
      try {
        await writeFileAtomic(join(folder, name), content)
        touch(name, bytes)
        for (const oldest of [...files.keys()]) if (size > maxBytes) await drop(oldest)
      } catch (error) {
        log('answer not kept', error)
      }
    },
  }
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
