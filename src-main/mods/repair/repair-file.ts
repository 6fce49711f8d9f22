import type { Stats } from 'node:fs'
import { basename, join } from 'node:path'
import type { PauseGate } from '../../lib/index.ts'
import type { SafePath } from '../list/index.ts'
import { alikeFiles } from './assemble.ts'
import { type Disk, fileIdAt, type FolderMaker, type FilePaths, pathsFor, statsAt } from './disk.ts'
import { download, type DownloadTools, type WantedFile } from './download.ts'
import { copyFromHere, isEqual, type LocalFinder } from './local-copy.ts'
import type { Meter } from './meter.ts'
import { mustBeMovable, moveEntry, replaceFile } from './replace.ts'
import type { How, RepairSession } from './session.ts'
import type { Source } from './sources.ts'
import type { Step } from './steps.ts'
import { Trouble } from './trouble.ts'

/** What the work on one file needs. */
export interface FileWork {
  gameDir: string
  session: RepairSession
  folders: FolderMaker
  /** Closed while files are fetched and none is replaced. */
  replacing: PauseGate
  tools: DownloadTools
  finder: LocalFinder
  /** What the source called the bytes of the parts that an earlier run left, by path. */
  validators: ReadonlyMap<string, string | undefined>
  /** Where files come from; throws a Trouble where nothing can be fetched. */
  sources: () => readonly Source[]
  meter: Meter
}

/**
 * Does one step; every step may be begun again after any crash. Gives `later` where only the game is in its way.
 * @throws Trouble
 */
export async function repairFile(step: Step, work: FileWork): Promise<'later' | undefined> {
  const { session, replacing } = work
  if (step.do !== 'fetch' && replacing.paused) return 'later'
  if (step.do === 'set-aside') {
    const aside = await setAside(step.path, work)
    await session.note({ w: 'done', path: step.path, how: aside ? 'set-aside' : 'already' })
    return
  }
  const renamed = step.do === 'rename' && (await giveSpelling(step.from, step.path, work))
  const paths = await pathsToWrite(step.path, work)
  const stands = await statsAt(work.tools.disk, paths.target)
  if (await isRight(paths.target, stands, step, work)) {
    await session.note({ w: 'done', path: step.path, how: renamed ? 'renamed' : 'already' })
    return
  }
  if (stands) await mustBeMovable(work.tools.disk, paths.target, stands) // before anything is fetched for nothing
  const how = await obtain(step.path, step, paths, work)
  if (session.head.isAhead) return
  await work.tools.gate.pass(work.tools.signal) // a game that was started meanwhile may have the file open
  if (replacing.paused) return 'later'
  await replace(step.path, work)
  await session.note({ w: 'done', path: step.path, how })
}

/** Where a file is written; its folders are made. */
const pathsToWrite = (path: SafePath, { gameDir, folders, tools }: FileWork): Promise<FilePaths> =>
  pathsFor(tools.disk, gameDir, path, folders)

/** True where the file is what the list says already: an earlier run came that far, or the player put it right. */
async function isRight(
  target: string,
  stats: Stats | undefined,
  wanted: WantedFile,
  { tools }: FileWork,
): Promise<boolean> {
  if (!stats?.isFile() || (wanted.size !== null && stats.size !== wanted.size)) return false
  return isEqual(target, wanted, tools)
}

async function obtain(path: SafePath, wanted: WantedFile, paths: FilePaths, work: FileWork): Promise<How> {
  const { tools, meter, session } = work
  if (await copyFromHere(paths.part, path, wanted, work.finder, tools)) return 'copied'
  await download(
    {
      ...wanted,
      path,
      sources: work.sources(),
      alike: () => alikeFiles(tools.disk, paths.target, paths.folder, new Date(session.head.startedAt)),
      part: async () => (await pathsToWrite(path, work)).part,
      validator: work.validators.get(path),
      onValidator: (validator) => void session.note({ w: 'part', path, validator }).catch(() => undefined),
      progress: (bytes, came) => meter.bytes(path, bytes, came),
      checking: (isChecking) => meter.checking(path, isChecking),
      retrying: (trouble, waitMs) => meter.retrying(path, trouble.reason, waitMs),
    },
    tools,
  )
  return 'fetched'
}

/** Gives the part file its name. The paths are looked up again: folders may have changed while the file was fetched. */
async function replace(path: SafePath, work: FileWork): Promise<void> {
  const { session, tools } = work
  const paths = await pathsToWrite(path, work)
  const formerTo = (await statsAt(tools.disk, paths.target)) ? await session.reserveKept(path) : ''
  if (formerTo === '') await session.note({ w: 'add', path })
  await replaceFile(paths.part, paths.target, formerTo, tools)
}

async function setAside(path: SafePath, { gameDir, session, tools }: FileWork): Promise<boolean> {
  const { target } = await pathsFor(tools.disk, gameDir, path)
  if (!(await statsAt(tools.disk, target))) return false
  await moveEntry(target, await session.reserveKept(path), tools)
  return true
}

/** True for two paths of different things; where the disk numbers nothing, nobody can tell. */
async function isOther(disk: Disk, a: string, b: string): Promise<boolean> {
  const [one, other] = [await fileIdAt(disk, a), await fileIdAt(disk, b)]
  return one !== undefined && other !== undefined && one !== other
}

/** Gives a file the listed spelling; never over another file. @returns false where nothing had to be done */
async function giveSpelling(from: SafePath, path: SafePath, work: FileWork): Promise<boolean> {
  const { gameDir, session, tools } = work
  const { disk } = tools
  const old = await pathsFor(disk, gameDir, from)
  const former = await statsAt(disk, old.target)
  if (!former) return false
  if (!former.isFile()) throw new Trouble({ kind: 'in-the-way' })
  const { target, folder } = await pathsToWrite(path, work)
  const there = await statsAt(disk, target)
  const renames = () => session.note({ w: 'rename', path, from })
  if (!there) {
    await renames()
    await moveEntry(old.target, target, tools)
    return true
  }
  if (await isOther(disk, target, old.target)) throw new Trouble({ kind: 'in-the-way' })
  const names = await disk.readdir(folder)
  if (names.includes(basename(path))) {
    const isOneFolder = !(await isOther(disk, old.folder, folder))
    const hasBoth = basename(from) !== basename(path) && names.includes(basename(from))
    if (isOneFolder && !hasBoth) return false
    // a crash came between the new name and the end of the old one, which is an extra now
    await renames()
    await moveEntry(old.target, await session.reserveKept(from), tools)
    return true
  }
  // a disk that does not tell the two spellings apart: over the quarantine, so that a crash leaves it there
  await renames()
  const between = await session.reserveKept(path)
  await moveEntry(join(old.folder, basename(from)), between, tools)
  await moveEntry(between, target, tools)
  return true
}
