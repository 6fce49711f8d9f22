import { dirname } from 'node:path'
import type { SafePath } from '../list/index.ts'
import { errnoOf, placeFor, statsAt } from './disk.ts'
import { keptFiles, type KeptFile, removeEmptyFolders, reversibleSteps } from './quarantine.ts'
import { copyChecked, type FileTools, moveFile, replaceFile, sameFile } from './replace.ts'
import { beginRepairSession, type DoneEntry, openRepairSession, type RepairSession } from './session.ts'

export interface UndoWork {
  gameDir: string
  tools: FileTools
  now: Date
}

interface Undoing extends UndoWork {
  /** The session that is undone. */
  of: RepairSession
  /** The undo's own session. */
  own: RepairSession
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
  const { gameDir, now, tools } = work
  const { disk } = tools
  const of = await openRepairSession(disk, gameDir, sessionId)
  if (!of) return undefined
  const chosen = paths && new Set(paths)
  const wanted = (path: string) => !chosen || chosen.has(path)
  const kept = firstVersions(await keptFiles(disk, gameDir, of.head)).filter(({ path }) => wanted(path))
  const steps = reversibleSteps(of.journal).filter(({ path }) => wanted(path))
  if (kept.length + steps.length === 0) {
    await of.close()
    return 0
  }
  const { modId, modName, modFolder, listVersion } = of.head
  const head = { kind: 'undo' as const, of: sessionId, modId, modName, modFolder, listVersion, steps: [] }
  const own = await beginRepairSession(disk, gameDir, head, now)
  const undoing: Undoing = { ...work, of, own }
  try {
    const former = new Map(kept.map((file) => [file.path, file]))
    const open = new Map(steps.map((step) => [step.path, step]))
    const putBackOnce = async (path: SafePath, isAll = true) => {
      const file = former.get(path)
      if (file && former.delete(path)) await putBack(file, undoing, isAll)
    }
    // backwards, so that names and contents come apart in the order in which they came together
    for (const { path } of of.journal.filter((entry) => entry.w === 'done').toReversed()) {
      const step = open.get(path)
      open.delete(path)
      if (step?.added) await takeAway(path, undoing)
      await putBackOnce(path, step?.from === undefined)
      if (step?.from) await renameBack(step, step.from, undoing)
    }
    for (const path of [...former.keys()]) await putBackOnce(path)
    await own.note({ w: 'end', how: 'finished' })
  } finally {
    await of.close()
    await own.close()
  }
  return kept.length + steps.length
}

/** The oldest version of each path is what was there before the session. */
function firstVersions(kept: KeptFile[]): KeptFile[] {
  const first = new Map<string, KeptFile>()
  for (const file of kept) if (!first.has(file.path)) first.set(file.path, file)
  return [...first.values()]
}

async function takeAway(path: SafePath, { gameDir, tools, of, own }: Undoing): Promise<void> {
  const { target } = await placeFor(tools.disk, gameDir, path, false)
  if (await statsAt(tools.disk, target)) await moveFile(target, await own.reserveKept(path), tools)
  await of.note({ w: 'undone', path })
}

async function renameBack(step: DoneEntry, from: SafePath, { gameDir, tools, of, own }: Undoing): Promise<void> {
  const { disk } = tools
  const now = await placeFor(disk, gameDir, step.path, false)
  const before = await placeFor(disk, gameDir, from, true)
  const [there, former] = [await statsAt(disk, now.target), await statsAt(disk, before.target)]
  const renamed = () => own.note({ w: 'done', path: from, how: 'renamed', from: step.path })
  if (there && !former) {
    await moveFile(now.target, before.target, tools)
    await renamed()
  } else if (sameFile(there, former)) {
    // a crash between the new name and the old one's end, or a disk that does not tell the two spellings apart
    const between = await own.reserveKept(step.path)
    await moveFile(now.target, between, tools)
    if (!(await statsAt(disk, before.target))) await moveFile(between, before.target, tools)
    await renamed()
  }
  await of.note({ w: 'undone', path: step.path })
}

/** `isAll`: nothing else of the path is to be reversed. Otherwise its name follows, and until then the path does not count as undone. */
async function putBack({ path, at }: KeptFile, work: Undoing, isAll: boolean): Promise<void> {
  const { gameDir, tools, of, own } = work
  const { disk } = tools
  const { target, part } = await placeFor(disk, gameDir, path, true)
  const stands = await statsAt(disk, target)
  const reserve = () => (stands ? own.reserveKept(path) : '')
  const formerTo = await reserve()
  try {
    await replaceFile(at, target, formerTo, tools)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    await copyChecked(at, part, tools) // the mod lies on another disk than the quarantine
    await replaceFile(part, target, await reserve(), tools)
    await disk.unlink(at)
  }
  await own.note({ w: 'done', path, how: 'put-back', added: !stands })
  if (isAll) await of.note({ w: 'undone', path })
  await removeEmptyFolders(dirname(at), of.folder)
}
