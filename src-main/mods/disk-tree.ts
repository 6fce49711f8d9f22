import { readdir } from 'node:fs/promises'
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
  /** All names, {@link SEPARATOR} between them. */
  allNames: string
  /** Its listing's fingerprint; empty if the scan did not ask for stats. */
  print: string
  /** Made at first need, as `places` are. */
  readonly names: readonly string[]
  /** {@link Kind} by place. */
  kinds: Uint8Array
  /** By place {@link STAT_WORDS} words; empty if the scan has no stats. */
  stats: Int32Array
  /** Where a link leads (below the game folder), or the errno of a broken one. */
  notes: Record<number, string>
  readonly places: ReadonlyMap<string, number>
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
/** The stat of a file, if the scan has it. */
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

type Listing = Omit<DiskFolder, 'names' | 'places'>

/** A quick check of an unchanged mod looks up no name in most folders. */
function createFolder(listing: Listing): DiskFolder {
  let names: string[] | undefined
  let places: Map<string, number> | undefined
  return {
    ...listing,
    get names() {
      return (names ??= listing.kinds.length === 0 ? [] : listing.allNames.split(SEPARATOR))
    },
    get places() {
      return (places ??= new Map(this.names.map((name, place) => [name, place])))
    },
  }
}

const emptyFolder = (path: string, error: string): DiskFolder =>
  createFolder({
    ...{ path, error, caseSensitive: true, allNames: '', print: '', kinds: new Uint8Array() },
    ...{ stats: new Int32Array(), notes: {} },
  })

function addFolder(tree: DiskTree, modFolder: string, folder: ScannedFolder): void {
  const path = folder.path === '' ? modFolder : `${modFolder}/${folder.path}`
  const { error, caseSensitive, kinds, stats, print, names: allNames } = folder
  const notes: Record<number, string> = {}
  for (const [place, said] of Object.entries(folder.notes)) {
    const below = said === '' ? modFolder : `${modFolder}/${said}`
    notes[Number(place)] = kinds[Number(place)] === Kind.link ? below : said
  }
  const listing = { path, error, caseSensitive, allNames, print, kinds, stats: wordsOf(stats), notes }
  tree.folders.set(path, createFolder(listing))
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

/** Into so many portions for each worker what is left to list is dealt. */
const PORTIONS = 4
/** Entries that a worker lists before it hands back what is left: enough to keep it busy while this thread reads the list. */
const ENOUGH = 4_000

async function scanAll(
  pool: Pool,
  tree: DiskTree,
  gameDir: string,
  modFolder: string,
  { stats, onShared }: ScanOptions,
): Promise<void> {
  const root = join(gameDir, modFolder)
  const breathe = breather()
  const walk = async (folders: string[], enough = ENOUGH): Promise<void> => {
    const reply = await scanOnce(pool, { kind: 'scan', root, folders, stats, enough })
    // several to each, so that none waits for this thread while it is busy with the list
    const share = Math.ceil(reply.rest.length / (pool.size * PORTIONS))
    const walks: Promise<void>[] = []
    for (let at = 0; at < reply.rest.length; at += share) walks.push(walk(reply.rest.slice(at, at + share)))
    const below = Promise.all(walks)
    onShared?.()
    below.catch(() => undefined) // it may fail while the folders are taken in, before anybody waits for it
    for (const folder of reply.folders) {
      addFolder(tree, modFolder, folder)
      await breathe()
    }
    await below
  }
  await walk([''], 1) // the mod's folder alone, so that all workers have something to do soon
}

export interface ScanOptions {
  /** A quick check needs all of them, and one that goes on after a break. */
  stats: boolean
  /** Hears when the workers have their share of the mod's folder. */
  onShared?: () => void
}

/**
 * Lists everything below the mod's folder, without following links.
 * @throws an errno error when the game folder cannot be listed, `WorkerCrash`
 */
export async function scanDisk(pool: Pool, gameDir: string, name: string, options: ScanOptions): Promise<DiskTree> {
  const tree: DiskTree = { ...(await findModFolder(gameDir, name)), folders: new Map() }
  if (tree.modFolder === undefined) return tree
  try {
    await scanAll(pool, tree, gameDir, tree.modFolder, options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    tree.folders.set(tree.modFolder, emptyFolder(tree.modFolder, code))
  }
  return tree
}
