import { basename, dirname, join } from 'node:path'
import { plainFs } from '../../lib/index.ts'
import type { QuarantineFile, QuarantineSession } from '../../../src-preload/contract/repair.ts'
import { parseSafePath, type SafePath } from '../list/index.ts'
import { type Disk, dropPart, whatIsAt } from './disk.ts'
import { isPartName } from '../list/index.ts'
import { listSessions, readSession, storeOf } from './session.ts'
import type { Did, SessionHead } from './session-shape.ts'

/** One former file in a session's folder. */
export interface KeptFile {
  path: SafePath
  /** Absolute. */
  at: string
  bytes: number
}

/** What lies in a session's folder for kept files, the oldest version of a path first. `path` as its version's folder has it. */
async function walkKept(
  disk: Disk,
  gameDir: string,
  id: string,
  hear: (at: string, path: string) => Promise<void>,
): Promise<void> {
  const kept = join(storeOf(gameDir), id, 'kept')
  const walk = async (folder: string, below: string): Promise<void> => {
    for (const entry of await disk.readdir(folder, { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) await walk(join(folder, entry.name), path)
      else await hear(join(folder, entry.name), path)
    }
  }
  if (!(await whatIsAt(disk, kept))?.isDirectory()) return
  const versions = (await disk.readdir(kept)).filter((name) => /^\d+$/.test(name))
  for (const version of versions.sort((a, b) => Number(a) - Number(b))) await walk(join(kept, version), '')
}

/** The files that a session keeps, the oldest version of a path first. What has no safe path was not put there by repair. */
export async function keptFiles(disk: Disk, gameDir: string, id: string): Promise<KeptFile[]> {
  const found: KeptFile[] = []
  await walkKept(disk, gameDir, id, async (at, text) => {
    if (isPartName(basename(at))) return // a copy that broke off
    const parsed = parseSafePath(text, text.split('/', 1)[0] ?? '')
    const stats = await whatIsAt(disk, at)
    if (parsed.ok && stats) found.push({ path: parsed.path, at, bytes: stats.size })
  })
  return found
}

/** Takes away a session's copies that broke off. Nobody is told of them, and the room they take would be lost for good. */
export const dropBrokenCopies = (disk: Disk, gameDir: string, id: string): Promise<void> =>
  walkKept(disk, gameDir, id, (at) => dropPart(disk, at))

/** Steps that were done without a former file, and are not taken back: what an undo moves aside or renames. */
export function openDeeds(did: readonly Did[]): (Did & { w: 'done' })[] {
  const deeds = new Map<string, Did & { w: 'done' }>()
  for (const line of did) {
    if (line.w === 'undone') deeds.delete(line.path)
    if (line.w === 'done' && (line.added || line.from)) deeds.set(line.path, line)
  }
  return [...deeds.values()]
}

/** Everything in the quarantine of a game folder, newest first; sessions that keep nothing are left out. */
export async function listQuarantine(disk: Disk, gameDir: string): Promise<QuarantineSession[]> {
  const sessions: QuarantineSession[] = []
  for (const id of await listSessions(disk, gameDir)) {
    const read = await readSession(disk, gameDir, id)
    if (!read) continue
    const kept = await keptFiles(disk, gameDir, id)
    const deeds = openDeeds(read.did)
    if (kept.length > 0 || deeds.length > 0) sessions.push(describe(read.head, kept, deeds))
  }
  return sessions
}

function describe(head: SessionHead, kept: KeptFile[], deeds: (Did & { w: 'done' })[]): QuarantineSession {
  const chosen = new Set(head.steps.flatMap((step) => (step.do === 'set-aside' ? [step.path] : [])))
  const whyOf = (path: SafePath): QuarantineFile['why'] =>
    head.kind === 'undo' ? 'undone' : head.kind === 'set-aside' || chosen.has(path) ? 'set-aside' : 'replaced'
  const { id: sessionId, kind, modId, modName, startedAt: at } = head
  return {
    sessionId,
    kind,
    modId,
    modName,
    at,
    files: kept.map(({ path, bytes }) => ({ path, bytes, why: whyOf(path) })),
    bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
    added: deeds.filter(({ added }) => added).length,
    renamed: deeds.filter(({ from }) => from !== undefined).length,
  }
}

/**
 * Gives up what a session keeps, for good. Called only by the player's own wish, or after the time that they set.
 * @returns bytes that were freed
 */
export async function emptySession(disk: Disk, gameDir: string, id: string): Promise<number> {
  const store = storeOf(gameDir)
  const isOurs = (await whatIsAt(disk, store))?.isDirectory() && (await readSession(disk, gameDir, id)) !== undefined
  const folder = join(store, id)
  if (!isOurs || !(await disk.lstat(folder)).isDirectory()) return 0
  const kept = await keptFiles(disk, gameDir, id)
  await disk.rm(folder, { recursive: true })
  return kept.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Takes away folders that became empty, up to the session's own. A folder with anything in it stays. */
export async function dropEmptyFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; folder.length > upTo.length; folder = dirname(folder)) {
    try {
      await plainFs.promises.rmdir(folder)
    } catch {
      return
    }
  }
}
