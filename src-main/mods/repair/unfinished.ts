import { isFailure } from '../../../src-preload/contract/failure.ts'
import { inSlices } from '../../lib/index.ts'
import type { SafePath } from '../list/index.ts'
import { type Disk, pathsFor, removePart, statsAt } from './disk.ts'
import { Meter } from './meter.ts'
import type { RepairNeeds } from './needs.ts'
import { removeBrokenCopies } from './quarantine.ts'
import {
  donePaths,
  hasEnded,
  type SessionEntry,
  listSessions,
  openRepairSession,
  readRepairSession,
  type SessionHead,
} from './session.ts'
import { bytesToFetch, type Step, type StepList } from './steps.ts'

/** A repair that did not come to its end. */
interface Unfinished {
  head: SessionHead
  /** Paths that are done. */
  done: Set<string>
  journal: readonly SessionEntry[]
}

/** Counts what is here already: files that are done, and bytes of part files. */
export async function countDone(disk: Disk, gameDir: string, { head, done, journal }: Unfinished, meter: Meter) {
  await inSlices(head.steps, (step) => done.has(step.path) && meter.end(step, true))
  for (const entry of journal) {
    if (entry.w !== 'part' || done.has(entry.path)) continue
    const paths = await pathsFor(disk, gameDir, entry.path).catch(() => undefined)
    const stats = paths && (await statsAt(disk, paths.part).catch(() => undefined))
    if (stats) meter.bytes(entry.path, stats.size, 0)
  }
}

/**
 * The mod that a session belongs to: the one that lives in its folder, whoever began it, the command line (which knows no mod of a
 * list from a file) or another community included. Where no mod lives there it is as it was begun; undefined where the mod that it was begun for lives elsewhere.
 */
export function ownerOf(
  { mods }: Pick<RepairNeeds, 'mods'>,
  { modId, modName, modFolder }: SessionHead,
): Pick<SessionHead, 'modId' | 'modName'> | undefined {
  const known = mods()
  const inFolder = known.filter(({ folder }) => folder === modFolder)
  const owner = inFolder.find(({ id }) => id === modId) ?? inFolder[0]
  if (owner) return { modId: owner.id, modName: owner.name }
  return known.some(({ id }) => id === modId) ? undefined : { modId, modName }
}

/** Repairs of a game folder that an earlier run left unfinished, and how far they are: the newest of each mod's folder. */
export async function readUnfinished(disk: Disk, gameDir: string): Promise<{ head: SessionHead; meter: Meter }[]> {
  const found = new Map<string, Unfinished>()
  for (const id of await listSessions(disk, gameDir)) {
    const read = await readRepairSession(disk, gameDir, id)
    if (!read || read.head.kind === 'undo' || read.head.isAhead || hasEnded(read.journal)) continue
    const folder = read.head.modFolder
    if (!found.has(folder)) found.set(folder, { ...read, done: await donePaths(read.journal) })
  }
  return Promise.all(
    [...found.values()].map(async (one) => {
      const meter = new Meter(one.head.steps, () => 0)
      await countDone(disk, gameDir, one, meter)
      return { head: one.head, meter }
    }),
  )
}

/** Bytes of these files that came earlier. */
export async function bytesHere(disk: Disk, gameDir: string, steps: Iterable<Step>): Promise<number> {
  let bytes = 0
  for (const step of steps) {
    const paths = await pathsFor(disk, gameDir, step.path).catch(() => undefined)
    const stats = paths && (await statsAt(disk, paths.part).catch(() => undefined))
    bytes += Math.min(stats?.size ?? 0, bytesToFetch(step))
  }
  return bytes
}

/** What was fetched ahead and waits for the player: the newest first. */
export async function readAhead(disk: Disk, gameDir: string) {
  const found: { head: SessionHead; bytes: number; isAllHere: boolean }[] = []
  for (const id of await listSessions(disk, gameDir)) {
    const read = await readRepairSession(disk, gameDir, id)
    if (!read?.head.isAhead || hasEnded(read.journal)) continue
    const { head, journal } = read
    const done = await donePaths(journal)
    const bytes = await bytesHere(disk, gameDir, head.steps)
    let wanted = 0
    await inSlices(head.steps, (step) => (wanted += done.has(step.path) ? 0 : bytesToFetch(step)))
    // part files may have been deleted since
    found.push({ head, bytes, isAllHere: bytes >= wanted && journal.some(({ w }) => w === 'ready') })
  }
  return found
}

/**
 * Discards the unfinished repairs of a mod's folder, whose lock must be held: part files go, what is in the quarantine stays.
 * @param continued steps of a new repair, which continues their part files
 * @returns what their sources called the bytes of those parts
 */
export async function discardUnfinished(
  disk: Disk,
  gameDir: string,
  modFolder: string,
  continued?: StepList,
): Promise<Map<SafePath, string>> {
  const validators = new Map<SafePath, string>()
  const keep = new Set<string>()
  for (const id of (await listSessions(disk, gameDir)).reverse()) {
    const read = await readRepairSession(disk, gameDir, id)
    if (!read || read.head.modFolder !== modFolder || hasEnded(read.journal)) continue
    if (continued && keep.size === 0) await inSlices(continued, ({ path }) => keep.add(path))
    const done = await donePaths(read.journal)
    for (const entry of read.journal)
      if (entry.w === 'part' && entry.validator) validators.set(entry.path, entry.validator)
    const dropped: SafePath[] = []
    await inSlices(read.head.steps, ({ do: deed, path }) => {
      if (deed !== 'set-aside' && !done.has(path) && !keep.has(path)) dropped.push(path)
    })
    for (const path of dropped) {
      const paths = await pathsFor(disk, gameDir, path).catch(() => undefined)
      if (paths) await removePart(disk, paths.part).catch(() => undefined)
    }
    await removeBrokenCopies(disk, gameDir, id).catch(() => undefined)
    const session = await openRepairSession(disk, gameDir, id)
    try {
      await session?.note({ w: 'end', how: 'dismissed' })
    } finally {
      await session?.close()
    }
  }
  for (const path of [...validators.keys()]) if (!keep.has(path)) validators.delete(path)
  return validators
}

/**
 * Gives up what was fetched ahead for other mods, where that makes the room that is lacking.
 * @param hold takes the mod of a session; gives the way to let go of it, or undefined where something else works on it
 * @throws `full` where it does not
 */
export async function giveUpAhead(
  disk: Disk,
  gameDir: string,
  modFolder: string,
  full: unknown,
  hold: (head: SessionHead) => Promise<(() => void) | undefined>,
): Promise<void> {
  if (!isFailure(full) || !full.is('repair-disk-full')) throw full
  const { neededBytes, freeBytes } = full.facts
  const others = (await readAhead(disk, gameDir)).filter(({ head }) => head.modFolder !== modFolder)
  if (others.reduce((sum, { bytes }) => sum + bytes, freeBytes) < neededBytes) throw full
  for (const { head } of others) {
    const letGo = await hold(head)
    if (letGo) await discardUnfinished(disk, gameDir, head.modFolder).finally(letGo)
  }
}
