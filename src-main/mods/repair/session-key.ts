import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readSync } from '../../lib/index.ts'
import { type Disk, openDisk } from './disk.ts'

const BYTES = 32

const keyIn = (path: string): Buffer | undefined => {
  try {
    const key = readSync(path)
    return key.length === BYTES ? key : undefined
  } catch {
    return undefined
  }
}

/** The system's folder for a program's own data of this user. The app and the command line share it. */
export function ownDataDir(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Loadout')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Loadout')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'loadout')
}

/**
 * The key that seals sessions. It is random, belongs to this user, and is created when it is first needed. A session is in the game's
 * folder, which may come from anywhere; the key does not. If the key cannot be stored, sessions are valid only during this run. `dir`:
 * absolute, see {@link ownDataDir}
 */
export function sessionKey(dir: string): Uint8Array {
  const path = join(dir, 'session-key')
  const known = keyIn(path)
  if (known) return known
  const fresh = randomBytes(BYTES)
  const own = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(own, fresh, { flag: 'wx', mode: 0o600, flush: true })
    return place(own, path) ?? fresh
  } catch {
    return fresh
  } finally {
    rmSync(own, { force: true })
  }
}

/** Gives a whole file its name. Returns the key of another process that was first. A file that cannot be read now is kept. */
function place(own: string, path: string): Buffer | undefined {
  try {
    linkSync(own, path)
    return undefined
  } catch {
    const others = keyIn(path)
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (!others && size < BYTES) renameSync(own, path) // over one that a crash cut short, or on a disk without links
    return others
  }
}

/** The real disk, with this user's key. */
export const openOwnDisk = (env: NodeJS.ProcessEnv, home = homedir()): Disk =>
  openDisk(sessionKey(ownDataDir(env, home)))
