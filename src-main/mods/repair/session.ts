import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import pLimit from 'p-limit'
import * as v from 'valibot'
import type { RepairCause } from '../../../src-preload/contract/repair.ts'
import { ifThere, inSlices, linesIn, writeFileAtomic } from '../../lib/index.ts'
import { isSafePath, parseModFolder, type SafePath, STORE_FOLDER } from '../list/index.ts'
import { type Disk, isThere, statsAt, syncFolder, unless } from './disk.ts'
import { pathsOf, Step, StepList } from './steps.ts'
import { Trouble } from './trouble.ts'

/** A session's plan. It is written once, before the first change. Its first line has no steps; they follow in lines of their own. */
const StoredHead = v.object({
  version: v.literal(1),
  id: v.string(),
  kind: v.picklist(['repair', 'set-aside', 'undo']),
  work: v.optional(v.picklist(['install', 'update', 'repair'])),
  /** It fetches files and replaces nothing. A later repair uses its part files. */
  isAhead: v.optional(v.boolean()),
  /** A removal whose files are deleted permanently once all of them are in the quarantine. */
  forGood: v.optional(v.boolean()),
  /** The id of the session that an undo reverses. */
  of: v.optional(v.string()),
  /** The id of the community whose list it follows. Absent for a list from a file, and in sessions of earlier versions. */
  community: v.optional(v.string()),
  modId: v.number(),
  modName: v.string(),
  modFolder: v.pipe(
    v.string(),
    v.check((name) => parseModFolder(name).ok, 'not a mod folder'),
  ),
  /** The version of the list that the plan was made from. */
  listVersion: v.string(),
  /** ISO time. */
  startedAt: v.string(),
  steps: v.strictTuple([]),
})
export type SessionHead = Omit<v.InferOutput<typeof StoredHead>, 'steps'> & { steps: StepList }
/** The mod that a session was begun for. */
export type SessionMod = Pick<SessionHead, 'modId' | 'modName' | 'modFolder'>
/** Reserves the mod of a session. Returns the function that releases it, or undefined if something else works on it. */
export type Hold = (mod: SessionMod) => Promise<(() => void) | undefined>

/** How a step succeeded. */
export type How = 'fetched' | 'copied' | 'renamed' | 'set-aside' | 'already' | 'put-back'

export type SessionEntry =
  /** Before the file at `path` is moved to `to` (relative to the session's folder). */
  | { w: 'keep'; path: SafePath; to: string }
  /** Before a file is added at `path`, where there is none. */
  | { w: 'add'; path: SafePath }
  /** Before `from` is renamed to `path`. */
  | { w: 'rename'; path: SafePath; from: SafePath }
  /** Before the folder `path` is made. */
  | { w: 'folder'; path: SafePath }
  | { w: 'done'; path: SafePath; how: How }
  /** This session's change of `path` was reversed. */
  | { w: 'undone'; path: SafePath }
  | { w: 'failed'; path: SafePath; cause: RepairCause }
  /** Everything that the session fetches ahead is here. */
  | { w: 'ready' }
  /** The session finished, or the player discarded it. */
  | { w: 'end'; how: 'finished' | 'dismissed' }

const STEPS_FOLLOW = '"steps":['

