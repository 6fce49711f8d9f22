import { posix } from 'node:path'
import type { FileView, SteamRoot, SteamState } from './platform.ts'

/** Begins a run of Steam; what stands before it is an earlier one's. */
const RUN_BEGINS = 'Client version:'
/** `[2026-08-12 12:41:25] [Logged On, 4, 7] [U:1:82105993] …`: when, and how the connection to Steam's servers stands. */
const LINE = /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] \[([A-Z][a-z]+ [A-Z][a-z]+), /gm

/** How a Steam that runs stands by what it writes of its connection: on Linux and macOS no other file tells this while it runs. */
export async function steamStateByLog(roots: readonly SteamRoot[], files: FileView): Promise<SteamState> {
  const ends = await Promise.all(roots.map(({ path }) => files.readEnd(posix.join(path, 'logs/connection_log.txt'))))
  const last = ends
    .flatMap((end = '') => [...end.slice(Math.max(0, end.lastIndexOf(RUN_BEGINS))).matchAll(LINE)].slice(-1))
    .sort(([, a = ''], [, b = '']) => a.localeCompare(b))
    .at(-1)
  if (last?.[2] === 'Logged On') return 'signed-in'
  return last?.[2] === 'Logged Off' ? 'signed-out' : 'runs'
}
