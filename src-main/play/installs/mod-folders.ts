import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundMod } from '../../../src-preload/contract/play.ts'
import { errnoOf, isMissing } from '../../lib/index.ts'
import { isFolderName } from '../launch/server-fields.ts'

const MOST = 500
/** Where Steam's launcher keeps links to what the player subscribed to in the workshop. */
const WORKSHOP = '!Workshop'

/** Names in a folder; null where it cannot be read, none where there is no folder. */
const listOf = (folder: string): Promise<string[] | null> =>
  readdir(folder).catch((error: unknown) => (isMissing(errnoOf(error)) ? [] : null))

const namesIn = async (folder: string) => (await listOf(folder)) ?? []
const folderOf = (dir: string, name: string) => join(dir, ...name.split('\\'))

/** A mod as it lies on disk. */
interface PlacedMod {
  /** Of the given folders, the one that it lies in. */
  dir: string
  /** What is in its `addons`; null where that cannot be read. */
  files: readonly string[] | null
}

/** A mod in the first of the folders that has it: the game loads what lies in `addons`, however that is spelled. */
async function placeIn(dirs: readonly string[], name: string): Promise<PlacedMod | undefined> {
  for (const dir of dirs) {
    const inside = await listOf(folderOf(dir, name))
    if (inside === null) return { dir, files: null }
    const addons = inside.find((one) => one.toLowerCase() === 'addons')
    if (addons !== undefined) return { dir, files: await readdir(join(folderOf(dir, name), addons)).catch(() => null) }
  }
  return undefined
}

/** The first of the folders that has a mod of this name. */
export const modDirOf = async (name: string, dirs: readonly string[]): Promise<string | undefined> =>
  (await placeIn(dirs, name))?.dir

/** Mod folders below these, as the game's command line names them, if their names are safe there. */
export async function findModFolders(dirs: readonly string[]): Promise<FoundMod[]> {
  const own = await Promise.all(dirs.map(namesIn))
  const workshop = await Promise.all(dirs.map((dir) => namesIn(join(dir, WORKSHOP))))
  const names = [...own.flat(), ...workshop.flat().map((name) => `${WORKSHOP}\\${name}`)].filter(
    (name) => /^(?:!Workshop\\)?@/.test(name) && isFolderName(name),
  )
  const found = await Promise.all(
    [...new Set(names)].slice(0, MOST).map(async (name) => {
      const placed = await placeIn(dirs, name)
      return placed ? [{ name, isReadable: placed.files !== null }] : []
    }),
  )
  return found.flat().sort((a, b) => a.name.localeCompare(b.name))
}

/** Mods that a server kicks for, as far as their packages can be listed. */
export interface OwnModsJudged {
  /** With a package that none of the keys has signed. */
  kicked: string[]
  /** Nobody knows what they hold. */
  unreadable: string[]
}

/** Compares the packages of mods with the keys that a server takes. */
export async function judgeOwnMods(
  keys: readonly string[],
  mods: readonly string[],
  dirs: readonly string[],
  { packed, signature }: { packed: string; signature: string },
): Promise<OwnModsJudged> {
  const judged: OwnModsJudged = { kicked: [], unreadable: [] }
  for (const mod of mods) {
    const found = (await placeIn(dirs, mod))?.files
    const names = new Set(found?.map((name) => name.toLowerCase())) // up to 255 keys are looked for, for each package
    const isSigned = (name: string) => keys.some((key) => names.has(`${name}.${key}${signature}`))
    if (!found) judged.unreadable.push(mod)
    else if ([...names].some((name) => name.endsWith(packed) && !isSigned(name))) judged.kicked.push(mod)
  }
  return judged
}