/** A session's plan as JSON, in lines that can be parsed one by one. */
function* linesOfHead({ steps, ...head }: SessionHead): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${STEPS_FOLLOW}`
  let before = '\n'
  for (const line of steps.lines()) {
    yield `${before}${line}`
    before = ',\n'
  }
  yield '\n]}'
}

const PIECE_BYTES = 1 << 20

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}

/** Reads a session's plan; `undefined` if it is invalid, or has a path outside the mod's folder. */
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
      if (!read.head) read.head = { ...v.parse(StoredHead, JSON.parse(`${line}]}`)), steps: new StepList() }
      else if (line === ']}') read.isWhole = true
      else take(read.head, v.parse(v.array(Step), JSON.parse(`[${line.replace(/,$/, '')}]`)))
    })
    return read.isWhole ? read.head : undefined
  } catch {
    return undefined // it was written atomically, so something else has damaged it
  }
}

/** The begin of a kept file's path, relative to its session's folder. */
const KEPT = /^kept\/\d+\//

const isEntry = (value: unknown, modFolder: string): value is SessionEntry => {
  if (typeof value !== 'object' || value === null || !('w' in value) || typeof value.w !== 'string') return false
  // somebody may have changed the file
  const isInside = (one: unknown) => typeof one === 'string' && isSafePath(one, modFolder)
  const isKept = (one: unknown) => typeof one === 'string' && KEPT.test(one) && isInside(one.replace(KEPT, ''))
  if (value.w === 'end' || value.w === 'ready') return true
  if (!('path' in value)) return false
  if (value.w === 'folder' && value.path === modFolder) return true
  return isInside(value.path) && (!('from' in value) || isInside(value.from)) && (!('to' in value) || isKept(value.to))
}

/** Reads a journal. Ignores a line that a crash cut off, and lines with a path outside the mod's folder. */
export async function parseJournal(bytes: Buffer, modFolder: string): Promise<SessionEntry[]> {
  const entries: SessionEntry[] = []
  await inSlices(linesIn(bytes), (line) => {
    try {
      const value: unknown = JSON.parse(line)
      if (isEntry(value, modFolder)) entries.push(value)
    } catch {
      // a crash cut the line off, or it is empty
    }
  })
  return entries
}

export async function donePaths(journal: readonly SessionEntry[]): Promise<Set<string>> {
  const done = new Set<string>()
  await inSlices(journal, (entry) => entry.w === 'done' && done.add(entry.path))
  return done
}

/** True for a removal that has put everything into the quarantine, to be deleted from there. */
export const isForGood = ({ head, journal }: Pick<RepairSession, 'head' | 'journal'>): boolean =>
  head.forGood === true && journal.some((entry) => entry.w === 'end' && entry.how === 'finished')

/** True for a session that finished or was discarded. */
export const hasEnded = (journal: readonly SessionEntry[]): boolean => journal.some(({ w }) => w === 'end')

/** The absolute path of repair's own folder in a game folder. */
export const storeOf = (gameDir: string): string => join(gameDir, STORE_FOLDER)

export const isSessionThere = (disk: Disk, gameDir: string, id: string): Promise<boolean> =>
  isThere(disk, storeOf(gameDir), [id])

/** Makes a folder, or accepts an existing one that is not a link. @throws Trouble `unsafe-place` otherwise */
async function makeStore(disk: Disk, path: string): Promise<void> {
  await unless(['EEXIST'], disk.mkdir(path))
  if (!(await disk.lstat(path)).isDirectory()) throw new Trouble({ kind: 'unsafe-place' })
}

/** When a session began, from its id, in ms since 1970. */
function beganAt(id: string): number | undefined {
  const parts = /^([0-2]\d{3})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-/.exec(id)?.slice(1)
  if (!parts) return undefined
  const [year = 0, month = 0, ...rest] = parts.map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

/**
 * A session's id: its start time and a random part. It is a valid folder name. Ids sort in the order in which sessions began, even within
 * one millisecond or if the clock was set back, because the result of an undo depends on this order.
 */
async function newId(disk: Disk, gameDir: string, now: Date): Promise<string> {
  const newest = (await listSessions(disk, gameDir)).map(beganAt).find((at) => at !== undefined) ?? 0
  const at = new Date(Math.max(now.getTime(), newest + 1)).toISOString()
  return `${at.slice(0, 23).replace(/[-:.]/g, '').replace('T', '-')}-${randomBytes(4).toString('hex')}`
}

/** Begins a session. After this, it survives a crash. `head`: without id and time. */
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
  return new RepairSession(disk, gameDir, full)
}

/**
 * Opens an existing session; `undefined` if it is not one (any more). It needs no closing before its first note.
 * @param owner the mod that it belongs to, if it is not the one that it was begun for
 */
export async function openRepairSession(
  disk: Disk,
  gameDir: string,
  id: string,
  owner: Partial<Pick<SessionHead, 'modId' | 'modName'>> = {},
): Promise<RepairSession | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined
  const folder = join(storeOf(gameDir), id)
  const plan = await readBytes(disk, join(folder, 'session.json'))
  const seal = await readBytes(disk, join(folder, 'session.seal'))
  // the game's folder may come from anywhere: only sessions of this player's own programs are accepted
  if (!plan || seal?.toString() !== (await disk.seal(piecesOf(plan)))) return undefined
  const head = await parseHead(plan)
  if (head?.id !== id) return undefined
  const journal = await readBytes(disk, join(folder, 'journal.ndjson'))
  const entries = journal && (await parseJournal(journal, head.modFolder))
  return new RepairSession(disk, gameDir, { ...head, ...owner }, entries)
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

/** All sessions of a game folder that can be read, newest first. `open`: one that its caller holds, which is not read again. */
export async function* sessionsIn(
  disk: Disk,
  gameDir: string,
  open?: RepairSession,
): AsyncGenerator<RepairSession, void> {
  for (const id of await listSessions(disk, gameDir)) {
    const session = id === open?.head.id ? open : await openRepairSession(disk, gameDir, id)
    if (session) yield session
  }
}

const readBytes = (disk: Disk, path: string): Promise<Buffer | undefined> => ifThere(disk.readFile(path))

/** A repair, a move of extra files or an undo: its plan on disk, its journal, and the former files. */
export class RepairSession {
  readonly head: SessionHead
  readonly gameDir: string
  /** Absolute. */
  readonly folder: string
  readonly #disk: Disk
  readonly #journal: SessionEntry[]
  readonly #inTurn = pLimit(1)
  #file: FileHandle | undefined
  /** A line break before a line that follows an earlier run's, or a failed one. Otherwise it would be joined to a line that was cut off. */
  #lineBreak = '\n'

  constructor(disk: Disk, gameDir: string, head: SessionHead, journal: SessionEntry[] = []) {
    this.#disk = disk
    this.gameDir = gameDir
    this.folder = join(storeOf(gameDir), head.id)
    this.head = head
    this.#journal = journal
  }

  /** The absolute path of its journal, which is there after the first change. */
  get journalAt(): string {
    return join(this.folder, 'journal.ndjson')
  }

  /** Oldest first. */
  get journal(): readonly SessionEntry[] {
    return this.#journal
  }

  /** Writes one line of the journal. Resolves when the system has accepted it. */
  note(entry: SessionEntry): Promise<void> {
    this.#journal.push(entry)
    return this.#inTurn(async () => {
      this.#file ??= await this.#disk.open(this.journalAt, 'a')
      const line = `${this.#lineBreak}${JSON.stringify(entry)}\n`
      this.#lineBreak = '\n' // if the disk is full, the line may be cut off
      await this.#file.appendFile(line)
      this.#lineBreak = ''
    })
  }

  /**
   * Returns an unused absolute path in the quarantine for the former file of `path`. Notes it in the journal before anything moves there.
   */
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
      // a file with the name of one of its folders may be kept there
      if (await unless(['ENOTDIR', 'EEXIST'], made)) return free
    }
  }

  /** False if the disk with the mods was disconnected. */
  isThere(): Promise<boolean> {
    return isSessionThere(this.#disk, this.gameDir, this.head.id)
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#file?.close()
      this.#file = undefined
    })
  }
}
