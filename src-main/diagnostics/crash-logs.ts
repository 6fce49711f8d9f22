import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameRecipe } from '../settings/index.ts'

/** The game whose logs are read. */
interface LogPlace {
  game: Pick<GameRecipe, 'appId' | 'crashLogs'>
  /** The install in use, absolute; absent while none is. */
  gameDir?: string
  /** The demo's game is not installed in the system: its logs are in its own folder. */
  demo: boolean
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/** Proton's local application data of a game, below a library's `steamapps`. */
const protonData = (appId: number) => join('compatdata', String(appId), 'pfx/drive_c/users/steamuser/AppData/Local')

/**
 * The folders where the install in use leaves its logs: below the local application data (Windows), the same inside Proton in
 * the library of the install, and the install's own folder. Without an install, the usual library is searched.
 */
export function crashLogFolders({ game, gameDir, demo, env, home }: LogPlace): string[] {
  if (demo) return gameDir ? [gameDir] : []
  const { folder } = game.crashLogs
  const ofWindows = env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, folder)] : []
  const libraries = gameDir ? [join(gameDir, '../..')] : [join(home, '.local/share/Steam/steamapps')]
  const ofProton = libraries.map((library) => join(library, protonData(game.appId), folder))
  return [...ofWindows, ...ofProton, ...(gameDir ? [gameDir] : [])]
}

interface LogFile {
  path: string
  name: string
  /** Milliseconds since the epoch. */
  at: number
}

async function logsIn(folder: string, ending: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.toLowerCase().endsWith(ending.toLowerCase()))
  const found = logs.map(async (name) => {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined) // the game deletes its oldest logs
    return info && { name, path, at: info.mtimeMs }
  })
  return (await Promise.all(found)).filter((log) => log !== undefined)
}

/** The newest log of the folders by its name's ending, if there is one. */
export async function newestLog(folders: readonly string[], ending: string): Promise<LogFile | undefined> {
  const logs = (await Promise.all(folders.map((folder) => logsIn(folder, ending)))).flat()
  return logs.sort((a, b) => b.at - a.at)[0]
}

/** A log may have gigabytes, and ends with the crash. */
const MOST_BYTES = 4 << 20

/** The last megabytes of a log as text. */
export async function tailOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - MOST_BYTES)
    const buffer = Buffer.alloc(Math.min(size, MOST_BYTES))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
