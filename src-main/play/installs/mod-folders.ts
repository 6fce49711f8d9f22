import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundMod } from '../../../src-preload/contract/play.ts'
import { errnoOf, isMissing } from '../../lib/index.ts'
import { isFolderName } from '../launch/server-fields.ts'

const MOST = 500
/** Where the game's launcher keeps links to the player's workshop subscriptions. */
const WORKSHOP = '!Workshop'

/** The names in a folder: null if it cannot be read, empty if it does not exist. */
const listOf = (folder: string): Promise<string[] | null> =>
  readdir(folder).catch((error: unknown) => (isMissing(errnoOf(error)) ? [] : null))

const namesIn = async (folder: string) => (await listOf(folder)) ?? []
const folderOf = (dir: string, name: string) => join(dir, ...name.split('\\'))

interface PlacedMod {
  /** The folder that contains it, one of those searched. */
  dir: string
  /** The names in its `addons`; null if it cannot be read. */
  files: readonly string[] | null
}

/** Finds a mod in the first folder that has it. The game loads `addons` in upper and lower case. */
async function placeIn(dirs: readonly string[], name: string): Promise<PlacedMod | undefined> {
  for (const dir of dirs) {
    const inside = await listOf(folderOf(dir, name))
    if (inside === null) return { dir, files: null }
    const addons = inside.find((one) => one.toLowerCase() === 'addons')
    if (addons !== undefined) return { dir, files: await readdir(join(folderOf(dir, name), addons)).catch(() => null) }
  }
  return undefined
}

/** The names in `dirs` and in their workshop folders, as on the game's command line. */
async function allNamesIn(dirs: readonly string[]): Promise<string[]> {
  const own = await Promise.all(dirs.map(namesIn))
  const workshop = await Promise.all(dirs.map((dir) => namesIn(join(dir, WORKSHOP))))
  return [...own.flat(), ...workshop.flat().map((name) => `${WORKSHOP}\\${name}`)]
}

/** A mod's name to compare. The game ignores upper and lower case on every system. */
const plain = (name: string) => name.replace('/', '\\').toLowerCase()

/** Those of a server's mod folders that are in none of `dirs`. */
export async function absentFolders(folders: readonly string[], dirs: readonly string[]): Promise<string[]> {
  const known = new Set((await allNamesIn(dirs)).map(plain))
  return folders.filter((folder) => !known.has(plain(folder)))
}

/** The first of `dirs` that has a mod of this name, and the mod's folder as it is spelled there, absolute. */
export async function modPathOf(
  name: string,
  dirs: readonly string[],
): Promise<{ dir: string; path: string } | undefined> {
  for (const dir of dirs)
    for (const spelled of (await allNamesIn([dir])).filter((one) => plain(one) === plain(name)))
      if (await placeIn([dir], spelled)) return { dir, path: folderOf(dir, spelled) }
  return undefined
}

/** The mod folders in `dirs`, named as on the game's command line. Leaves out names that are not safe there. */
export async function findModFolders(dirs: readonly string[]): Promise<FoundMod[]> {
  const names = (await allNamesIn(dirs)).filter((name) => /^(?:!Workshop\\)?@/.test(name) && isFolderName(name))
  const found = await Promise.all(
    [...new Set(names)].slice(0, MOST).map(async (name) => {
      const placed = await placeIn(dirs, name)
      return placed ? [{ name, isReadable: placed.files !== null }] : []
    }),
  )
  return found.flat().sort((a, b) => a.name.localeCompare(b.name))
}

/** The player's own mods that a server does not allow, or that cannot be judged. */
export interface OwnModsJudged {
  /** Mods with a package that none of the keys has signed. */
  kicked: string[]
  /** Mods whose packages cannot be listed. */
  unreadable: string[]
}

/** Compares the signatures of mods with the keys that a server accepts. */
export async function judgeOwnMods(
  keys: readonly string[],
  mods: readonly string[],
  dirs: readonly string[],
  { packed, signature }: { packed: string; signature: string },
): Promise<OwnModsJudged> {
  const judged: OwnModsJudged = { kicked: [], unreadable: [] }
  for (const mod of mods) {
    const found = (await placeIn(dirs, mod))?.files
    const names = new Set(found?.map((name) => name.toLowerCase())) // a set, because each package is tested with up to 255 keys
    const isSigned = (name: string) => keys.some((key) => names.has(`${name}.${key}${signature}`))
    if (!found) judged.unreadable.push(mod)
    else if ([...names].some((name) => name.endsWith(packed) && !isSigned(name))) judged.kicked.push(mod)
  }
  return judged
}
