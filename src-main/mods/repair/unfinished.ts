import { isFailure } from '../../../src-preload/contract/failure.ts'
import type { Quarantine } from '../../../src-preload/contract/repair.ts'
import { inSlices, sliced } from '../../lib/index.ts'
import type { SafePath } from '../list/index.ts'
import { type Disk, diskOf, pathsFor, removePart, statsAt } from './disk.ts'
import { Meter } from './meter.ts'
import type { FolderChanges, RepairNeeds } from './needs.ts'
import { removeBrokenCopies, removeVain } from './quarantine.ts'
import {
  donePaths,
  hasEnded,
  type Hold,
  type RepairSession,
  type SessionHead,
  type SessionMod,
  sessionsIn,
} from './session.ts'
import { bytesToFetch, type Step, StepList } from './steps.ts'

/** The size of a file's part file; 0 if there is none, or it cannot be reached. */
async function partBytes(disk: Disk, gameDir: string, path: SafePath): Promise<number> {
  const paths = await pathsFor(gameDir, path).catch(() => undefined)
  const stats = paths && (await statsAt(disk, paths.part).catch(() => undefined))
  return stats?.size ?? 0
}

/** After so many steps without a part file, no later step has one: steps are begun in their order, a few at a time. */
const MOST_WITHOUT = 64

/** Counts what is already here: files that are done, and bytes of part files. */
export async function countDone(
  disk: Disk,
  { head, gameDir }: RepairSession,
  done: ReadonlySet<string>,
  meter: Meter,
): Promise<void> {
  let without = 0
  for await (const step of sliced(head.steps)) {
    if (done.has(step.path)) meter.done(step)
    else if (step.do === 'fetch' && without < MOST_WITHOUT) {
      const bytes = await partBytes(disk, gameDir, step.path)
      if (bytes > 0) meter.bytes(step.path, bytes, 0)
      if (bytes > 0 && bytes === step.size && head.work === 'update') meter.wait(step.path)
      without = bytes > 0 ? 0 : without + 1
    }
  }
}

/**
 * The mod that a session belongs to: the mod that now uses its folder, even if the command line (which does not know the mod's id for a
 * list from a file) or another community began the session. If no mod uses the folder, it is the mod that the session was begun for; but
 * undefined if that mod now uses another folder.
 */
export function ownerOf({ mods }: RepairNeeds, { modId, modName, modFolder }: SessionMod) {
  const known = mods()
  const inFolder = known.filter(({ folder }) => folder === modFolder)
  const owner = inFolder.find(({ id }) => id === modId) ?? inFolder[0]
  if (owner) return { modId: owner.id, modName: owner.name }
  return known.some(({ id }) => id === modId) ? undefined : { modId, modName }
}

/** What earlier runs left in a game folder. */
interface Left {
  /** Unfinished repairs, and their progress. Only the newest of each mod's folder. */
  unfinished: { head: SessionHead; meter: Meter }[]
  /** The last changes by other communities. To continue their sessions would replace or remove files that are right here. */
  elsewhere: FolderChanges
}

/** @param community the player's community; if undefined, all sessions are its own */
export async function readUnfinished(disk: Disk, gameDir: string, community?: string): Promise<Left> {
  const found = new Map<string, Left['unfinished'][number]>()
  const elsewhere: FolderChanges = new Map()
  for await (const session of sessionsIn(disk, gameDir)) {
    const { head, journal, journalAt } = session
    if (community !== undefined && head.community !== undefined && head.community !== community) {
      const at = head.isAhead ? undefined : (await statsAt(disk, journalAt))?.mtimeMs
      if (at !== undefined) elsewhere.set(head.modFolder, Math.max(at, elsewhere.get(head.modFolder) ?? 0))
      continue
    }
    if (head.kind === 'undo' || head.isAhead || hasEnded(journal) || found.has(head.modFolder)) continue
    const meter = new Meter(head.steps, () => 0)
    await countDone(disk, session, await donePaths(journal), meter)
    found.set(head.modFolder, { head, meter })
  }
  return { unfinished: [...found.values()], elsewhere }
}

/** The bytes of these files that are already here as part files. */
export async function bytesHere(disk: Disk, gameDir: string, steps: Iterable<Step>): Promise<number> {
  let bytes = 0
  for (const step of steps) bytes += Math.min(await partBytes(disk, gameDir, step.path), bytesToFetch(step))
  return bytes
}

/** The steps of a session that are not done. */
export async function stepsLeft({ head, journal }: RepairSession): Promise<StepList> {
  const [done, left] = [await donePaths(journal), new StepList()]
  await inSlices(head.steps, (step) => done.has(step.path) || left.add(step))
  return left
}

/** The sessions that fetched ahead and wait for the player, newest first. */
export async function readAhead(disk: Disk, gameDir: string) {
  const found: { head: SessionHead; bytes: number; held: number; isAllHere: boolean }[] = []
  for await (const session of sessionsIn(disk, gameDir)) {
    const { head, journal } = session
    if (!head.isAhead || hasEnded(journal)) continue
    let [bytes, held] = [0, 0] // a list without sizes says of no byte that it is wanted
    for (const step of head.steps) {
      const size = await partBytes(disk, gameDir, step.path)
      bytes += Math.min(size, bytesToFetch(step))
      held += size
    }
    const { bytes: wanted } = await stepsLeft(session)
    // part files may have been deleted meanwhile
    found.push({ head, bytes, held, isAllHere: bytes >= wanted && journal.some(({ w }) => w === 'ready') })
  }
  return found
}

