import { execFile } from 'node:child_process'
import { readFile, realpath, stat } from 'node:fs/promises'
import type { PlatformPath } from 'node:path'
import type { InstallSource } from '../../../src-preload/contract/play.ts'
import { endOfLog } from '../../lib/index.ts'

/** A program's answer. `code` is null when it could not be run or took too long. */
export interface ToolAnswer {
  code: number | null
  stdout: string
}

/** Runs a program by argv, never through a shell, and takes its output. Never throws. */
export type RunTool = (file: string, args: readonly string[]) => Promise<ToolAnswer>

/** What the search for installs reads of the disk. Never throws: what cannot be read is not there. */
export interface FileView {
  readText(path: string): Promise<string | undefined>
  /** The last 256 KiB of a log. */
  readEnd(path: string): Promise<string | undefined>
  isFile(path: string): Promise<boolean>
  isFolder(path: string): Promise<boolean>
  /** The path with links resolved; undefined when there is nothing. */
  realPath(path: string): Promise<string | undefined>
}

/** A Steam folder (it holds `steamapps`), and what kind of Steam it belongs to. */
export interface SteamRoot {
  path: string
  source: Extract<InstallSource, 'steam' | 'steam-flatpak' | 'steam-snap'>
}

/** The rows that a program listed. Every system runs something: none at all is a list that failed. @throws Error */
export function listed<Row>({ code }: ToolAnswer, rows: Row[]): Row[] {
  if (code !== 0 || rows.length === 0) throw new Error(`the list of processes failed: ${code}`)
  return rows
}

/** One running process. `names`: its executable's file name, which some systems give in two ways; `path`: the executable. */
export interface RunningProcess {
  pid: number
  names: readonly string[]
  path?: string
}

/** A registry value that may name the game's folder. */
export interface RegistryValue {
  key: string
  value: string
}

/** A program and the arguments that stand before ours. */
export interface ProgramCall {
  file: string
  before: readonly string[]
}

/** Folders that are never the game's. Absolute. */
export interface KnownFolders {
  home: string
  /** The system's own, with all below them. */
  system: readonly string[]
  /** Hold other programs' folders; only they themselves are meant. */
  shared: readonly string[]
  /** How paths begin that lead to other computers. */
  remote: readonly string[]
}

/** How Steam stands. `runs`: it is not told whether somebody is signed in. */
export type SteamState = 'off' | 'runs' | 'signed-out' | 'signed-in'

/** All that differs by operating system. Every folder and every tool is passed in. */
export interface GamePlatform {
  readonly name: 'linux' | 'win32' | 'darwin'
  readonly path: PlatformPath
  readonly folders: KnownFolders
  /** Places where Steam may be; they need not exist. */
  steamRoots(): Promise<SteamRoot[]>
  /** Folders that the registry names as the game's. */
  registeredFolders(values: readonly RegistryValue[]): Promise<string[]>
  /** @throws an error where the system did not list them, which does not mean that there are none */
  processes(): Promise<RunningProcess[]>
  /** True where each list of processes needs a program to be started, which costs much more than reading /proc. */
  readonly listsByProgram: boolean
  /** The executable of the processes of this name, where the list of processes does not include it. */
  pathOfProcess(name: string): Promise<string | undefined>
  /** How to hand arguments to the game through Steam's own program; undefined when it is not there. */
  steamProgram(source: InstallSource): Promise<ProgramCall | undefined>
  /** Undefined when the system cannot tell. */
  steamState(): Promise<SteamState | undefined>
  /** Whether a service of this name is installed; undefined where there is no such thing. */
  hasService(name: string): Promise<boolean | undefined>
  /** Whether a program answers links of this scheme; undefined when the system cannot tell. */
  answersLinks(scheme: string): Promise<boolean | undefined>
  /** Folder of the voice client's settings and plugins. */
  voiceFolder(): string
}

/** What a platform is made from. `env` gives the system's folders. */
export interface PlatformParts {
  home: string
  env: Readonly<Record<string, string | undefined>>
  run: RunTool
  files: FileView
}

const LONGEST_MS = 10_000
const MOST_OUTPUT = 8 << 20

/** Runs a program of the system with a time limit. */
export const runTool: RunTool = (file, args) =>
  new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { timeout: LONGEST_MS, maxBuffer: MOST_OUTPUT, windowsHide: true, shell: false, encoding: 'utf8' },
      (error, stdout) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
        resolve({ code, stdout })
      },
    )
  })

const kindOf = (path: string) =>
  stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'),
    () => undefined,
  )

/** The disk as it is. */
export const diskView: FileView = {
  readText: (path) => readFile(path, 'utf8').catch(() => undefined),
  readEnd: (path) => endOfLog(path, 256 << 10).catch(() => undefined),
  isFile: async (path) => (await kindOf(path)) === 'file',
  isFolder: async (path) => (await kindOf(path)) === 'folder',
  realPath: (path) => realpath(path).catch(() => undefined),
}
