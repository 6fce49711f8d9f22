import type { Stats } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import type { SafePath } from '../list/index.ts'
import { type Disk, errnoOf, whatIsAt } from './disk.ts'
import { download, type DownloadTools, type Wanted } from './download.ts'
import { digestOf, moveAside, putInPlace } from './keep.ts'
import { copyFromHere, type LocalFinder } from './local-copy.ts'
import type { Meter } from './meter.ts'
import type { Patience } from './persist.ts'
import { placeFor, type Place } from './place.ts'
import type { Session } from './session.ts'
import type { How, Step } from './session-shape.ts'
import { Trouble } from './trouble.ts'

/** What the work on one file needs. */
export interface FileWork {
  gameDir: string
  session: Session
  tools: DownloadTools
  patience: Patience
  finder: LocalFinder
  /** Where a file comes from; throws a Trouble where nothing can be fetched. */
  urlOf: (path: SafePath) => URL
  meter: Meter
  /** Milliseconds that a lane waited for the disk, and the bytes of it. */
  diskTime: (ms: number, bytes: number) => void
  signal: AbortSignal
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
  if (await isRight(work.tools.disk, place.target, step, work.signal)) {
    return session.note({ w: 'done', path: step.path, how: renamed ? 'renamed' : 'already', ...from })
  }
  const how = await obtain(step.path, step, place, work)
  const kept = await replace(step.path, work)
  await session.note({ w: 'done', path: step.path, how, added: !kept, ...from })
}

/** True where the file is what the list says already: an earlier run came that far, or the player put it right. */
async function isRight(disk: Disk, target: string, wanted: Wanted, signal: AbortSignal): Promise<boolean> {
  const stats = await whatIsAt(disk, target)
  if (!stats?.isFile() || (wanted.size !== null && stats.size !== wanted.size)) return false
  return digestOf(disk, target, wanted.algorithm, signal).then(
    (found) => found === wanted.hash,
    (error: unknown) => {
      if (errnoOf(error) === '') throw error
      return false // unreadable: a new one takes its place
    },
  )
}

/** What the source called the bytes of a part that an earlier run left. */
function validatorOf(session: Session, path: SafePath): string | undefined {
  const last = session.did.findLast((did) => did.w === 'part' && did.path === path)
  return last?.w === 'part' ? last.validator : undefined
}

async function obtain(path: SafePath, wanted: Wanted, place: Place, work: FileWork): Promise<How> {
  const { tools, meter, session, signal } = work
  if (await copyFromHere(tools.disk, place.part, path, wanted, work.finder, signal)) return 'copied'
  await download(
    {
      ...wanted,
      url: work.urlOf(path),
      part: place.part,
      validator: validatorOf(session, path),
      signal,
      learned: (validator) => void session.note({ w: 'part', path, validator }).catch(() => undefined),
      progress(bytes, came, diskMs) {
        meter.bytes(path, bytes, came)
        work.diskTime(diskMs, came)
      },
      retrying: (trouble) => meter.retrying(path, trouble.reason),
    },
    tools,
  )
  return 'fetched'
}

/** The part file takes its name; the place is asked for anew, since folders may have changed while it was fetched. */
async function replace(path: SafePath, work: FileWork): Promise<boolean> {
  const { disk } = work.tools
  const place = await placeFor(disk, work.gameDir, path, true)
  const keep = (await whatIsAt(disk, place.target)) ? await announceKeep(path, work) : ''
  return putInPlace(disk, place.part, place.target, keep, work.patience)
}

/** Names a free place in the quarantine, and writes it down before anything moves there. */
async function announceKeep(path: SafePath, { session }: FileWork): Promise<string> {
  const to = await session.placeToKeep(path)
  await session.note({ w: 'keep', path, to: relative(session.folder, to).split(sep).join('/') })
  return to
}

async function setAside(path: SafePath, work: FileWork): Promise<boolean> {
  const { disk } = work.tools
  const { target } = await placeFor(disk, work.gameDir, path, false)
  if (!(await whatIsAt(disk, target))) return false
  await moveAside(disk, target, await announceKeep(path, work), work.patience)
  return true
}

/** True for two looks at different things; where the disk numbers nothing, nobody can tell. */
const isOther = (a: Stats, b: Stats): boolean => a.ino !== b.ino || a.dev !== b.dev

/** Gives a file the listed spelling; never over another file. @returns false where nothing had to be done */
async function giveSpelling(from: SafePath, path: SafePath, work: FileWork): Promise<boolean> {
  const { disk } = work.tools
  const old = await placeFor(disk, work.gameDir, from, false)
  const former = await whatIsAt(disk, old.target)
  if (!former) return false
  if (!former.isFile()) throw new Trouble({ kind: 'in-the-way' })
  const { target, folder } = await placeFor(disk, work.gameDir, path, true)
  const there = await whatIsAt(disk, target)
  if (!there) {
    await moveAside(disk, old.target, target, work.patience)
    return true
  }
  if (isOther(there, former)) throw new Trouble({ kind: 'in-the-way' })
  const names = await disk.readdir(folder)
  if (names.includes(basename(path))) {
    const isOneFolder = !isOther(await disk.lstat(old.folder), await disk.lstat(folder))
    const hasBoth = basename(from) !== basename(path) && names.includes(basename(from))
    if (isOneFolder && !hasBoth) return false
    // a crash came between the new name and the end of the old one, which is an extra now
    await moveAside(disk, old.target, await announceKeep(from, work), work.patience)
    return true
  }
  // a disk that does not tell the two spellings apart: over the quarantine, so that a crash leaves it there
  const between = await announceKeep(path, work)
  await moveAside(disk, join(old.folder, basename(from)), between, work.patience)
  await moveAside(disk, between, target, work.patience)
  return true
}