/** @see RepairService.prepared */
export async function hereIn(needs: RepairNeeds, gameDir: string | undefined, least: 'all' | 'some') {
  const ahead = gameDir === undefined ? [] : await readAhead(needs.disk, gameDir)
  const here = ahead.filter(({ isAllHere }) => isAllHere || least === 'some')
  return new Map(here.map(({ head }) => [ownerOf(needs, head)?.modId ?? head.modId, head.listVersion]))
}

/** What was fetched ahead and takes space, for the player. */
export async function aheadIn(needs: RepairNeeds, gameDir: string): Promise<Quarantine['ahead']> {
  const ahead = (await readAhead(needs.disk, gameDir)).filter(({ held }) => held > 0)
  return ahead.map(({ head, held }) => ({ modName: (ownerOf(needs, head) ?? head).modName, bytes: held }))
}

/** The bytes that were fetched ahead for a mod's folder. */
export async function bytesAhead(disk: Disk, gameDir: string, modFolder: string): Promise<number> {
  const ahead = await readAhead(disk, gameDir)
  return ahead.reduce((sum, { head, bytes }) => sum + (head.modFolder === modFolder ? bytes : 0), 0)
}

/**
 * Discards the unfinished repairs of a mod's folder, whose lock must be held. Removes their part files; the files in the quarantine stay.
 * @param continued steps of a new repair, which continues their part files; a step that sets a file aside continues none
 * @param only the id of the only session to discard
 */
export async function discardUnfinished(
  disk: Disk,
  gameDir: string,
  modFolder: string,
  continued?: StepList,
  only?: string,
): Promise<void> {
  const left: RepairSession[] = []
  for await (const session of sessionsIn(disk, gameDir)) {
    const { id, modFolder: folder } = session.head
    if (folder === modFolder && id === (only ?? id) && !hasEnded(session.journal)) left.unshift(session)
  }
  const keep = new Set<string>()
  for (const session of left) {
    const { head, journal } = session
    if (continued && keep.size === 0)
      await inSlices(continued, ({ do: kind, path }) => kind !== 'set-aside' && keep.add(path))
    const done = await donePaths(journal)
    const dropped: SafePath[] = []
    await inSlices(head.steps, ({ do: kind, path }) => {
      if (kind !== 'set-aside' && !done.has(path) && !keep.has(path)) dropped.push(path)
    })
    for (const path of dropped) {
      const paths = await pathsFor(gameDir, path).catch(() => undefined)
      if (paths) await removePart(disk, paths.part).catch(() => undefined)
    }
    await removeBrokenCopies(disk, session).catch(() => undefined)
    try {
      await session.note({ w: 'end', how: 'dismissed' })
    } finally {
      await session.close()
    }
    await removeVain(disk, session).catch(() => undefined)
  }
}

/**
 * Discards the files that were fetched ahead for other mods, if that frees enough space on the disk of the first of these.
 * @param wants the mods that are about to be repaired
 * @throws `full` if it does not free enough
 */
export async function giveUpAhead(
  disk: Disk,
  gameDir: string,
  wants: readonly { modFolder: string }[],
  full: unknown,
  hold: Hold,
): Promise<void> {
  if (!isFailure(full) || !full.is('repair-disk-full')) throw full
  const { neededBytes, freeBytes } = full.facts
  const diskOrNone = (modFolder = '') => diskOf(disk, gameDir, modFolder).catch(() => undefined)
  const there = await diskOrNone(wants[0]?.modFolder)
  const others: { head: SessionHead; bytes: number }[] = []
  for (const one of await readAhead(disk, gameDir)) {
    const { modFolder } = one.head
    const isOther = wants.every((want) => want.modFolder !== modFolder)
    if (isOther && there !== undefined && (await diskOrNone(modFolder)) === there) others.push(one)
  }
  if (others.reduce((sum, { bytes }) => sum + bytes, freeBytes) < neededBytes) throw full
  for (const { head } of others) await giveUp(disk, gameDir, head, hold)
}

/** Discards what a session fetched ahead. */
async function giveUp(disk: Disk, gameDir: string, head: SessionHead, hold: Hold): Promise<void> {
  const letGo = await hold(head)
  if (letGo) await discardUnfinished(disk, gameDir, head.modFolder, undefined, head.id).finally(letGo)
}

/** Discards all that was fetched ahead. Returns the errors of what could not be discarded. */
export async function giveUpAll(disk: Disk, gameDir: string, hold: Hold): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const { head } of await readAhead(disk, gameDir))
    await giveUp(disk, gameDir, head, hold).catch((error: unknown) => failures.push(error))
  return failures
}

const MONTH_MS = 30 * 86_400_000

/** Discards files that were fetched ahead more than a month ago for a folder that no mod uses any more. Nothing else would ever use them. */
export async function giveUpGone({ disk, mods }: RepairNeeds, gameDir: string, now: Date, hold: Hold): Promise<void> {
  const folders = mods().map(({ folder }) => folder)
  if (folders.length === 0) return // the list of mods is not known, or the service has lost it
  for (const { head } of await readAhead(disk, gameDir)) {
    const isOld = now.getTime() - Date.parse(head.startedAt) > MONTH_MS
    if (isOld && !folders.includes(head.modFolder)) await giveUp(disk, gameDir, head, hold)
  }
}
