import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import pLimit from 'p-limit'
import * as v from 'valibot'
import type { RepairCause } from '../../../src-preload/contract/repair.ts'
import { ifThere, inSlices, linesIn, writeFileAtomic } from '../../lib/index.ts'
import { isSafePath, parseModFolder, type SafePath, STORE_FOLDER } from '../list/index.ts'
import { type Disk, statsAt, syncFolder, unless } from './disk.ts'
import { Step, StepList } from './steps.ts'
import { Trouble } from './trouble.ts'

const Steps = v.array(Step)

/** A session's plan, written once before anything happens. */
const StoredHead = v.object({
  version: v.literal(1),
  id: v.string(),
  kind: v.picklist(['repair', 'set-aside', 'undo']),
  /** It fetches, and replaces nothing: a repair that follows finds its part files. */
  isAhead: v.optional(v.boolean()),
  /** The session that an undo reverses. */
  of: v.optional(v.string()),
  modId: v.number(),
  modName: v.string(),
  modFolder: v.pipe(
    v.string(),
    v.check((name) => parseModFolder(name).ok, 'not a mod folder'),
  ),
  /** Names the list that the plan was made from. */
  listVersion: v.string(),
  /** ISO time. */
  startedAt: v.string(),
  steps: Steps,
})
export type SessionHead = Omit<v.InferOutput<typeof StoredHead>, 'steps'> & { steps: StepList }

/** How a step ended well. */
export type How = 'fetched' | 'copied' | 'renamed' | 'set-aside' | 'already' | 'put-back'

/** One line of the journal. */
export type SessionEntry =
  /** The part of `path` holds bytes that this validator names. */
  | { w: 'part'; path: SafePath; validator: string | undefined }
  /** About to keep what stands at `path` at `to` (relative to the session's folder). */
  | { w: 'keep'; path: SafePath; to: string }
  /** About to give `path`, where nothing stands, a file. */
  | { w: 'add'; path: SafePath }
  /** About to give `from` the name `path`. */
  | { w: 'rename'; path: SafePath; from: SafePath }
  /** About to make the folder `path`. */
  | { w: 'folder'; path: SafePath }
  | { w: 'done'; path: SafePath; how: How }
  /** What this session did to `path` was reversed. */
  | { w: 'undone'; path: SafePath }
  | { w: 'failed'; path: SafePath; cause: RepairCause }
  /** All that the session fetches ahead is here. */
  | { w: 'ready' }
  /** The session came to its end, or the player discarded it. */
  | { w: 'end'; how: 'finished' | 'dismissed' }

const STEPS_FOLLOW = '"steps":['

