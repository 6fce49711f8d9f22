import type { Dirent, Stats } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { errnoOutcome, isInside, isMissing, plainFs } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'
import { type FileStat, fileStat } from '../file-stat.ts'

/** `outside`: a link that leads out of the mod's folder. `broken`: one that leads nowhere. `other`: a pipe, a socket, a device. */
export type DiskKind = 'file' | 'folder' | 'link' | 'outside' | 'broken' | 'other'

/** One thing on disk. Fields are present from the start, because later ones would cost memory for each of very many entries. */
export interface DiskEntry {
  folder: DiskFolder
  name: string
  kind: DiskKind
  /** Of a file, if stats were asked for and the disk tells. */
  stat: FileStat | undefined
  /** Whether the list that the disk is compared with names it, or it is a link on the way to what is named. */
  isListed: boolean
  /** Where a link leads, below the game folder. */
  to?: string
  /** Why a broken link is broken. */
  errno?: string
}

/** A folder as it is on disk. */
export interface DiskFolder {
  /** Below the game folder, forward slashes, as the disk spells it. */
  path: string
  /** Errno of a folder that cannot be listed. */
  error?: string
  /** Whether two names that differ by case are two files here. */
  caseSensitive: boolean
  entries: Map<string, DiskEntry>
}

/** What is on disk below a mod's folder. */
export interface DiskTree {
  /** Name of the mod's folder: as the disk spells it where case matters, else as the list does; undefined if there is none. */
  modFolder: string | undefined
  /** Whether two mod folders could differ by case only. */
  gameDirCaseSensitive: boolean
  /** By path below the game folder. */
  folders: Map<string, DiskFolder>
}

export const pathOf = ({ folder, name }: DiskEntry): string => `${folder.path}/${name}`

const swapCase = (name: string): string => {
  const upper = name.toUpperCase()
  return name === upper ? name.toLowerCase() : upper
}

/**
 * Asks the disk, by one name in other letters, whether case matters in this folder: it can differ from folder to folder.
 * @param names all names in the folder
 * @param known a name to ask by, absent the first that will do
 */
function isCaseSensitive(folder: string, names: readonly string[], known?: string): boolean {
  const fits = (name: string) => swapCase(name) !== name && !names.includes(swapCase(name))
  const name = known !== undefined && fits(known) ? known : names.find(fits)
  if (name === undefined) return true
  try {
    return plainFs.lstatSync(join(folder, swapCase(name)), { throwIfNoEntry: false }) === undefined
  } catch {
    return true
  }
}

/** Finds the mod's folder in the game folder: as spelled, else one that differs only by case. @throws an errno error */
function findModFolder(gameDir: string, name: string): Pick<DiskTree, 'modFolder' | 'gameDirCaseSensitive'> {
  const names = plainFs.readdirSync(gameDir)
  const key = foldKey(name)
  const modFolder = names.includes(name) ? name : names.find((one) => foldKey(one) === key)
  const gameDirCaseSensitive = modFolder === undefined || isCaseSensitive(gameDir, names, modFolder)
  return { modFolder: gameDirCaseSensitive ? modFolder : name, gameDirCaseSensitive }
}

function kindOf(entry: Dirent | Stats): DiskKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

/** The stat of a file; undefined for one that vanished or will not tell: it is opened later, and tells its own errno then. */
function statOf(path: string): FileStat | undefined {
  try {
    const stat = plainFs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat && fileStat(stat)
  } catch {
    return undefined
  }
}

function leadsInside(link: string, realRoot: string): boolean {
  try {
    return isInside(realRoot, resolve(dirname(link), plainFs.readlinkSync(link)))
  } catch {
    return true
  }
}

/**
 * Where a link in `folder` leads: below the mod's folder, outside of it, or nowhere. Windows tells every reparse point as a link;
 * one that leads to itself is a plain file or folder (kept by OneDrive, or deduplicated).
 */
function followLink(
  path: string,
  folder: string,
  realRoot: string,
  modFolder: string,
): Pick<DiskEntry, 'kind' | 'to' | 'errno'> {
  try {
    const real = plainFs.realpathSync.native(path)
    if (!isInside(realRoot, real)) return { kind: 'outside' }
    const below = relative(realRoot, real).replaceAll(sep, '/')
    const to = below === '' ? modFolder : `${modFolder}/${below}`
    if (to === `${folder}/${basename(path)}`) return { kind: kindOf(plainFs.statSync(path)) }
    return { kind: 'link', to }
  } catch (error) {
    const errno = errnoOutcome(error)
    if (!isMissing(errno)) return { kind: 'broken', errno }
    return { kind: leadsInside(path, realRoot) ? 'broken' : 'outside', errno }
  }
}

interface Scan {
  gameDir: string
  modFolder: string
  stats: boolean
  /** Of the mod's folder. */
  realRoot: string
  onStep: () => void
}

/** Lists one folder; a folder that cannot be listed tells why. */
function listFolder(path: string, { gameDir, modFolder, stats, realRoot, onStep }: Scan): DiskFolder {
  const folder: DiskFolder = { path, caseSensitive: true, entries: new Map() }
  const absolute = join(gameDir, path)
  try {
    const entries = plainFs.readdirSync(absolute, { withFileTypes: true })
    folder.caseSensitive = isCaseSensitive(
      absolute,
      entries.map(({ name }) => name),
    )
    for (const dirent of entries) {
      onStep()
      const { name } = dirent
      const entry: DiskEntry = { folder, name, kind: kindOf(dirent), stat: undefined, isListed: false }
      if (entry.kind === 'link') Object.assign(entry, followLink(join(absolute, name), path, realRoot, modFolder))
      if (entry.kind === 'file' && stats) entry.stat = statOf(join(absolute, name))
      folder.entries.set(name, entry)
    }
  } catch (error) {
    folder.error = errnoOutcome(error)
  }
  return folder
}

function realOf(path: string): string {
  try {
    return plainFs.realpathSync.native(path)
  } catch {
    return path // gone meanwhile
  }
}

/**
 * Lists everything below the mod's folder, without following links. It holds the thread: for worker threads and the command line.
 * @param stats whether files are stat'ed too
 * @param onStep called at every step: shows that a slow disk still answers
 * @throws an errno error when the game folder cannot be listed
 */
export function scanDisk(gameDir: string, name: string, stats: boolean, onStep = () => undefined as void): DiskTree {
  const tree: DiskTree = { ...findModFolder(gameDir, name), folders: new Map() }
  const { modFolder } = tree
  if (modFolder === undefined) return tree
  const realRoot = realOf(join(gameDir, modFolder))
  const left = [modFolder]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const folder = listFolder(path, { gameDir, modFolder, stats, realRoot, onStep })
    tree.folders.set(path, folder)
    for (const entry of folder.entries.values()) if (entry.kind === 'folder') left.push(pathOf(entry))
  }
  return tree
}
