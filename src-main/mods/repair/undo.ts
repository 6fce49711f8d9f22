import { dirname, join } from 'node:path'
import type { RepairTrouble, Restored } from '../../../src-preload/contract/repair.ts'
import { errnoOf, inSlices, sliced } from '../../lib/index.ts'
import type { SafePath } from '../list/index.ts'
import { isSameFile, pathsFor, statsAt } from './disk.ts'
import { Folders, removeIfEmpty } from './folders.ts'
import { type DiskChange, keptFiles, removeEmptyFolders, reversible } from './quarantine.ts'
import { copyChecked, type FileTools, moveEntry, removeHollow, replaceFile, respell } from './replace.ts'
import { beginRepairSession, openRepairSession, type RepairSession, sessionsIn } from './session.ts'
import { StepList } from './steps.ts'
import { Trouble, troubleOf } from './trouble.ts'

export interface UndoWork {
  /** The id of the community in which the player undoes it. */
  community?: string
  gameDir: string
  tools: FileTools
  now: Date
  /** Called before each change. Throws if nothing more may be changed. */
  look?: () => void
}

interface Undoing extends UndoWork {
  /** The session that is being undone. */
  of: RepairSession
  /** The undo's own session. */
  own: RepairSession
  folders: Folders
}

/**
 * Reverses a session's changes, either all of them or those of the given paths. A change that cannot be reversed is reported and left for
 * the next undo. Files in the way go to the quarantine of the undo itself, which can be undone too, so nothing is lost.
 * @returns `undefined` if there is no such session
 */
export async function undo(
  sessionId: string,
  paths: readonly string[] | null,
  work: UndoWork,
): Promise<Restored | undefined> {
  const { community, gameDir, now, tools } = work
  const { disk } = tools
  const of = await openRepairSession(disk, gameDir, sessionId)
  if (!of) return undefined
  try {
    const chosen = paths && new Set(paths)
    const changes: DiskChange[] = []
    await inSlices(await changesOf(of, work), (change) => (!chosen || chosen.has(change.path)) && changes.push(change))
    if (changes.length === 0) return { restored: 0, left: [] }
    const past = await readPast(of, work)
    const { modId, modName, modFolder, listVersion } = of.head
    const facts = { kind: 'undo', of: sessionId, community, modId, modName, modFolder, listVersion } as const
    const head = { ...facts, steps: new StepList() }
    const own = await beginRepairSession(disk, gameDir, head, now)
    try {
      const undoing: Undoing = { ...work, of, own, folders: new Folders(own, tools) }
      // a file that the player chose is always restored, whatever was undone before
      const result = await reverseAll(changes, chosen ? new Set() : past.older, undoing)
      for (const path of past.folders) await removeIfEmpty(disk, gameDir, path)
      await own.note({ w: 'end', how: 'finished' })
      return result
    } finally {
      await own.close()
    }
  } finally {
    await of.close()
  }
}

/** The changes of a session that are not reversed yet, newest first. */
async function changesOf(of: RepairSession, work: UndoWork): Promise<DiskChange[]> {
  const { folder, journal } = of
  const kept = new Map<string, SafePath>()
  await inSlices(await keptFiles(work.tools.disk, of), ({ at, path }) => kept.set(at, path))
  const changes: DiskChange[] = []
  const isLeft = (change: DiskChange) => change.w !== 'keep' || kept.delete(join(folder, change.to))
  await inSlices(await reversible(journal), (change) => isLeft(change) && changes.push(change))
  // files from entries at the journal's end that were lost
  const lost = Array.from(kept, ([at, path]): DiskChange => ({ w: 'keep', path, to: at.slice(folder.length + 1) }))
  return changes.concat(lost).some(({ w }) => w !== 'folder') ? lost.toReversed().concat(changes) : []
}

/** Facts about the other sessions. */
interface Past {
  /** Paths for which an older repair was undone. The files there are older than those that this session keeps. */
  older: Set<string>
  /** Folders that sessions made, the longest path first. */
  folders: SafePath[]
}

