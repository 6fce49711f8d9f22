import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** Where the system wants caches to be; `LOADOUT_CACHE_DIR` says otherwise. */
export function cacheDir(env: Terminal['env'], platform: NodeJS.Platform = process.platform): string {
  if (env.LOADOUT_CACHE_DIR) return env.LOADOUT_CACHE_DIR
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Loadout', 'Cache')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Loadout')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loadout')
}
