import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { writeFileAtomic } from '../../lib/index.ts'
import type { SafePath } from '../list/index.ts'
import { type Disk, syncFolder, whatIsAt } from './disk.ts'
import { parseHead, parseJournal, type Did, type SessionHead } from './session-shape.ts'
import { Trouble } from './trouble.ts'

/** The folder in a game folder that holds what repair set aside, and its journals. */
const STORE_FOLDER = '.loadout'

/** One repair, setting aside or undo: its plan on disk, its journal, and the former files. */
export interface Session {
  readonly head: SessionHead
  /** Absolute. */
  readonly folder: string
  /** What is journalled so far, oldest first. */
  readonly did: readonly Did[]
  /** Writes one line of the journal; resolves when the system has it. */
  note(did: Did): Promise<void>
  /** A free place in the quarantine for the former file of `path`; its folder exists. Absolute. */
  placeToKeep(path: SafePath): Promise<string>
  close(): Promise<void>
}

/** Absolute path of the store of a game folder. */
export const storeOf = (gameDir: string): string => join(gameDir, STORE_FOLDER)

/** Makes a folder that must be a real folder, not a link. @throws Trouble `unsafe-place` otherwise */
async function ownFolder(disk: Disk, path: string): Promise<void> {
  await disk.mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await disk.lstat(path)).isDirectory()) throw new Trouble({ kind: 'unsafe-place' })
}

/** When a session began, as its id tells it in ms since 1970; those of early versions tell the second only, and count as its end. */
function beganAt(id: string): number | undefined {
  const told = /^([0-2]\d{3})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})?-/.exec(id)?.slice(1)
  if (!told) return undefined
  const [year = 0, month = 0, day, hour, minute, second, ms = 999] = told.map((n) => (n === undefined ? n : Number(n)))
  return Date.UTC(year, month - 1, day, hour, minute, second, ms)
}

/**
 * A session's id: when it began and something random; fit for a folder's name. Ids sort in the order in which sessions
 * began, even within one millisecond or where the clock was set back: what an undo brings back hangs on which came first.
 */
async function newId(disk: Disk, gameDir: string, now: Date): Promise<string> {
  const newest = (await listSessions(disk, gameDir)).map(beganAt).find((at) => at !== undefined) ?? 0
  const at = new Date(Math.max(now.getTime(), newest + 1)).toISOString()
  return `${at.slice(0, 23).replace(/[-:.]/g, '').replace('T', '-')}-${randomBytes(4).toString('hex')}`
}

/** Begins a session: from here on it survives anything. `head` without id and time. */
export async function beginSession(
  disk: Disk,
  gameDir: string,
  head: Omit<SessionHead, 'id' | 'version' | 'startedAt'>,
  now: Date,
): Promise<Session> {
  const store = storeOf(gameDir)
  await ownFolder(disk, store)
  const full: SessionHead = { ...head, version: 1, id: await newId(disk, gameDir, now), startedAt: now.toISOString() }
  const folder = join(store, full.id)
  await disk.mkdir(folder)
  await writeFileAtomic(join(folder, 'session.json'), JSON.stringify(full))
  await syncFolder(disk, folder)
  await syncFolder(disk, store)
  return openWith(disk, folder, full, [])
}

/** Opens a session that was begun before; `undefined` where it is not one (any more). */
export async function openSession(disk: Disk, gameDir: string, id: string): Promise<Session | undefined> {
  const read = await readSession(disk, gameDir, id)
  return read && openWith(disk, join(storeOf(gameDir), id), read.head, read.did)
}

/** Reads a session without opening its journal for writing. */
export async function readSession(
  disk: Disk,
  gameDir: string,
  id: string,
): Promise<{ head: SessionHead; did: Did[] } | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined
  const folder = join(storeOf(gameDir), id)
  const head = parseHead(await readText(disk, join(folder, 'session.json')))
  if (!head || head.id !== id) return undefined
  return { head, did: parseJournal((await readText(disk, join(folder, 'journal.ndjson'))) ?? '') }
}

/** Ids of all sessions of a game folder, newest first. */
export async function listSessions(disk: Disk, gameDir: string): Promise<string[]> {
  const store = storeOf(gameDir)
  if (!(await whatIsAt(disk, store))?.isDirectory()) return []
  const entries = await disk.readdir(store, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .reverse()
}

const readText = (disk: Disk, path: string): Promise<string | undefined> =>
  disk.readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })

function openWith(disk: Disk, folder: string, head: SessionHead, before: Did[]): Session {
  const did = [...before]
  let journal: Promise<FileHandle> | undefined
  const inTurn = pLimit(1)
  const write = async (line: string) => {
    journal ??= disk.open(join(folder, 'journal.ndjson'), 'a')
    await (await journal).appendFile(line)
  }
  return {
    head,
    folder,
    did,
    note(entry) {
      did.push(entry)
      // a line that was cut off by a crash must not swallow this one
      const line = `${did.length === before.length + 1 ? '\n' : ''}${JSON.stringify(entry)}\n`
      return inTurn(() => write(line))
    },
    async placeToKeep(path) {
      for (let version = 0; ; version++) {
        const place = join(folder, 'kept', String(version), path)
        if (await whatIsAt(disk, place)) continue
        await disk.mkdir(dirname(place), { recursive: true })
        return place
      }
    },
    close: () =>
      inTurn(async () => {
        await (await journal)?.close()
        journal = undefined
      }),
  }
}