async function readPast(session: RepairSession, { gameDir, tools }: UndoWork): Promise<Past> {
  const { id: undoneId, kind } = session.head
  const older = new Set<string>()
  const folders = new Set<SafePath>()
  /** By session: paths that are still undone, because no later undo reversed the undo. */
  const undone = new Map<string, Set<string>>()
  for await (const { head, journal } of sessionsIn(tools.disk, gameDir, session)) {
    const { id, of } = head
    const reversed = undone.get(id)
    const undoneOf = (of !== undefined && undone.get(of)) || new Set<string>()
    if (of !== undefined) undone.set(of, undoneOf)
    for await (const entry of sliced(journal)) {
      if (entry.w === 'folder') folders.add(entry.path)
      if (entry.w === 'done' && !reversed?.has(entry.path)) undoneOf.add(entry.path)
    }
    if (kind !== 'undo' && id < undoneId && of === undefined) await inSlices(reversed ?? [], (path) => older.add(path))
  }
  return { older, folders: [...folders].sort((a, b) => b.length - a.length) }
}

/** Reverses the changes, newest first, so that each step finds the names and contents that it left. */
async function reverseAll(changes: DiskChange[], older: Set<string>, undoing: Undoing): Promise<Restored> {
  const { gameDir, tools, of, own, look } = undoing
  const restored = new Set<SafePath>()
  const left = new Map<SafePath, RepairTrouble>()
  for (const change of changes) {
    const { path } = change
    look?.()
    if (change.w === 'folder') await removeIfEmpty(tools.disk, gameDir, path)
    else if (!left.has(path) && !older.has(path)) {
      try {
        if (await reverse(change, undoing)) restored.add(path)
      } catch (error) {
        tools.signal.throwIfAborted()
        left.set(path, { path, cause: troubleOf(error).reason })
      }
    }
  }
  if (!(await own.isThere())) throw new Trouble({ kind: 'folder-gone' })
  const noted = new Set<SafePath>()
  for await (const { w, path } of sliced(changes)) {
    if (w === 'folder' || left.has(path) || noted.has(path)) continue
    noted.add(path)
    await own.note({ w: 'done', path, how: 'put-back' })
    await of.note({ w: 'undone', path })
  }
  return { restored: restored.size, left: [...left.values()] }
}

/** Reverses one change; false if there is nothing to reverse. @throws Trouble, an errno error */
function reverse(change: Exclude<DiskChange, { w: 'folder' }>, undoing: Undoing): Promise<boolean> {
  if (change.w === 'add') return takeAway(change.path, undoing)
  if (change.w === 'rename') return renameBack(change.path, change.from, undoing)
  return putBack(change.path, join(undoing.of.folder, change.to), undoing)
}

async function takeAway(path: SafePath, { gameDir, tools, own }: Undoing): Promise<boolean> {
  const { target } = await pathsFor(gameDir, path)
  if (!(await statsAt(tools.disk, target))) return false
  await moveEntry(target, await own.reserveKept(path), tools)
  return true
}

async function renameBack(path: SafePath, from: SafePath, undoing: Undoing): Promise<boolean> {
  const { gameDir, tools, own, folders } = undoing
  const { disk } = tools
  const now = await pathsFor(gameDir, path)
  if (!(await statsAt(disk, now.target))) return false
  const before = await folders.pathsFor(from)
  const former = await statsAt(disk, before.target)
  if (former && !(await isSameFile(disk, now.target, before.target))) throw new Trouble({ kind: 'in-the-way' })
  await own.note({ w: 'rename', path: from, from: path })
  await respell(now.target, before.target, () => own.reserveKept(path), tools)
  return true
}

async function putBack(path: SafePath, at: string, undoing: Undoing): Promise<boolean> {
  const { tools, of, own, folders } = undoing
  const { disk } = tools
  const kept = await statsAt(disk, at)
  if (!kept) return false
  const { target, part } = await folders.pathsFor(path)
  const stands = await statsAt(disk, target)
  if (kept.isDirectory() && stands?.isDirectory()) {
    await removeHollow(disk, at) // an undo of an earlier repair has already put something into the folder
    return true
  }
  const formerTo = stands ? await own.reserveKept(path) : ''
  if (!stands) await own.note({ w: 'add', path })
  if (kept.isDirectory()) {
    if (stands) await moveEntry(target, formerTo, tools)
    await moveEntry(at, target, tools)
  } else {
    try {
      await replaceFile(at, target, formerTo, tools)
    } catch (error) {
      if (errnoOf(error) !== 'EXDEV') throw error
      await copyChecked(at, part, tools) // the mod is on another disk than the quarantine
      await replaceFile(part, target, formerTo, tools)
      await disk.unlink(at)
    }
  }
  await removeEmptyFolders(dirname(at), of.folder)
  return true
}
