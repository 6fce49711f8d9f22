import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { inSlices, jsonFile, plainFs } from '../../lib/index.ts'
import type { Quarantine, QuarantineFile, QuarantineSession } from '../../../src-preload/contract/repair.ts'
import type { QuarantineLimits } from '../../../src-preload/contract/settings.ts'
import { parseSafePath, type SafePath } from '../list/index.ts'
import { type Disk, removePart, statsAt } from './disk.ts'
import { isHollow } from './replace.ts'
import {
  hasEnded,
  type Hold,
  isForGood,
  type SessionEntry,
  listSessions,
  openRepairSession,
  type SessionHead,
  sessionsIn,
  type RepairSession,
  storeOf,
} from './session.ts'

/** A former file in a session's folder. */
export interface KeptFile {
  path: SafePath
  /** Absolute. */
  at: string
  bytes: number
}

/**
 * Visits the files in a session's `kept` folder, the oldest version of a path first. `path` is the path below the version's folder. A
 * folder is visited itself if it is in `folders` and has no file in it.
 */
async function walkKept(
  disk: Disk,
  session: RepairSession,
  visit: (at: string, path: string) => Promise<void>,
  folders: ReadonlySet<string> = new Set(),
): Promise<void> {
  const kept = join(session.folder, 'kept')
  const walk = async (folder: string, below: string): Promise<void> => {
    if (folders.has(folder) && (await isHollow(disk, folder))) return visit(folder, below)
    for (const entry of await disk.readdir(folder, { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) await walk(join(folder, entry.name), path)
      else await visit(join(folder, entry.name), path)
    }
  }
  if (!(await statsAt(disk, kept))?.isDirectory()) return
  const versions = (await disk.readdir(kept)).filter((name) => /^\d+$/.test(name))
  for (const version of versions.sort((a, b) => Number(a) - Number(b))) await walk(join(kept, version), '')
}

/**
 * The files and empty folder trees that a session keeps, the oldest version of a path first. Entries without a path in the mod's folder are
 * left out, because repair did not put them there. So are folders that the journal does not contain, and incomplete copies.
 */
export async function keptFiles(disk: Disk, session: RepairSession): Promise<KeptFile[]> {
  const { head, journal, folder } = session
  const found: KeptFile[] = []
  const named = new Set<string>()
  await inSlices(journal, (entry) => entry.w === 'keep' && named.add(join(folder, entry.to)))
  const visit = async (at: string, text: string): Promise<void> => {
    const parsed = parseSafePath(text, head.modFolder)
    const stats = await statsAt(disk, at)
    if (parsed.ok && stats) found.push({ path: parsed.path, at, bytes: stats.isDirectory() ? 0 : stats.size })
  }
  await walkKept(disk, session, visit, named)
  return found
}

/** Removes a session's incomplete copies. They are not listed anywhere, so their space would never be freed. */
export const removeBrokenCopies = (disk: Disk, session: RepairSession): Promise<void> =>
  walkKept(disk, session, (at) => removePart(disk, at))

export type DiskChange = SessionEntry & { w: 'keep' | 'add' | 'rename' | 'folder' }

/**
 * The changes in a journal, newest first, without the additions and renames that were reversed. An undo moves the added files away and
 * renames the others back.
 */
export async function reversible(journal: readonly SessionEntry[]): Promise<DiskChange[]> {
  const undone = new Set<string>()
  const changes: DiskChange[] = []
  await inSlices(journal.toReversed(), (entry) => {
    if (entry.w === 'undone') undone.add(entry.path)
    else if (entry.w === 'keep' || entry.w === 'folder') changes.push(entry)
    else if ((entry.w === 'add' || entry.w === 'rename') && !undone.has(entry.path)) changes.push(entry)
  })
  return changes
}

/** Everything in the quarantine of a game folder, except sessions that keep nothing. */
export async function readQuarantine(disk: Disk, gameDir: string): Promise<Pick<Quarantine, 'sessions' | 'unknown'>> {
  const quarantine: Pick<Quarantine, 'sessions' | 'unknown'> = { sessions: [], unknown: 0 }
  for (const id of await listSessions(disk, gameDir)) {
    const read = await openRepairSession(disk, gameDir, id)
    if (read) {
      const session = await describe(read.head, await keptFiles(disk, read), await reversible(read.journal))
      if (session.count + session.added + session.renamed > 0) quarantine.sessions.push(session)
    } else if ((await statsAt(disk, join(storeOf(gameDir), id, 'kept')))?.isDirectory()) quarantine.unknown++
  }
  return quarantine
}

async function describe(head: SessionHead, kept: KeptFile[], changes: DiskChange[]): Promise<QuarantineSession> {
  const chosen = new Set<SafePath>()
  await inSlices(head.steps, (step) => step.do === 'set-aside' && chosen.add(step.path))
  const whyOf = (path: SafePath): QuarantineFile['why'] =>
    head.kind === 'undo' ? 'undone' : chosen.has(path) ? 'set-aside' : 'replaced'
  const files: QuarantineFile[] = []
  await inSlices(kept, ({ path, bytes }) => files.push({ path, bytes, why: whyOf(path) }))
  const paths = { added: new Set<SafePath>(), renamed: new Set<SafePath>() }
  const whys = { add: 'added', rename: 'renamed' } as const
  await inSlices(changes, ({ w, path }) => (w === 'add' || w === 'rename') && paths[whys[w]].add(path))
  const others: QuarantineSession['others'] = []
  for (const why of Object.values(whys)) await inSlices(paths[why], (path) => others.push({ path, why }))
  const { id: sessionId, kind, work = 'repair', modId, modName, startedAt: at } = head
  return {
    sessionId,
    kind: kind === 'repair' ? work : kind,
    modId,
    modName,
    at,
    files,
    count: files.length,
    bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
    added: paths.added.size,
    renamed: paths.renamed.size,
    others,
  }
}

/**
 * Permanently deletes the files that a session keeps. Called only if the player asks for it, or for files beyond the limits that the player
 * knows.
 * @returns the number of bytes that were freed
 */
export async function emptySession(disk: Disk, gameDir: string, id: string): Promise<number> {
  const isStore = (await statsAt(disk, storeOf(gameDir)))?.isDirectory()
  const ours = isStore ? await openRepairSession(disk, gameDir, id) : undefined
  if (!ours || !(await disk.lstat(ours.folder)).isDirectory()) return 0
  const kept = await keptFiles(disk, ours)
  await disk.rm(join(ours.folder, 'kept'), { recursive: true, force: true }) // first, so that after a kill it is still a session
  await disk.rm(ours.folder, { recursive: true })
  return kept.reduce((sum, { bytes }) => sum + bytes, 0)
}

const CHANGES: readonly SessionEntry['w'][] = ['keep', 'add', 'rename', 'folder', 'undone']

/** Removes a discarded session that has changed nothing. Otherwise, tries in vain would leave one each. */
export async function removeVain(disk: Disk, { head, journal, folder, gameDir }: RepairSession): Promise<void> {
  const isVain = head.kind !== 'undo' && !journal.some(({ w }) => CHANGES.includes(w))
  if (isVain && !(await statsAt(disk, join(folder, 'kept')))) await emptySession(disk, gameDir, head.id)
}

const DAY_MS = 86_400_000
/** The time between the message about the limits and the first deletion. */
const NOTICE_MS = 7 * DAY_MS
/**
 * The clock may be wrong once. So a sweep deletes only sessions that were already beyond the limits at an earlier sweep, at least this long
 * ago.
 */
const LOOKS_APART_MS = 20 * 3_600_000

/** When a sweep first saw a session, and since which sweep it is beyond the limits; epoch ms. */
const Looks = v.object({ first: v.number(), beyond: v.optional(v.number()) })

export interface Sweep {
  limits: QuarantineLimits
  /** When the limits begin to apply, epoch ms. 0: the player does not know them yet. */
  since: number
  now: Date
  /** Tells the player how many bytes will be deleted, and when. */
  announce: (bytes: number, since: number) => void
  hold: Hold
}

/**
 * Permanently deletes sessions that are beyond the limits at two sweeps. Sessions of the last day are kept, however large they are. Age
 * counts from the first sweep that saw the session; otherwise a repair during which the clock was behind would be old at once. Unfinished
 * repairs are never deleted. A session that something else works on is left for a later sweep, because its files may be about to be
 * restored. What the player gave up with its mod goes at once, after a kill.
 */
export async function sweepQuarantine(disk: Disk, gameDir: string, sweep: Sweep): Promise<void> {
  const { limits, since, announce, hold } = sweep
  const now = sweep.now.getTime()
  const beyond: { head: SessionHead; bytes: number; from: number }[] = []
  let held = 0
  const giveUp = async (head: SessionHead) => {
    const letGo = await hold(head)
    if (letGo) await emptySession(disk, gameDir, head.id).finally(letGo)
  }
  for await (const session of sessionsIn(disk, gameDir)) {
    if (!hasEnded(session.journal)) continue
    if (isForGood(session)) {
      await giveUp(session.head)
      continue
    }
    const bytes = (await keptFiles(disk, session)).reduce((sum, file) => sum + file.bytes, 0)
    held += bytes
    const file = jsonFile(join(session.folder, 'looks.json'), Looks, () => undefined)
    const looks = await file.read()
    const first = looks?.first ?? now
    const days = (now - Math.max(Date.parse(session.head.startedAt), first)) / DAY_MS
    const isOld = limits.days > 0 && days > limits.days
    const isTooMuch = limits.gib > 0 && days > 1 && held > limits.gib * 2 ** 30
    const from = isOld || isTooMuch ? Math.min(looks?.beyond ?? now, now) : undefined
    if (!looks || looks.beyond !== from) await file.write({ first, beyond: from })
    if (from !== undefined) beyond.push({ head: session.head, bytes, from })
  }
  const lost = beyond.reduce((sum, { bytes }) => sum + bytes, 0)
  if (lost > 0 && since === 0) return announce(lost, now + NOTICE_MS)
  if (lost > 0 && now < since) return
  for (const { head, from } of beyond) {
    if (now - from >= LOOKS_APART_MS) await giveUp(head)
  }
}

/** Removes empty folders from `from` up to the session's own folder. Stops at a folder that is not empty. */
export async function removeEmptyFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; folder.length > upTo.length; folder = dirname(folder)) {
    try {
      await plainFs.promises.rmdir(folder)
    } catch {
      return
    }
  }
}
