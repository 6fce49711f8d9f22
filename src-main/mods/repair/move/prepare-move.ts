import { join } from 'node:path'
import * as v from 'valibot'
import { Failure } from '../../../../src-preload/contract/failure.ts'
import { errnoOf, ifThere, isInside, isOneModPath, type Log, plainFs } from '../../../lib/index.ts'
import { orUnusable } from '../../files/index.ts'
import { foldKey, parseModFolder, STORE_FOLDER } from '../../list/index.ts'
import { MARGIN, statsAt, unless } from '../disk.ts'
import { type Goods, goodsIn, probe, refuse, sumOf } from './move-files.ts'
import type { RepairNeeds } from '../needs.ts'
import { isHollow, removeHollow } from '../replace.ts'
import { sessionsIn } from '../session.ts'

export interface ModsDirs {
  /** The game's folder; undefined until one is chosen. */
  readonly gameDir: string | undefined
  /** The mods' folder, if it is not the game's folder. */
  readonly modsDir: string | undefined
  /** Sets the mods' folder; undefined for the game's folder. One atomic write. @throws Failure `settings-not-saved` */
  use: (modsDir: string | undefined) => void
  /** True if another community's mods are in this folder too. */
  isShared: (dir: string) => boolean
  /** Returns a folder's real path. @throws Failure `mods-move-refused` if mods must not be in it */
  accept: (dir: string) => Promise<string>
}

export interface MoveNeeds extends Pick<
  RepairNeeds,
  'gameDir' | 'mods' | 'hold' | 'game' | 'changed' | 'dataDir' | 'disk' | 'digestOf'
> {
  dirs: ModsDirs
  stopAhead: () => Promise<void>
  /** Called when the new folder has become valid; again if the app ended meanwhile. */
  moved: (from: string, to: string) => Promise<void>
  log: Log
}

/** A move in progress. It is stored on the disk from before the first change until after the last one. */
export const Move = v.object({ from: v.string(), to: v.string(), keeps: v.boolean(), folders: v.array(v.string()) })
export type Move = v.InferOutput<typeof Move>

/** Checks that the mods can be moved to a folder. @throws Failure */
export async function prepareMove(needs: MoveNeeds, chosen: string): Promise<Move> {
  const { disk, dirs, mods } = needs
  const from = needs.gameDir()
  if (from === undefined) throw new Failure('game-dir-not-chosen', {})
  if (mods().length === 0) refuse(chosen, 'unlisted')
  const to = await dirs.accept(chosen)
  if (!isOneModPath(to)) refuse(to, 'name')
  const real = await ifThere(plainFs.promises.realpath(from)).catch(orUnusable(from))
  if (real !== undefined && isInside(real, to)) refuse(to, 'inside')
  const keeps = dirs.isShared(from)
  const folders = await foldersToMove(needs, from, keeps)
  await mustTake(needs, to, folders, await goodsIn(disk, from, folders))
  await unless(['EEXIST'], disk.mkdir(join(to, STORE_FOLDER)))
  return { from, to, keeps, folders }
}

/** The mods' folders, and the sessions with their former files. */
export async function foldersToMove({ disk, mods }: MoveNeeds, from: string, keeps: boolean): Promise<string[]> {
  const own = new Set(mods().flatMap(({ folder }) => (parseModFolder(folder).ok ? [folder] : [])))
  const folders: string[] = []
  for (const folder of own) if (await statsAt(disk, join(from, folder))) folders.push(folder)
  // Includes sessions of mods that are no longer listed. Otherwise their files could not be restored after the move.
  if (!keeps) for await (const { head } of sessionsIn(disk, from)) folders.push(`${STORE_FOLDER}/${head.id}`)
  return folders
}

/** @throws Failure if the new folder cannot take everything */
async function mustTake({ disk }: MoveNeeds, to: string, folders: readonly string[], goods: Goods): Promise<void> {
  const wanted = new Set(folders.map(foldKey))
  for (const name of await disk.readdir(to)) {
    if (!wanted.has(foldKey(name))) continue
    const at = join(to, name)
    if (!(await statsAt(disk, at))?.isDirectory() || !(await isHollow(disk, at))) refuse(to, 'taken', name)
    await removeHollow(disk, at)
  }
  await probe(disk, to, goods).catch((error: unknown) =>
    refuse(to, errnoOf(error) === 'EFBIG' ? 'large' : 'unwritable'),
  )
  const { bavail, bsize } = await disk.statfs(to)
  const [neededBytes, freeBytes] = [sumOf(goods) + MARGIN, bavail * bsize]
  if (freeBytes < neededBytes) throw new Failure('repair-disk-full', { neededBytes, freeBytes })
}
