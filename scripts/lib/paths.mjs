import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
export const modules = join(root, 'node_modules')
export const out = join(root, 'out')
/** The folder in which setup keeps small facts between two runs. */
export const stamps = join(modules, '.cache', 'loadout-setup')

/** A folder of the user that survives a new clone. */
export function userCache() {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'loadout')
}
