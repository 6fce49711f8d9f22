import { posix } from 'node:path'
import { processList } from './linux-processes.ts'
import type { GamePlatform, PlatformParts, ProgramCall, SteamRoot } from './platform.ts'

const FLATPAK = 'com.valvesoftware.Steam'

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
  const list = processList(proc)
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
    listsByProgram: false,
    processes: () => Promise.resolve().then(list),
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
