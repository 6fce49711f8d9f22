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

/** Mod folders below the game's, as its command line names them. A folder whose name could be more than a name is none of them. */
export async function findModFolders(gameDir: string): Promise<string[]> {
  const own = await namesIn(gameDir)
  const workshop = await namesIn(join(gameDir, WORKSHOP))
  const names = [...own, ...workshop.map((name) => `${WORKSHOP}\\${name}`)].filter(
    (name) => /^(?:!Workshop\\)?@/.test(name) && isFolderName(name),
  )
  const found = await Promise.all(
    names.slice(0, MOST).map(async (name) => ((await addonsIn(folderOf(gameDir, name))) ? [name] : [])),
  )
  return found.flat().sort((a, b) => a.localeCompare(b))
}

/** Those of the mods with a package that none of these keys has signed: a server that takes no others kicks for it. */
export async function notSignedBy(
  keys: readonly string[],
  mods: readonly string[],
  gameDir: string,
  { packed, signature }: { packed: string; signature: string },
): Promise<string[]> {
  const found = mods.map(async (mod) => {
    const folder = folderOf(gameDir, mod)
    const found = await namesIn(join(folder, (await addonsIn(folder)) ?? 'addons'))
    const names = new Set(found.map((name) => name.toLowerCase())) // up to 255 keys are looked for, for each package
    const isSigned = (name: string) => keys.some((key) => names.has(`${name}.${key}${signature}`))
    return [...names].every((name) => !name.endsWith(packed) || isSigned(name)) ? [] : [mod]
  })
  return (await Promise.all(found)).flat()
}
