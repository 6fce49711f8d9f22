import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename, posix } from 'node:path'
import type { GamePlatform, PlatformParts, ProgramCall, RunningProcess, SteamRoot } from './platform.ts'

const FLATPAK = 'com.valvesoftware.Steam'

/** The Windows path of a program under Proton as a path of this system; `Z:` is the root there. */
const fromProton = (path: string): string | undefined =>
  /^z:/i.test(path) ? path.slice(2).replaceAll('\\', '/') : undefined

/** One process of `/proc`; undefined when it ended meanwhile or is the kernel's. */
async function readProcess(proc: string, pid: number): Promise<RunningProcess | undefined> {
  try {
    const [comm, line] = await Promise.all([
      readFile(posix.join(proc, String(pid), 'comm'), 'utf8'),
      readFile(posix.join(proc, String(pid), 'cmdline'), 'utf8'),
    ])
    const first = line.split('\0', 1)[0] ?? ''
    if (first === '') return undefined
    // The kernel's name is cut at 15 signs and may be a thread's; but a script's name stands only there.
    const names = [basename(first.replaceAll('\\', '/')), comm.trimEnd()]
    const path = fromProton(first) ?? (await readlink(posix.join(proc, String(pid), 'exe')).catch(() => undefined))
    return { pid, names, path }
  } catch {
    return undefined
  }
}

/** Linux: native, Debian, Flatpak, Snap and legacy Steam; processes from `proc`. */
export function linuxPlatform({ home, env, run, files }: PlatformParts, proc = '/proc'): GamePlatform {
  const { join } = posix
  const onPath = async (program: string): Promise<string | undefined> => {
    for (const folder of (env.PATH ?? '').split(':')) {
      if (!folder.startsWith('/')) continue
      const file = join(folder, program)
      if (await files.isFile(file)) return file
    }
    return undefined
  }
  const programOf = async (program: string, ...before: string[]): Promise<ProgramCall | undefined> => {
    const file = await onPath(program)
    return file === undefined ? undefined : { file, before }
  }
  const dataHome = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local/share')
  const flatpak = join(home, '.var/app', FLATPAK)
  return {
    name: 'linux',
    path: posix,
    steamRoots: () =>
      Promise.resolve([
        ...[
          join(dataHome, 'Steam'),
          join(home, '.steam/steam'),
          join(home, '.steam/root'),
          join(home, '.steam/debian-installation'),
        ].map((path): SteamRoot => ({ path, source: 'steam' })),
        ...[join(flatpak, '.local/share/Steam'), join(flatpak, 'data/Steam')].map((path): SteamRoot => ({
          path,
          source: 'steam-flatpak',
        })),
        { path: join(home, 'snap/steam/common/.local/share/Steam'), source: 'steam-snap' },
      ]),
    registeredFolders: () => Promise.resolve([]),
    async processes() {
      const pids = (await readdir(proc)).map(Number).filter((pid) => Number.isInteger(pid) && pid > 0)
      const found = await Promise.all(pids.map((pid) => readProcess(proc, pid)))
      return found.filter((process) => process !== undefined)
    },
    pathOfProcess: () => Promise.resolve(undefined),
    steamProgram(source) {
      if (source === 'steam-flatpak') return programOf('flatpak', 'run', FLATPAK)
      if (source === 'steam-snap') return programOf('snap', 'run', 'steam')
      return programOf('steam')
    },
    async answersLinks(scheme) {
      const { code, stdout } = await run('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`])
      return code === 0 ? stdout.trim() !== '' : undefined
    },
    voicePlugins: () => join(home, '.ts3client/plugins'),
  }
}
