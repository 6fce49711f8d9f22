import type { Stats } from 'node:fs'
import { basename, join } from 'node:path'
import type { SafePath } from '../list/index.ts'
import { type Place, placeFor, statsAt } from './disk.ts'
import { download, type DownloadTools, type Wanted } from './download.ts'
import { copyFromHere, isEqual, type LocalFinder } from './local-copy.ts'
import type { Meter } from './meter.ts'
import { moveFile, replaceFile } from './replace.ts'
import type { How, RepairSession, Step } from './session.ts'
import { Trouble } from './trouble.ts'

/** What the work on one file needs. */
export interface FileWork {
  gameDir: string
  session: RepairSession
  tools: DownloadTools
  finder: LocalFinder
  /** What the source called the bytes of the parts that an earlier run left, by path. */
  validators: ReadonlyMap<string, string | undefined>
  /** Where a file comes from; throws a Trouble where nothing can be fetched. */
  urlOf: (path: SafePath) => URL
  meter: Meter
  /** Milliseconds that a file waited for the disk, and the bytes written meanwhile. */
  diskTime: (ms: number, bytes: number) => void
}

/** Does one step; every step may be begun again after any crash. @throws Trouble */
export async function repairFile(step: Step, work: FileWork): Promise<void> {
  const { session } = work
  if (step.do === 'set-aside') {
    const aside = await setAside(step.path, work)
    return session.note({ w: 'done', path: step.path, how: aside ? 'set-aside' : 'already' })
  }
  const renamed = step.do === 'rename' && (await giveSpelling(step.from, step.path, work))
  const from = renamed && step.do === 'rename' ? { from: step.from } : {}
  const place = await placeFor(work.tools.disk, work.gameDir, step.path, true)
  if (await isRight(place.target, step, work)) {
    return session.note({ w: 'done', path: step.path, how: renamed ? 'renamed' : 'already', ...from })
  }
  const how = await obtain(step.path, step, place, work)
  await work.tools.gate.pass(work.tools.signal) // a game that was started meanwhile may have the file open
  const kept = await replace(step.path, work)
  await session.note({ w: 'done', path: step.path, how, added: !kept, ...from })
}

/** True where the file is what the list says already: an earlier run came that far, or the player put it right. */
async function isRight(target: string, wanted: Wanted, { tools }: FileWork): Promise<boolean> {
  const stats = await statsAt(tools.disk, target)
  if (!stats?.isFile() || (wanted.size !== null && stats.size !== wanted.size)) return false
  return isEqual(target, wanted, tools)
}

async function obtain(path: SafePath, wanted: Wanted, place: Place, work: FileWork): Promise<How> {
  const { tools, meter, session } = work
  if (await copyFromHere(place.part, path, wanted, work.finder, tools)) return 'copied'
  await download(
    {
      ...wanted,
      url: work.urlOf(path),
      part: async () => (await placeFor(tools.disk, work.gameDir, path, true)).part,
      validator: work.validators.get(path),
      onValidator: (validator) => void session.note({ w: 'part', path, validator }).catch(() => undefined),
      progress(bytes, came, diskMs) {
        meter.bytes(path, bytes, came)
        work.diskTime(diskMs, came)
      },
      checking: (isChecking) => meter.checking(path, isChecking),
      retrying: (trouble) => meter.retrying(path, trouble.reason),
    },
    tools,
  )
  return 'fetched'
}

/** Gives the part file its name. The place is looked up again: folders may have changed while the file was fetched. */
async function replace(path: SafePath, { gameDir, session, tools }: FileWork): Promise<boolean> {
  const place = await placeFor(tools.disk, gameDir, path, true)
  const formerTo = (await statsAt(tools.disk, place.target)) ? await session.reserveKept(path) : ''
  return replaceFile(place.part, place.target, formerTo, tools)
}

async function setAside(path: SafePath, { gameDir, session, tools }: FileWork): Promise<boolean> {
  const { target } = await placeFor(tools.disk, gameDir, path, false)
  if (!(await statsAt(tools.disk, target))) return false
  await moveFile(target, await session.reserveKept(path), tools)
  return true
}

/** True for two looks at different things; where the disk numbers nothing, nobody can tell. */
const isOther = (a: Stats, b: Stats): boolean => a.ino !== b.ino || a.dev !== b.dev

/** Gives a file the listed spelling; never over another file. @returns false where nothing had to be done */
async function giveSpelling(from: SafePath, path: SafePath, { gameDir, session, tools }: FileWork): Promise<boolean> {
  const { disk } = tools
  const old = await placeFor(disk, gameDir, from, false)
  const former = await statsAt(disk, old.target)
  if (!former) return false
  if (!former.isFile()) throw new Trouble({ kind: 'in-the-way' })
  const { target, folder } = await placeFor(disk, gameDir, path, true)
  const there = await statsAt(disk, target)
  if (!there) {
    await moveFile(old.target, target, tools)
    return true
  }
  if (isOther(there, former)) throw new Trouble({ kind: 'in-the-way' })
  const names = await disk.readdir(folder)
  if (names.includes(basename(path))) {
    const isOneFolder = !isOther(await disk.lstat(old.folder), await disk.lstat(folder))
    const hasBoth = basename(from) !== basename(path) && names.includes(basename(from))
    if (isOneFolder && !hasBoth) return false
    // a crash came between the new name and the end of the old one, which is an extra now
    await moveFile(old.target, await session.reserveKept(from), tools)
    return true
  }
  // a disk that does not tell the two spellings apart: over the quarantine, so that a crash leaves it there
  const between = await session.reserveKept(path)
  await moveFile(join(old.folder, basename(from)), between, tools)
  await moveFile(between, target, tools)
  return true
}