/** A session's plan as JSON, in lines that can be read one by one. */
function* linesOfHead({ steps, ...head }: SessionHead): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${STEPS_FOLLOW}`
  let before = '\n'
  for (const line of steps.lines()) {
    yield `${before}${line}`
    before = ',\n'
  }
  yield '\n]}'
}

const pathsOf = (step: Step): SafePath[] => (step.do === 'rename' ? [step.path, step.from] : [step.path])

const PIECE_BYTES = 1 << 20

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}

/** Reads a session's plan; `undefined` where it is not one, or has a path outside the mod's folder. Early versions wrote it on one line. */
export async function parseHead(bytes: Buffer): Promise<SessionHead | undefined> {
  const read: { head?: SessionHead; isWhole: boolean } = { isWhole: false }
  const take = ({ steps, modFolder }: SessionHead, some: readonly Step[]) => {
    for (const step of some) {
      if (!pathsOf(step).every((one) => isSafePath(one, modFolder))) throw new Error('it leads out of the mod’s folder')
      steps.add(step)
    }
  }
  try {
    await inSlices(linesIn(bytes), (line) => {
      if (!read.head) {
        read.isWhole = !line.endsWith(STEPS_FOLLOW)
        const { steps, ...head } = v.parse(StoredHead, JSON.parse(read.isWhole ? line : `${line}]}`))
        read.head = { ...head, steps: new StepList() }
        take(read.head, steps)
      } else if (line === ']}') read.isWhole = true
      else take(read.head, v.parse(Steps, JSON.parse(`[${line.replace(/,$/, '')}]`)))
    })
    return read.isWhole ? read.head : undefined
  } catch {
    return undefined // it is written atomically, so something else has damaged it
  }
}

/** What the path of a kept file begins with, below its session's folder. */
const KEPT = /^kept\/\d+\//

const isEntry = (value: unknown, modFolder: string): value is SessionEntry => {
  if (typeof value !== 'object' || value === null || !('w' in value) || typeof value.w !== 'string') return false
  // the file may have been changed
  const isInside = (one: unknown) => typeof one === 'string' && isSafePath(one, modFolder)
  const isKept = (one: unknown) => typeof one === 'string' && KEPT.test(one) && isInside(one.replace(KEPT, ''))
  if (value.w === 'end' || value.w === 'ready') return true
  if (!('path' in value)) return false
  if (value.w === 'folder' && value.path === modFolder) return true
  return isInside(value.path) && (!('from' in value) || isInside(value.from)) && (!('to' in value) || isKept(value.to))
}

/** Reads a journal; a line cut off by a crash is left out, and so is one with a path outside the mod's folder. */
export async function parseJournal(bytes: Buffer, modFolder: string): Promise<SessionEntry[]> {
  const entries: SessionEntry[] = []
  await inSlices(linesIn(bytes), (line) => {
    try {
      const value: unknown = JSON.parse(line)
      if (isEntry(value, modFolder)) entries.push(value)
    } catch {
      // cut off by a crash, or empty
    }
  })
  return entries
}

/** Paths that a journal says are done. */
export async function donePaths(journal: readonly SessionEntry[]): Promise<Set<string>> {
  const done = new Set<string>()
  await inSlices(journal, (entry) => entry.w === 'done' && done.add(entry.path))
  return done
}

/** True for a session that came to its end, or was discarded. */
export const hasEnded = (journal: readonly SessionEntry[]): boolean => journal.some(({ w }) => w === 'end')

/** Absolute path of the store of a game folder. */
export const storeOf = (gameDir: string): string => join(gameDir, STORE_FOLDER)

/** Makes a folder that must be a real folder, not a link. @throws Trouble `unsafe-place` otherwise */
async function makeStore(disk: Disk, path: string): Promise<void> {
  await disk.mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await disk.lstat(path)).isDirectory()) throw new Trouble({ kind: 'unsafe-place' })
}

/** When a session began, as its id tells it in ms since 1970. Ids of early versions tell the second only, and count as its end. */
function beganAt(id: string): number | undefined {
  const told = /^([0-2]\d{3})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})?-/.exec(id)?.slice(1)
  if (!told) return undefined
  const [year = 0, month = 0, day, hour, minute, second, ms = 999] = told.map((n) => (n === undefined ? n : Number(n)))
  return Date.UTC(year, month - 1, day, hour, minute, second, ms)
}

/**
 * A session's id: when it began and something random; fit for a folder's name. Ids sort in the order in which sessions
 * began, even within one millisecond or where the clock was set back: what an undo brings back depends on the order.
 */
async function newId(disk: Disk, gameDir: string, now: Date): Promise<string> {
  const newest = (await listSessions(disk, gameDir)).map(beganAt).find((at) => at !== undefined) ?? 0
  const at = new Date(Math.max(now.getTime(), newest + 1)).toISOString()
  return `${at.slice(0, 23).replace(/[-:.]/g, '').replace('T', '-')}-${randomBytes(4).toString('hex')}`
}

/** Begins a session: from here on it survives anything. `head` without id and time. */
export async function beginRepairSession(
  disk: Disk,
  gameDir: string,
  head: Omit<SessionHead, 'id' | 'version' | 'startedAt'>,
  now: Date,
): Promise<RepairSession> {
  const store = storeOf(gameDir)
  await makeStore(disk, store)
  const full: SessionHead = { ...head, version: 1, id: await newId(disk, gameDir, now), startedAt: now.toISOString() }
  const folder = join(store, full.id)
  await disk.mkdir(folder)
  await writeFileAtomic(join(folder, 'session.seal'), await disk.seal(linesOfHead(full)))
  await writeFileAtomic(join(folder, 'session.json'), linesOfHead(full))
  await syncFolder(disk, folder)
  await syncFolder(disk, store)
  return new RepairSession(disk, folder, full, [])
}

/**
 * Opens a session that was begun before; `undefined` where it is not one (any more).
 * @param owner the mod that it belongs to, where that is another one than it was begun for
 */
export async function openRepairSession(
  disk: Disk,
  gameDir: string,
  id: string,
  owner: Partial<Pick<SessionHead, 'modId' | 'modName'>> = {},
): Promise<RepairSession | undefined> {
  const read = await readRepairSession(disk, gameDir, id)
  return read && new RepairSession(disk, join(storeOf(gameDir), id), { ...read.head, ...owner }, read.journal)
}

/** Reads a session without opening its journal for writing. */
export async function readRepairSession(
  disk: Disk,
  gameDir: string,
  id: string,
): Promise<{ head: SessionHead; journal: SessionEntry[] } | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined
  const folder = join(storeOf(gameDir), id)
  const plan = await readBytes(disk, join(folder, 'session.json'))
  const seal = await readBytes(disk, join(folder, 'session.seal'))
  // the game's folder may come from anywhere: a session that none of this player's programs began is none
  if (!plan || seal?.toString() !== (await disk.seal(piecesOf(plan)))) return undefined
  const head = await parseHead(plan)
  if (head?.id !== id) return undefined
  const journal = await readBytes(disk, join(folder, 'journal.ndjson'))
  return { head, journal: journal ? await parseJournal(journal, head.modFolder) : [] }
}

/** Ids of all sessions of a game folder, newest first. */
export async function listSessions(disk: Disk, gameDir: string): Promise<string[]> {
  const store = storeOf(gameDir)
  if (!(await statsAt(disk, store))?.isDirectory()) return []
  const entries = await disk.readdir(store, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .reverse()
}

const readBytes = (disk: Disk, path: string): Promise<Buffer | undefined> => ifThere(disk.readFile(path))

/** One repair, setting aside or undo: its plan on disk, its journal, and the former files. */
export class RepairSession {
  readonly head: SessionHead
  /** Absolute. */
  readonly folder: string
  readonly #disk: Disk
  readonly #journal: SessionEntry[]
  readonly #inTurn = pLimit(1)
  #file: Promise<FileHandle> | undefined
  /** A line that was cut off by a crash must not swallow the next one. */
  #lineBreak = '\n'

  constructor(disk: Disk, folder: string, head: SessionHead, journal: readonly SessionEntry[]) {
    this.#disk = disk
    this.folder = folder
    this.head = head
    this.#journal = [...journal]
  }

  /** What is journalled so far, oldest first. */
  get journal(): readonly SessionEntry[] {
    return this.#journal
  }

  /** Writes one line of the journal; resolves when the system has it. */
  note(entry: SessionEntry): Promise<void> {
    this.#journal.push(entry)
    const line = `${this.#lineBreak}${JSON.stringify(entry)}\n`
    this.#lineBreak = ''
    return this.#inTurn(async () => {
      this.#file ??= this.#disk.open(join(this.folder, 'journal.ndjson'), 'a')
      await (await this.#file).appendFile(line)
    })
  }

  /** Names a free path in the quarantine for the former file of `path`, and journals it before anything moves there. Absolute. */
  async reserveKept(path: SafePath): Promise<string> {
    const to = await this.#freePath(path)
    await this.note({ w: 'keep', path, to: relative(this.folder, to).split(sep).join('/') })
    return to
  }

  async #freePath(path: SafePath): Promise<string> {
    for (let version = 0; ; version++) {
      const free = join(this.folder, 'kept', String(version), path)
      if (await statsAt(this.#disk, free)) continue
      const made = this.#disk.mkdir(dirname(free), { recursive: true }).then(() => true)
      // a file that stood for one of its folders may be kept there
      if (await unless(['ENOTDIR', 'EEXIST'], made)) return free
    }
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await (await this.#file)?.close()
      this.#file = undefined
    })
  }
}
