import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { writeFileAtomic } from '../lib/index.ts'
import type { DiskFolder } from './disk-tree.ts'

/**
 * Folders in which a check found every file to be as listed and nothing else, by path; with the fingerprint that they had
 * then. As long as list and fingerprint are the same, so is what would be said of each file. A quick check of thousands of
 * files compares a few dozen fingerprints instead of looking every file up.
 */
export interface Seals {
  /** Fingerprints by path. */
  prints: ReadonlyMap<string, string>
  /** Entries of the list. */
  count: number
}

export const noSeals: Seals = { prints: new Map(), count: 0 }

const File = v.object({
  /** To be raised whenever something else is read of the same list, or said of the same files. */
  format: v.literal(1),
  /** Names the list by its content. */
  listDigest: v.string(),
  count: v.number(),
  prints: v.array(v.tuple([v.string(), v.string()])),
})

const sumOf = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Reads the seals that were made by this very list. A file that is absent, damaged or of another list is as good as none. */
export async function readSeals(path: string, listDigest: () => string): Promise<Seals> {
  try {
    const [text = '', sum] = (await readFile(path, 'utf8')).split('\n')
    if (sum !== sumOf(text)) return noSeals
    const file = v.parse(File, JSON.parse(text))
    return file.listDigest === listDigest() ? { prints: new Map(file.prints), count: file.count } : noSeals
  } catch {
    return noSeals
  }
}

/** Writes seals atomically. @throws an errno error */
export async function writeSeals(path: string, seals: Seals, listDigest: string): Promise<void> {
  const { count, prints } = seals
  const text = JSON.stringify({ format: 1, listDigest, count, prints: [...prints] } satisfies v.InferOutput<
    typeof File
  >)
  await writeFileAtomic(path, Buffer.from(`${text}\n${sumOf(text)}`))
}

/** Tells whether a folder still is as it was sealed. */
export const isSealed = (seals: Seals, folder: DiskFolder): boolean =>
  folder.print !== '' && seals.prints.get(folder.path) === folder.print
