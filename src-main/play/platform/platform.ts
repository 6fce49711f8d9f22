import { readFile, realpath, stat } from 'node:fs/promises'
import { type PlatformPath, posix } from 'node:path'
import type { InstallSource } from '../../../src-preload/contract/play.ts'
import type { GameRecipe } from '../../settings/index.ts'
import { endOfLog, type RunTool, type ToolAnswer } from '../../lib/index.ts'

/** Reads the disk for the search for installs. Never throws: what cannot be read counts as missing. */
export interface FileView {
  readText(path: string): Promise<string | undefined>
  /** The last 256 KiB of a log. */
  readEnd(path: string): Promise<string | undefined>
  isFile(path: string): Promise<boolean>
  isFolder(path: string): Promise<boolean>
  /** The path with links resolved; undefined if nothing is there. */
  realPath(path: string): Promise<string | undefined>
}

/** A Steam folder, which contains `steamapps`, and its kind of Steam. */
export interface SteamRoot {
  path: string
  source: Extract<InstallSource, 'steam' | 'steam-flatpak' | 'steam-snap'>
}

/** The rows of a list of processes. An empty list has failed, because every system runs something. @throws Error if it failed */
export function listed<Row>({ code }: ToolAnswer, rows: Row[]): Row[] {
  if (code !== 0 || rows.length === 0) throw new Error(`the list of processes failed: ${code}`)
  return rows
}

/** One running process. `names`: the file names of its executable, since Linux may have two; `path`: the executable. */
export interface RunningProcess {
  names: readonly string[]
  path?: string
}

/** A registry value that may name the game's folder. */
export type RegistryValue = GameRecipe['registry'][number]

/** A program, and the arguments before the app's own. */
export interface ProgramCall {
  file: string
  before: readonly string[]
}

/** Folders that are never the game's. Absolute. */
export interface KnownFolders {
  home: string
  /** The system's folders, with everything in them. */
  system: readonly string[]
  /** Folders that contain other programs' folders. Only they themselves are excluded. */
  shared: readonly string[]
  /** Beginnings of paths that lead to other computers. */
  remote: readonly string[]
}

/** The state of Steam. `runs`: it is unknown whether somebody is signed in. */
export type SteamState = 'off' | 'runs' | 'signed-out' | 'signed-in'

export interface GamePlatform {
  readonly name: 'linux' | 'win32' | 'darwin'
  readonly path: PlatformPath
  readonly folders: KnownFolders
  /** Places where Steam may be. They need not exist. */
  steamRoots(): Promise<SteamRoot[]>
  registeredFolders(values: readonly RegistryValue[]): Promise<string[]>
  /** @throws an error if the system did not list them */
  processes(): Promise<RunningProcess[]>
  /** True if a program must be started for each list of processes, which costs much more than reading /proc. */
  readonly listsByProgram: boolean
  /** The executable of a process of this name; absent if the list of processes includes it. */
  pathOfProcess?(name: string): Promise<string | undefined>
  /** Steam's own program, which passes arguments to the game; undefined if it is missing. Absent if the game is started directly. */
  steamProgram?(source: InstallSource): Promise<ProgramCall | undefined>
  /** Undefined if it is unknown. */
  steamState(): Promise<SteamState | undefined>
  /** True if a service of this name is installed; undefined if it is unknown. Absent if the system has no services. */
  hasService?(name: string): Promise<boolean | undefined>
  /** True if a program opens links of this scheme; undefined if it is unknown. */
  answersLinks(scheme: string): Promise<boolean | undefined>
  /** The folder of the voice client's settings and plugins. */
  voiceFolder(): string
}

/** The parts of a platform. `env` contains the system's folders. */
export interface PlatformParts {
  home: string
  env: Readonly<Record<string, string | undefined>>
  run: RunTool
  files: FileView
}

const kindOf = (path: string) =>
  stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'),
    () => undefined,
  )

export const diskView: FileView = {
  readText: (path) => readFile(path, 'utf8').catch(() => undefined),
  readEnd: (path) => endOfLog(path, 256 << 10).catch(() => undefined),
  isFile: async (path) => (await kindOf(path)) === 'file',
  isFolder: async (path) => (await kindOf(path)) === 'folder',
  realPath: (path) => realpath(path).catch(() => undefined),
}

/** The start of a run of Steam. Lines before it belong to earlier runs. */
const RUN_BEGINS = 'Client version:'
/** `[2026-08-12 12:41:25] [Logged On, 4, 7] [U:1:82105993] …`: a time, and the state of the connection to Steam's servers. */
const LINE = /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] \[([A-Z][a-z]+ [A-Z][a-z]+), /gm

/**
 * The state of Steam, from its process and its connection log. On Linux and macOS, no other file has it while Steam runs. Undefined if the
 * system did not list its processes.
 */
export async function steamStateByLog(
  processes: Promise<RunningProcess[]>,
  program: string,
  roots: readonly SteamRoot[],
  files: FileView,
): Promise<SteamState | undefined> {
  const running = await processes.catch(() => undefined)
  if (!running?.some(({ names }) => names.includes(program))) return running && 'off'
  const ends = await Promise.all(roots.map(({ path }) => files.readEnd(posix.join(path, 'logs/connection_log.txt'))))
  const last = ends
    .flatMap((end = '') => [...end.slice(Math.max(0, end.lastIndexOf(RUN_BEGINS))).matchAll(LINE)].slice(-1))
    .sort(([, a = ''], [, b = '']) => a.localeCompare(b))
    .at(-1)
  if (last?.[2] === 'Logged On') return 'signed-in'
  return last?.[2] === 'Logged Off' ? 'signed-out' : 'runs'
}
