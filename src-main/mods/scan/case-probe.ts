import { join } from 'node:path'
import { plainFs } from '../../lib/index.ts'

const swapCase = (name: string): string => {
  const upper = name.toUpperCase()
  return name === upper ? name.toLowerCase() : upper
}

/**
 * Asks the disk, by one name in other letters, whether case matters in this folder: it can differ from folder to folder.
 * @param names all names in the folder
 * @param known a name to ask by, absent the first that will do
 */
export function isCaseSensitive(folder: string, names: readonly string[], known?: string): boolean {
  const fits = (name: string) => swapCase(name) !== name && !names.includes(swapCase(name))
  const name = known !== undefined && fits(known) ? known : names.find(fits)
  if (name === undefined) return true
  try {
    return plainFs.lstatSync(join(folder, swapCase(name)), { throwIfNoEntry: false }) === undefined
  } catch {
    return true
  }
}
