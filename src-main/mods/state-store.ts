import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckSummary, Problem } from '../../src-preload/contract/mods.ts'
import { writeFileAtomic } from '../lib/index.ts'
import { parseHashList, type HashList } from './hash-list.ts'

/** What is remembered of a mod: its last check, and how far a full one came. */
export interface Remembered {
  /** Absolute; what was found in another game folder says nothing. */
  gameDir: string
  last: CheckSummary | null
  paused: { filesDone: number; filesTotal: number } | null
}

/** The last check whole: the list it was made with and what differed. */
export interface LastCheck {
  list: HashList
  problems: Problem[]
}

/** Keeps what is known of mods between runs of the app. Nothing in it is trusted more than what it says about itself. */
export interface StateStore {
  all(): Map<number, Remembered>
  save(modId: number, remembered: Remembered): Promise<void>
  /** The list's text is kept and read anew each time: its paths are data from outside, wherever they lie. */
  saveCheck(modId: number, listText: string, modFolder: string, problems: readonly Problem[]): Promise<void>
  readCheck(modId: number): Promise<LastCheck | undefined>
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && 'gameDir' in value && 'last' in value && 'paused' in value

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Opens the store in a folder (absolute); a damaged file counts as none. */
export async function openStateStore(dir: string): Promise<StateStore> {
  const path = join(dir, 'mods.json')
  const known = new Map<number, Remembered>()
  const stored = await readJson(path)
  if (typeof stored === 'object' && stored !== null)
    for (const [id, value] of Object.entries(stored)) if (isRemembered(value)) known.set(Number(id), value)
  let writing = Promise.resolve()
  const checkPath = (modId: number) => join(dir, `check-${modId}.json`)
  return {
    all: () => known,
    save(modId, remembered) {
      known.set(modId, remembered)
      writing = writing
        .then(() => writeFileAtomic(path, JSON.stringify(Object.fromEntries(known))))
        .catch(() => undefined) // a full disk costs the memory, not the check
      return writing
    },
    async saveCheck(modId, listText, modFolder, problems) {
      const text = JSON.stringify({ modFolder, problems, listText })
      await writeFileAtomic(checkPath(modId), text).catch(() => undefined)
    },
    async readCheck(modId) {
      const value = await readJson(checkPath(modId))
      if (typeof value !== 'object' || value === null) return undefined
      const { listText, modFolder, problems } = value as Record<string, unknown>
      if (typeof listText !== 'string' || typeof modFolder !== 'string' || !Array.isArray(problems)) return undefined
      const reading = parseHashList(listText, { modFolder })
      return reading.trusted ? { list: reading.list, problems: problems as Problem[] } : undefined
    },
  }
}

/** The last check of each mod by its id, as the store in `dir` remembers it: for a report. */
export async function lastChecks(dir: string): Promise<[modId: number, last: CheckSummary][]> {
  const known = (await openStateStore(dir)).all()
  return [...known].flatMap(([id, { last }]) => (last ? [[id, last] as [number, CheckSummary]] : []))
}
