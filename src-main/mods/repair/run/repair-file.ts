import { basename } from 'node:path'
import type { PauseGate } from '../../../lib/index.ts'
import type { SafePath } from '../../list/index.ts'
import { type Disk, fileIdAt, type FilePaths, fileStatAt, pathsFor, statsAt } from '../disk.ts'
import { download, type DownloadTools } from './download.ts'
import type { Folders } from '../folders.ts'
import { alikeFiles, copyFromHere, isEqual, type LocalFinder } from './local-copy.ts'
import type { Meter } from '../meter.ts'
import { PartFile } from './part-file.ts'
import { mustBeMovable, moveEntry, replaceFile, respell } from '../replace.ts'
import type { How, RepairSession } from '../session.ts'
import type { Source } from '../sources.ts'
import type { Step, WantedFile } from '../steps.ts'
import { isTrouble, Trouble } from '../trouble.ts'

/** What a session needs to run, besides itself. */
export interface RunOptions {
  tools: DownloadTools
  /** Closed while files may be fetched but not replaced. */
  replacing: PauseGate
  finder: LocalFinder
  /** The sources of the files. @throws Trouble if nothing can be fetched */
  sources: () => readonly Source[]
  /** Resolves to false if the hash list has changed. Called if the source and the list disagree. */
  listIsCurrent: (signal: AbortSignal) => Promise<boolean>
  /** Called when everything that can be fetched while the game runs is here. */
  waitsForGame: () => void
  /** Called after each progress; may be called often. */
  onProgress: (meter: Meter, phase: 'fetching' | 'checking') => void
}

/** The run of a session, for the work on its files. */
export interface FileWork extends RunOptions {
  session: RepairSession
  folders: Folders
  meter: Meter
  /** True while nothing may be replaced, because the game runs, or not all files of an update are here. */
  isEarly: () => boolean
  /** The verified part files that become files later: how they came, and their `FileStat.key`. */
  came: Map<string, { how: How; key: string }>
}

/** Does one step. Every step can be repeated after a crash. Returns `later` if only {@link FileWork.isEarly} prevents it. @throws Trouble */
export async function repairFile(step: Step, work: FileWork): Promise<'later' | undefined> {
  const { session, isEarly, came } = work
  if (step.do !== 'fetch' && isEarly()) return 'later'
  if (step.do === 'set-aside') {
    const aside = await setAside(step.path, work)
    await session.note({ w: 'done', path: step.path, how: aside ? 'set-aside' : 'already' })
    return
  }
  const renamed = step.do === 'rename' && (await giveSpelling(step.from, step.path, work))
  const paths = await work.folders.pathsFor(step.path).catch((error: unknown) => {
    const isBlocked = isTrouble(error) && error.reason.kind === 'in-the-way' && isEarly()
    if (session.head.isAhead || !isBlocked) throw error
  })
  if (!paths) return 'later' // the folder's place is not free yet
  const verified = async () => (await howItCame(step, paths.part, work)) ?? (await bring(step, paths, work))
  let how = await verified()
  if (how !== 'already' && !session.head.isAhead) {
    const { key = '' } = (await fileStatAt(work.tools.disk, paths.part)) ?? {}
    came.set(step.path, { how, key })
    await work.tools.gate.pass(work.tools.signal) // the game may have been started and have the file open
    if (isEarly()) return 'later'
    how = await verified() // it may have changed during a pause
    came.delete(step.path)
  }
  if (how === 'already') {
    await session.note({ w: 'done', path: step.path, how: renamed ? 'renamed' : 'already' })
    return
  }
  if (session.head.isAhead) return
  await replace(step.path, work)
  await session.note({ w: 'done', path: step.path, how })
}

/** How the part file came in this run; undefined if it did not, or has changed since. */
async function howItCame({ path }: Step, part: string, { came, tools }: FileWork): Promise<How | undefined> {
  const here = came.get(path)
  return here && here.key === (await fileStatAt(tools.disk, part))?.key ? here.how : undefined
}

