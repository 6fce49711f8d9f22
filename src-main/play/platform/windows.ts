import { win32, join } from 'node:path'
import { errnoOf, type RunTool } from '../../lib/index.ts'
import {
  listed,
  type GamePlatform,
  type PlatformParts,
  type RegistryValue,
  type RunningProcess,
  type SteamRoot,
} from './platform.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const fromHex = (bytes: string): string | undefined =>
  Buffer.from(bytes.replaceAll(',', ''), 'hex').toString('utf16le').split('\0', 1)[0]

/** The value `name` of a key from `reg export`: a text, an expandable text, which is exported as bytes, or a number. */
export function readExported(text: string, name: string): string | undefined {
  const [, own = ''] = text.replace(/\\\r?\n\s*/g, '').split(/^\[.*\]\r?$/m, 2)
  for (const [, given, plain, bytes = '', digits] of own.matchAll(
    /^"((?:[^"\\]|\\.)*)"=(?:"((?:[^"\\]|\\.)*)"|hex\(2\):([\da-f,]+)|dword:([\da-f]{1,8}))\r?$/gim,
  )) {
    if (given?.replace(/\\(.)/g, '$1').toLowerCase() !== name.toLowerCase()) continue
    if (digits !== undefined) return String(parseInt(digits, 16))
    const value = plain?.replace(/\\(.)/g, '$1') ?? fromHex(bytes)
    return value === '' ? undefined : value
  }
  return undefined
}

/**
 * A registry key as text; undefined if it does not exist or cannot be read. Uses an export, which is UTF-16, because `reg query` loses
 * letters that the console's code page lacks.
 */
async function exportedKey(key: string, reg: string, run: RunTool): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-registry-')).catch(() => undefined)
  if (folder === undefined) return undefined // the temporary folder's drive is full or gone
  try {
    const file = join(folder, 'key.reg')
    const { code } = await run(reg, ['export', key, file, '/y'])
    return code === 0 ? await readFile(file, 'utf16le') : undefined
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined) // a virus scanner may keep it open
  }
}

const STEAM_VALUES: readonly RegistryValue[] = [
  { key: 'HKCU\\Software\\Valve\\Steam', value: 'SteamPath' },
  { key: 'HKLM\\SOFTWARE\\WOW6432Node\\Valve\\Steam', value: 'InstallPath' },
  { key: 'HKLM\\SOFTWARE\\Valve\\Steam', value: 'InstallPath' },
]

/** The rows of `tasklist /fo csv /nh`. */
export const readTasklist = (stdout: string): RunningProcess[] =>
  [...stdout.matchAll(/^"([^"\r\n]+)","\d+"/gm)].map(([, name = '']) => ({ names: [name] }))

/** True for a path with a drive, without characters that a code page has damaged. */
const isPlainPath = (path: string | undefined): path is string =>
  path !== undefined && /^[a-z]:[\\/]/i.test(path) && !path.includes('\uFFFD')

/** True if a process with this id runs, even another user's. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}

/** Windows: finds Steam and the game in the registry, then in the default folders. */
export function windowsPlatform({ env, home, run }: PlatformParts): GamePlatform {
  const { join, normalize } = win32
  const system = join(env.SystemRoot ?? 'C:\\Windows', 'System32')
  const query = async ({ key, value }: RegistryValue): Promise<string | undefined> => {
    const found = readExported((await exportedKey(key, join(system, 'reg.exe'), run)) ?? '', value)
    return isPlainPath(found) ? normalize(found) : undefined
  }
  const queryAll = async (values: readonly RegistryValue[]) =>
    (await Promise.all(values.map(query))).filter((path) => path !== undefined)
  return {
    name: 'win32',
    path: win32,
    folders: {
      home,
      system: [env.SystemRoot ?? 'C:\\Windows'],
      shared: [env.ProgramFiles, env['ProgramFiles(x86)'], env.ProgramData].filter(isPlainPath),
      remote: [],
    },
    async steamRoots() {
      const folders = [env['ProgramFiles(x86)'], env.ProgramFiles, 'C:\\Program Files (x86)'].filter(isPlainPath)
      const roots = [...(await queryAll(STEAM_VALUES)), ...folders.map((folder) => join(folder, 'Steam'))]
      return roots.map((path): SteamRoot => ({ path, source: 'steam' }))
    },
    registeredFolders: queryAll,
    listsByProgram: true,
    async processes() {
      const answer = await run(join(system, 'tasklist.exe'), ['/fo', 'csv', '/nh'])
      return listed(answer, readTasklist(answer.stdout))
    },
    async pathOfProcess(name) {
      const bare = name.replace(/\.exe$/i, '')
      if (!/^[\w.-]+$/.test(bare)) return undefined
      const shell = join(system, 'WindowsPowerShell\\v1.0\\powershell.exe')
      const script = `[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false; (Get-Process -Name '${bare}' -ErrorAction SilentlyContinue | Select-Object -First 1).Path`
      const { stdout } = await run(shell, ['-NoProfile', '-NonInteractive', '-Command', script])
      const path = stdout.trim()
      return isPlainPath(path) ? path : undefined
    },
    async steamState() {
      const key = 'HKCU\\Software\\Valve\\Steam\\ActiveProcess'
      const text = (await exportedKey(key, join(system, 'reg.exe'), run)) ?? ''
      const numberOf = (name: string) => Number(readExported(text, name) ?? NaN)
      const pid = numberOf('pid')
      if (Number.isNaN(pid)) return undefined
      // A crashed Steam leaves its process id there.
      if (pid === 0 || !isAlive(pid)) return 'off'
      return numberOf('ActiveUser') > 0 ? 'signed-in' : 'signed-out'
    },
    async hasService(name) {
      const key = `HKLM\\SYSTEM\\CurrentControlSet\\Services\\${name}`
      const { code } = await run(join(system, 'reg.exe'), ['query', key])
      return code === null ? undefined : code === 0
    },
    async answersLinks(scheme) {
      const { code } = await run(join(system, 'reg.exe'), ['query', `HKCR\\${scheme}`, '/v', 'URL Protocol'])
      return code === null ? undefined : code === 0
    },
    voiceFolder: () => join(env.APPDATA ?? join(home, 'AppData\\Roaming'), 'TS3Client'),
  }
}
