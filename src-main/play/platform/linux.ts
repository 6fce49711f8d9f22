import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, posix } from 'node:path'
import {
  type GamePlatform,
  type PlatformParts,
  type ProgramCall,
  type RunningProcess,
  type SteamRoot,
  steamStateByLog,
} from './platform.ts'

const FLATPAK = 'com.valvesoftware.Steam'

/** The Linux path of a Windows path under Proton, where `Z:` is the root. */
const fromProton = (path: string): string | undefined =>
  /^z:/i.test(path) ? path.slice(2).replaceAll('\\', '/') : undefined

/** The kernel cuts a process's name to this length. */
const COMM_LENGTH = 15

/**
 * The script that a process runs: the interpreter's first argument. The process must have the script's name, as when it starts, or
 * neither name: Node 24 gives its main thread another one.
 */
function scriptOf(interpreter: string, argument: string, comm: string): string | undefined {
  const isNamedAfter = (path: string) => basename(path).slice(0, COMM_LENGTH) === comm
  return posix.isAbsolute(argument) && (isNamedAfter(argument) || !isNamedAfter(interpreter)) ? argument : undefined
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // another user's process
  }
}

/** A running process; undefined for the kernel's own, and for one that has ended, even if its parent has not noticed. */
function readProcess(folder: string): RunningProcess | undefined {
  try {
    const [first = '', second = ''] = readFileSync(posix.join(folder, 'cmdline'), 'utf8').split('\0', 2)
    if (first === '') return undefined
    const comm = readFileSync(posix.join(folder, 'comm'), 'utf8').replace(/\n$/, '')
    const program = first.replaceAll('\\', '/')
    const script = scriptOf(program, second, comm)
    // The kernel's name has at most 15 characters and may be a thread's.
    const names = [basename(program), script === undefined ? comm : basename(script)]
    // A Windows program's process is that of Proton.
    const path = /\.exe$/i.test(program) ? fromProton(first) : (script ?? linkOf(posix.join(folder, 'exe')))
    return { names, path }
  } catch {
    return undefined
  }
}

/** Reads synchronously: the kernel answers from memory, and an asynchronous read of each file takes ten times as long. */
const processesIn = (proc: string): RunningProcess[] =>
  readdirSync(proc)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(posix.join(proc, pid)) ?? [])

/** Linux: finds native, Debian, Flatpak, Snap and legacy Steam, and reads processes from `proc`. */
export function linuxPlatform({ home, env, run, files }: PlatformParts, proc = '/proc'): GamePlatform {
  const { join } = posix
  const programOf = async (program: string, ...before: string[]): Promise<ProgramCall | undefined> => {
    for (const folder of (env.PATH ?? '').split(':')) {
      const file = join(folder, program)
      if (folder.startsWith('/') && (await files.isFile(file))) return { file, before }
    }
    return undefined
  }
  const dataHome = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local/share')
  const flatpak = join(home, '.var/app', FLATPAK)
  const steamRoots: SteamRoot[] = [
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
  ]
  const processes = () =>
    Promise.resolve().then(() => {
      if (env.FLATPAK_ID) throw new Error('a Flatpak sees only its own processes')
      return processesIn(proc)
    })
  return {
    name: 'linux',
    path: posix,
    folders: {
      home,
      system: '/bin /boot /dev /etc /lib /lib32 /lib64 /proc /sbin /sys /usr/bin /usr/lib /usr/sbin /usr/share'.split(
        ' ',
      ),
      shared: '/home /media /mnt /opt /root /run /srv /tmp /usr /usr/local /var'.split(' '),
      remote: ['/net/', '/misc/'],
    },
    steamRoots: () => Promise.resolve(steamRoots),
    registeredFolders: () => Promise.resolve([]),
    listsByProgram: false,
    processes,
    // Steam's pid file does not help: it remains after the end of Steam, and a sandboxed Steam writes the sandbox's process id.
    steamState: () => steamStateByLog(processes(), 'steam', steamRoots, files),
    steamProgram(source) {
      if (source === 'steam-flatpak') return programOf('flatpak', 'run', FLATPAK)
      if (source === 'steam-snap') return programOf('snap', 'run', 'steam')
      return programOf('steam')
    },
    async answersLinks(scheme) {
      const { code, stdout } = await run('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`])
      return code === 0 ? stdout.trim() !== '' : undefined
    },
    voiceFolder: () => join(home, '.ts3client'),
  }
}
