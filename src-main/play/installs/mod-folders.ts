import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolderName } from '../launch/server-fields.ts'

const MOST = 500
/** Where Steam's launcher keeps links to what the player subscribed to in the workshop. */
const WORKSHOP = '!Workshop'

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** The game loads what lies in `addons`, however that is spelled. */
const addonsIn = async (folder: string) => (await namesIn(folder)).find((name) => name.toLowerCase() === 'addons')
const folderOf = (gameDir: string, name: string) => join(gameDir, ...name.split('\\'))

/** Mod folders below these, as the game's command line names them. A folder whose name could be more than a name is none of them. */
export async function findModFolders(dirs: readonly string[]): Promise<string[]> {
  const own = await Promise.all(dirs.map(namesIn))
  const workshop = await Promise.all(dirs.map((dir) => namesIn(join(dir, WORKSHOP))))
  const names = [...own.flat(), ...workshop.flat().map((name) => `${WORKSHOP}\\${name}`)].filter(
    (name) => /^(?:!Workshop\\)?@/.test(name) && isFolderName(name),
  )
  const found = await Promise.all(
    [...new Set(names)].slice(0, MOST).map(async (name) => ((await placeIn(dirs, name)) ? [name] : [])),
  )
  return found.flat().sort((a, b) => a.localeCompare(b))
}

/** A mod's `addons` in the first of the folders that has them. */
async function placeIn(dirs: readonly string[], name: string): Promise<string | undefined> {
  for (const dir of dirs) {
    const addons = await addonsIn(folderOf(dir, name))
    if (addons !== undefined) return join(folderOf(dir, name), addons)
  }
  return undefined
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
    const addons = await placeIn(dirs, mod)
    const found = addons === undefined ? undefined : await readdir(addons).catch(() => undefined)
    const names = new Set(found?.map((name) => name.toLowerCase())) // up to 255 keys are looked for, for each package
    const isSigned = (name: string) => keys.some((key) => names.has(`${name}.${key}${signature}`))
    if (!found) judged.unreadable.push(mod)
    else if ([...names].some((name) => name.endsWith(packed) && !isSigned(name))) judged.kicked.push(mod)
  }
  return judged
}
