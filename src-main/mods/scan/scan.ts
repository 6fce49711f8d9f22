import type { Dirent, Stats } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { errnoOutcome, isInside, isMissing, plainFs } from '../../lib/index.ts'
import { foldKey, STORE_FOLDER } from '../list/index.ts'
import { type FileStat, fileStat } from '../files/index.ts'

/** `outside`: a link that leads out of the mod's folder. `broken`: one that leads nowhere. `other`: a pipe, a socket, a device. */
export type DiskKind = 'file' | 'folder' | 'link' | 'outside' | 'broken' | 'other'

/**
 * One entry on disk. All frequent fields are set from the start, because adding them later would cost memory for each of very many entries.
 */
export interface DiskEntry {
  folder: DiskFolder
  name: string
  kind: DiskKind
  /** Undefined for a folder, and if the disk does not give it. */
  stat: FileStat | undefined
  /** True if the list contains it, or if it is a link on the way to a listed file. */
  isListed: boolean
  /** The target of a link, as a path below the game folder. */
  to?: string
  /** Why a broken link is broken. */
  errno?: string
}

export interface DiskFolder {
  /** Path below the game folder, with forward slashes and the disk's spelling. */
  path: string
  /** Errno of a folder that cannot be listed. */
  errno?: string
  /** True if two names that differ only in case are two files here. */
  caseSensitive: boolean
  entries: Map<string, DiskEntry>
}

/** What is on disk below a mod's folder. */
export interface DiskTree {
  /** The name of the mod's folder: with the disk's spelling if case matters, else with the list's. Undefined if there is none. */
  modFolder: string | undefined
  /** True if two mod folders can differ only in case. */
  gameDirCaseSensitive: boolean
  /** By their paths below the game folder. */
  folders: Map<string, DiskFolder>
}

export const pathOf = ({ folder, name }: DiskEntry): string => `${folder.path}/${name}`

const swapCase = (name: string): string => {
  const upper = name.toUpperCase()
  return name === upper ? name.toLowerCase() : upper
}

/**
 * Finds out whether case matters in this folder, by looking up one of its names in the other case. It can differ from folder to folder.
 * @param names all names in the folder
 * @param known the name to use if possible; else the first suitable one is used
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

/**
 * Finds the mod's folder in the game folder: with the given spelling, or else with one that differs only in case. @throws an errno error
 */
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

/** The stat of an entry; undefined if it is gone or cannot be read. A file's error appears when it is opened later. */
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
 * Where a link in `folder` leads: below the mod's folder, outside of it, or nowhere. Windows reports every reparse point as a link. If it
 * leads to itself, it is a plain file or folder (from OneDrive, or deduplicated).
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

/**
 * Fails with an errno error if the folder with the mods is gone or cannot be listed. `isMoved`: the mods were moved into a folder of their own.
 * If its disk is not connected, an empty folder may be in its place, which must not be taken for the mods' folder.
 */
export function mustBeThere(gameDir: string, isMoved = false): void {
  // not opendir, which on Windows keeps others from renaming or removing the folder meanwhile
  const names = plainFs.readdirSync(gameDir)
  if (isMoved && !names.some((name) => name.startsWith('@'))) plainFs.lstatSync(join(gameDir, STORE_FOLDER))
}

interface Scan {
  gameDir: string
  modFolder: string
  /** The real path of the mod's folder. */
  realRoot: string
  onStep: () => void
}

/** Lists one folder. If that fails, its `errno` is set. */
function listFolder(path: string, { gameDir, modFolder, realRoot, onStep }: Scan): DiskFolder {
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
      if (entry.kind !== 'folder') entry.stat = statOf(join(absolute, name))
      folder.entries.set(name, entry)
    }
  } catch (error) {
    folder.errno = errnoOutcome(error)
  }
  return folder
}

function realOf(path: string): string {
  try {
    return plainFs.realpathSync.native(path)
  } catch {
    return path // it was removed during the scan
  }
}

/**
 * Lists everything below the mod's folder, without following links. It blocks its thread, so it is for worker threads.
 * @param onStep called at every step, to show that a slow disk still answers
 * @throws an errno error if the game folder cannot be listed
 */
export function scanDisk(gameDir: string, name: string, onStep: () => void): DiskTree {
  const tree: DiskTree = { ...findModFolder(gameDir, name), folders: new Map() }
  const { modFolder } = tree
  if (modFolder === undefined) return tree
  const realRoot = realOf(join(gameDir, modFolder))
  const left = [modFolder]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const folder = listFolder(path, { gameDir, modFolder, realRoot, onStep })
    tree.folders.set(path, folder)
    for (const entry of folder.entries.values()) if (entry.kind === 'folder') left.push(pathOf(entry))
  }
  return tree
}
