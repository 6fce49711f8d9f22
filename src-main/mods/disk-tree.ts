import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { breather } from './breathe.ts'
import { isCaseSensitive } from './case-probe.ts'
import { foldKey } from './fold.ts'
import { WorkerCrash, type Pool } from './pool.ts'
import { STAT_WORDS, wordsOf, type StatPlace } from './stat-words.ts'
import { Kind, SEPARATOR, type ScanBatch, type ScannedFolder, type ScanReply } from './worker/protocol.ts'

/** A folder as it is on disk. What is in it goes by its place. */
export interface DiskFolder {
  /** Below the game folder, forward slashes, as the disk spells it. */
  path: string
  /** Errno of a folder that cannot be listed. */
  error: string | undefined
  /** Whether two names that differ by case are two files here. */
  caseSensitive: boolean
  names: string[]
  /** {@link Kind} by place. */
  kinds: Uint8Array
  /** By place {@link STAT_WORDS} words; empty if the scan did not ask for stats. */
  stats: Int32Array
  /** Where a link leads (below the game folder), or the errno of a broken one. */
  notes: Record<number, string>
  places: Map<string, number>
}

/** One thing on disk. */
export interface DiskEntry {
  folder: DiskFolder
  place: number
}

/** What is on disk below a mod's folder. */
export interface DiskTree {
  /** Name of the mod's folder as the disk spells it; undefined if there is none. */
  modFolder: string | undefined
  /** Whether two mod folders could differ by case only. */
  gameDirCaseSensitive: boolean
  /** By path below the game folder. */
  folders: Map<string, DiskFolder>
}

export const pathOf = ({ folder, place }: DiskEntry): string => `${folder.path}/${folder.names[place] ?? ''}`
export const kindOf = ({ folder, place }: DiskEntry): number => folder.kinds[place] ?? Kind.other
/** The stat of a file, if the scan asked for it. */
export const statOf = ({ folder, place }: DiskEntry): StatPlace | undefined =>
  folder.stats.length > 0 ? { words: folder.stats, at: place * STAT_WORDS } : undefined

/** Finds the mod's folder in the game folder: as spelled, else one that differs only by case. */
async function findModFolder(
  gameDir: string,
  name: string,
): Promise<Pick<DiskTree, 'modFolder' | 'gameDirCaseSensitive'>> {
  const names = await readdir(gameDir)
  const key = foldKey(name)
  const modFolder = names.includes(name) ? name : names.find((one) => foldKey(one) === key)
  return { modFolder, gameDirCaseSensitive: modFolder === undefined || isCaseSensitive(gameDir, names, modFolder) }
}

const emptyFolder = (path: string, error: string): DiskFolder => ({
  ...{ path, error, caseSensitive: true, names: [], kinds: new Uint8Array(), stats: new Int32Array() },
  ...{ notes: {}, places: new Map<string, number>() },
})

function addFolder(tree: DiskTree, modFolder: string, folder: ScannedFolder): void {
  const path = folder.path === '' ? modFolder : `${modFolder}/${folder.path}`
  const { error, caseSensitive, kinds, stats } = folder
  const names = kinds.length === 0 ? [] : folder.names.split(SEPARATOR)
  const places = new Map<string, number>()
  for (let place = 0; place < names.length; place++) places.set(names[place] ?? '', place)
  const notes: Record<number, string> = {}
  for (const [place, said] of Object.entries(folder.notes)) {
    const below = said === '' ? modFolder : `${modFolder}/${said}`
    notes[Number(place)] = kinds[Number(place)] === Kind.link ? below : said
  }
  tree.folders.set(path, { path, error, caseSensitive, names, kinds, stats: wordsOf(stats), notes, places })
}

/** A worker that dies while it lists folders gets one more chance. */
async function scanOnce(pool: Pool, batch: ScanBatch): Promise<ScanReply> {
  try {
    return await pool.scan(batch)
  } catch (error) {
    if (error instanceof WorkerCrash && error.at !== null) return pool.scan(batch)
    throw error
  }
}

async function scanAll(pool: Pool, tree: DiskTree, gameDir: string, modFolder: string, stats: boolean): Promise<void> {
  const root = join(gameDir, modFolder)
  const realRoot = await realpath(root)
  const breathe = breather()
  const walk = async (folders: string[]): Promise<void> => {
    const reply = await scanOnce(pool, { kind: 'scan', root, realRoot, folders, stats })
    const share = Math.ceil(reply.rest.length / pool.size)
    const walks: Promise<void>[] = []
    for (let at = 0; at < reply.rest.length; at += share) walks.push(walk(reply.rest.slice(at, at + share)))
    const below = Promise.all(walks)
    below.catch(() => undefined) // it may fail while the folders are taken in, before anybody waits for it
    for (const folder of reply.folders) {
      addFolder(tree, modFolder, folder)
      await breathe()
    }
    await below
  }
  await walk([''])
}

/**
 * Lists everything below the mod's folder, without following links.
 * @param stats whether files are stat'ed (a quick check, or one that goes on after a break)
 * @throws an errno error when the game folder cannot be listed, `WorkerCrash`
 */
export async function scanDisk(pool: Pool, gameDir: string, name: string, stats: boolean): Promise<DiskTree> {
  const tree: DiskTree = { ...(await findModFolder(gameDir, name)), folders: new Map() }
  if (tree.modFolder === undefined) return tree
  try {
    await scanAll(pool, tree, gameDir, tree.modFolder, stats)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    tree.folders.set(tree.modFolder, emptyFolder(tree.modFolder, code))
  }
  return tree
}
