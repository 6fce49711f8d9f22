import { dirname, relative, sep } from 'node:path'
import type { SafePath } from '../list/index.ts'
import { type Disk, errnoOf, whatIsAt } from './disk.ts'
import { copyChecked, moveAside, putInPlace, sameFile } from './keep.ts'
import type { Patience } from './persist.ts'
import { placeFor } from './place.ts'
import { dropEmptyFolders, keptFiles, openDeeds, type KeptFile } from './quarantine.ts'
import { beginSession, openSession, type Session } from './session.ts'
import type { Did } from './session-shape.ts'

export interface UndoWork {
  disk: Disk
  gameDir: string
  patience: Patience
  now: Date
}

interface Undoing extends UndoWork {
  of: Session
  own: Session
}

/**
 * Brings back what a session changed, all of it or the given paths. What stands in the way goes to the quarantine of
 * the undo itself, which can be undone in turn: nothing is lost either way.
 * @returns how many files were brought back, or `undefined` where there is no such session
 * @throws Trouble when a file cannot be moved; those before it are back
 */
export async function undo(
  sessionId: string,
  paths: readonly string[] | null,
  work: UndoWork,
): Promise<number | undefined> {
  const of = await openSession(work.disk, work.gameDir, sessionId)
  if (!of) return undefined
  const chosen = paths && new Set(paths)
  const wanted = (path: string) => !chosen || chosen.has(path)
  const kept = firstVersions(await keptFiles(work.disk, work.gameDir, sessionId)).filter(({ path }) => wanted(path))
  const deeds = openDeeds(of.did).filter(({ path }) => wanted(path))
  if (kept.length + deeds.length === 0) {
    await of.close()
    return 0
  }
  const { modId, modName, modFolder, listVersion } = of.head
  const head = { kind: 'undo' as const, of: sessionId, modId, modName, modFolder, listVersion, steps: [] }
  const own = await beginSession(work.disk, work.gameDir, head, work.now)
  const undoing: Undoing = { ...work, of, own }
  try {
    const former = new Map(kept.map((file) => [file.path, file]))
    const open = new Map(deeds.map((deed) => [deed.path, deed]))
    const putBackOnce = async (path: SafePath, isAll = true) => {
      const file = former.get(path)
      if (file && former.delete(path)) await putBack(file, undoing, isAll)
    }
    // backwards, so that names and contents come apart in the order in which they came together
    for (const { path } of of.did.filter((did) => did.w === 'done').toReversed()) {
      const deed = open.get(path)
      open.delete(path)
      if (deed?.added) await takeAway(path, undoing)
      await putBackOnce(path, deed?.from === undefined)
      if (deed?.from) await renameBack(deed, deed.from, undoing)
    }
    for (const path of [...former.keys()]) await putBackOnce(path)
    await own.note({ w: 'end', how: 'finished' })
  } finally {
    await of.close()
    await own.close()
  }
  return kept.length + deeds.length
}

/** The oldest version of each path is what was there before the session. */
function firstVersions(kept: KeptFile[]): KeptFile[] {
  const first = new Map<string, KeptFile>()
  for (const file of kept) if (!first.has(file.path)) first.set(file.path, file)
  return [...first.values()]
}

async function announceKeep(path: SafePath, own: Session): Promise<string> {
  const to = await own.placeToKeep(path)
  await own.note({ w: 'keep', path, to: relative(own.folder, to).split(sep).join('/') })
  return to
}

async function takeAway(path: SafePath, { disk, gameDir, patience, of, own }: Undoing): Promise<void> {
  const { target } = await placeFor(disk, gameDir, path, false)
  if (await whatIsAt(disk, target)) await moveAside(disk, target, await announceKeep(path, own), patience)
  await of.note({ w: 'undone', path })
}

async function renameBack(deed: Did & { w: 'done' }, from: SafePath, work: Undoing): Promise<void> {
  const { disk, gameDir, patience, of, own } = work
  const now = await placeFor(disk, gameDir, deed.path, false)
  const before = await placeFor(disk, gameDir, from, true)
  const [there, former] = [await whatIsAt(disk, now.target), await whatIsAt(disk, before.target)]
  const renamed = () => own.note({ w: 'done', path: from, how: 'renamed', from: deed.path })
  if (there && !former) {
    await moveAside(disk, now.target, before.target, patience)
    await renamed()
  } else if (sameFile(there, former)) {
    // a crash between the new name and the old one's end, or a disk that does not tell the two spellings apart
    const between = await announceKeep(deed.path, own)
    await moveAside(disk, now.target, between, patience)
    if (!(await whatIsAt(disk, before.target))) await moveAside(disk, between, before.target, patience)
    await renamed()
  }
  await of.note({ w: 'undone', path: deed.path })
}

/** `isAll`: with the former content all is taken back; else the name is still to come, and a crash before it must not hide that. */
async function putBack({ path, at }: KeptFile, work: Undoing, isAll: boolean): Promise<void> {
  const { disk, gameDir, patience, of, own } = work
  const { target, part } = await placeFor(disk, gameDir, path, true)
  const stands = await whatIsAt(disk, target)
  const keep = stands ? await announceKeep(path, own) : ''
  try {
    await putInPlace(disk, at, target, keep, patience)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    await copyChecked(disk, at, part, patience) // the mod lies on another disk than the quarantine
    await putInPlace(disk, part, target, stands ? await announceKeep(path, own) : '', patience)
    await disk.unlink(at)
  }
  await own.note({ w: 'done', path, how: 'put-back', added: !stands })
  if (isAll) await of.note({ w: 'undone', path })
  await dropEmptyFolders(dirname(at), of.folder)
}
