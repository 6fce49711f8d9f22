import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolderName } from '../launch/server-fields.ts'

const MOST = 500
/** Where Steam's launcher keeps links to what the player subscribed to in the workshop. */
const WORKSHOP = '!Workshop'

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** The game loads what lies in `addons`, however that is spelled. */
const isMod = async (folder: string) => (await namesIn(folder)).some((name) => name.toLowerCase() === 'addons')

/** Mod folders below the game's, as its command line names them. A folder whose name could be more than a name is none of them. */
export async function findModFolders(gameDir: string): Promise<string[]> {
  const own = await namesIn(gameDir)
  const workshop = await namesIn(join(gameDir, WORKSHOP))
  const names = [...own, ...workshop.map((name) => `${WORKSHOP}\\${name}`)].filter(
    (name) => /^(?:!Workshop\\)?@/.test(name) && isFolderName(name),
  )
  const found = await Promise.all(
    names.slice(0, MOST).map(async (name) => ((await isMod(join(gameDir, ...name.split('\\')))) ? [name] : [])),
  )
  return found.flat().sort((a, b) => a.localeCompare(b))
}