/** Completes the part file, unless the file is right from an earlier run, or because the player repaired it. */
async function bring(step: WantedFile & { path: SafePath }, paths: FilePaths, work: FileWork): Promise<How> {
  const { disk } = work.tools
  const stands = await statsAt(disk, paths.target)
  const mayBeRight = stands?.isFile() && (step.size === null || stands.size === step.size)
  if (mayBeRight && (await isEqual(paths.target, step, work.tools))) return 'already'
  if (stands) await mustBeMovable(disk, paths.target, stands) // otherwise the file would be fetched in vain
  return obtain(step.path, step, paths, work)
}

async function obtain(path: SafePath, wanted: WantedFile, paths: FilePaths, work: FileWork): Promise<How> {
  const { tools, meter, session } = work
  if (await isWhole(paths.part, path, wanted, work)) return 'fetched'
  if (await copyFromHere(paths.part, path, wanted, work.finder, tools)) return 'copied'
  await download(
    {
      ...wanted,
      path,
      sources: work.sources(),
      alike: () => alikeFiles(tools.disk, paths.target, paths.folder, new Date(session.head.startedAt)),
      part: async () => (await work.folders.pathsFor(path)).part,
      meter,
    },
    tools,
  )
  return 'fetched'
}

/** True if the part file is the wanted file. Makes it durable. */
async function isWhole(part: string, path: SafePath, wanted: WantedFile, { tools, meter }: FileWork): Promise<boolean> {
  const { size } = (await statsAt(tools.disk, part)) ?? {}
  if (size === undefined || size !== (wanted.size ?? size)) return false
  const file = await PartFile.open(tools.disk, part)
  await file.sync().finally(() => file.close())
  meter.bytes(path, size, 0)
  meter.checking(path, true)
  try {
    return await isEqual(part, wanted, tools)
  } finally {
    meter.checking(path, false)
  }
}

/** Renames the part file to the file. The paths are resolved again, because folders may have changed during the download. */
async function replace(path: SafePath, work: FileWork): Promise<void> {
  const { session, folders, tools } = work
  const paths = await folders.pathsFor(path)
  const formerTo = (await statsAt(tools.disk, paths.target)) ? await session.reserveKept(path) : ''
  if (formerTo === '') await session.note({ w: 'add', path })
  await replaceFile(paths.part, paths.target, formerTo, tools)
}

async function setAside(path: SafePath, { session, tools }: FileWork): Promise<boolean> {
  const { target } = await pathsFor(session.gameDir, path)
  if (!(await statsAt(tools.disk, target))) {
    if (!(await session.isThere())) throw new Trouble({ kind: 'folder-gone' })
    return false
  }
  await moveEntry(target, await session.reserveKept(path), tools)
  return true
}

/** True if two paths are certainly different files. False if the disk has no file numbers. */
async function isOther(disk: Disk, a: string, b: string): Promise<boolean> {
  const [one, other] = [await fileIdAt(disk, a), await fileIdAt(disk, b)]
  return one !== undefined && other !== undefined && one !== other
}

/** Gives a file the listed spelling, but never replaces another file. @returns false if nothing had to be done */
async function giveSpelling(from: SafePath, path: SafePath, work: FileWork): Promise<boolean> {
  const { session, folders, tools } = work
  const { disk } = tools
  const old = await pathsFor(session.gameDir, from)
  const former = await statsAt(disk, old.target)
  if (!former) return false
  if (!former.isFile()) throw new Trouble({ kind: 'in-the-way' })
  const { target, folder } = await folders.pathsFor(path)
  if (await statsAt(disk, target)) {
    if (await isOther(disk, target, old.target)) throw new Trouble({ kind: 'in-the-way' })
    const names = await disk.readdir(folder)
    const isOneFolder = !(await isOther(disk, old.folder, folder))
    const hasBoth = basename(from) !== basename(path) && names.includes(basename(from)) // after a crash, one of them is an extra file
    if (names.includes(basename(path)) && isOneFolder && !hasBoth) return false
  }
  await session.note({ w: 'rename', path, from })
  await respell(old.target, target, () => session.reserveKept(from), tools)
  return true
}
