import { posix } from 'node:path'
import type { FileView, SteamRoot, SteamState } from './platform.ts'

/** The start of a run of Steam. Lines before it belong to earlier runs. */
const RUN_BEGINS = 'Client version:'
/** `[2026-08-12 12:41:25] [Logged On, 4, 7] [U:1:82105993] …`: a time, and the state of the connection to Steam's servers. */
const LINE = /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] \[([A-Z][a-z]+ [A-Z][a-z]+), /gm

/** The state of a running Steam, from its connection log. On Linux and macOS, no other file has it while Steam runs. */
export async function steamStateByLog(roots: readonly SteamRoot[], files: FileView): Promise<SteamState> {
  const ends = await Promise.all(roots.map(({ path }) => files.readEnd(posix.join(path, 'logs/connection_log.txt'))))
  const last = ends
    .flatMap((end = '') => [...end.slice(Math.max(0, end.lastIndexOf(RUN_BEGINS))).matchAll(LINE)].slice(-1))
    .sort(([, a = ''], [, b = '']) => a.localeCompare(b))
    .at(-1)
  if (last?.[2] === 'Logged On') return 'signed-in'
  return last?.[2] === 'Logged Off' ? 'signed-out' : 'runs'
}
