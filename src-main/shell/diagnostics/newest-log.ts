import { open, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the game leaves its logs: its folder below the local application data, also inside Proton's. */
export function crashLogFolders(env: Readonly<Record<string, string | undefined>>, gameDir?: string): string[] {
  const folders: string[] = []
  if (env.LOCALAPPDATA) folders.push(join(env.LOCALAPPDATA, 'Arma 3'))
  const proton = 'compatdata/107410/pfx/drive_c/users/steamuser/AppData/Local/Arma 3'
  if (gameDir) folders.push(join(gameDir, '..', '..', proton), gameDir)
  folders.push(join(homedir(), '.local/share/Steam/steamapps', proton))
  return folders
}

export interface LogFile {
  path: string
  name: string
  /** Milliseconds since the epoch. */
  at: number
}

async function logsIn(folder: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.toLowerCase().endsWith('.rpt'))
  return Promise.all(
    logs.map(async (name) => ({ name, path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  )
}

/** The newest `.rpt` of the folders, if there is one. */
export async function newestLog(folders: readonly string[]): Promise<LogFile | undefined> {
  const logs = (await Promise.all(folders.map((folder) => logsIn(folder).catch(() => [])))).flat()
  return logs.sort((a, b) => b.at - a.at)[0]
}

/** A log may have gigabytes; what matters stands at its end. */
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
