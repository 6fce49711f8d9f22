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

interface Known {
  /** The kernel's name for the process. It changes when another program runs in the process. */
  comm: string
  reads: number
  /** Undefined for the kernel's own processes. */
  process: RunningProcess | undefined
}

/** How often a new process is read, because its name may still change. */
const READS_OF_NEW = 3

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

function readProcess(folder: string, comm: string): RunningProcess | undefined {
  const [first = '', second = ''] = readFileSync(posix.join(folder, 'cmdline'), 'utf8').split('\0', 2)
  if (first === '') return undefined
  const program = first.replaceAll('\\', '/')
  const script = scriptOf(program, second, comm)
  // The kernel's name has at most 15 characters and may be a thread's.
  const names = [basename(program), script === undefined ? comm : basename(script)]
  // A Windows program's process is that of Proton.
  const path = /\.exe$/i.test(program) ? fromProton(first) : (script ?? linkOf(posix.join(folder, 'exe')))
  return { names, path }
}

/**
 * Reads the processes of `proc` with each call. Of known processes it reads only the names. It reads synchronously: the kernel answers
 * from memory, and an asynchronous read of each file takes ten times as long.
 */
function processList(proc: string): () => RunningProcess[] {
  let known = new Map<number, Known>()
  const look = (pid: number): Known | undefined => {
    const folder = posix.join(proc, String(pid))
    try {
      // the name may contain parentheses; Z: it has ended, and its parent has not noticed
      const [, comm = '', state] = /^\d+ \((.*)\) (\w)/s.exec(readFileSync(posix.join(folder, 'stat'), 'utf8')) ?? []
      if (state === 'Z') return undefined
      const before = known.get(pid)
      const same = before?.comm === comm ? before : undefined
      if (same && same.reads >= READS_OF_NEW) return same
      return { comm, reads: (same?.reads ?? 0) + 1, process: readProcess(folder, comm) }
    } catch {
      return undefined // the process has ended
    }
  }
  return () => {
    const present = new Map<number, Known>()
    for (const name of readdirSync(proc)) {
      const pid = Number(name)
      const found = Number.isInteger(pid) && pid > 0 ? look(pid) : undefined
      if (found) present.set(pid, found)
    }
    known = present
    return [...present.values()].flatMap(({ process }) => process ?? [])
  }
}

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
  const list = processList(proc)
  const processes = () =>
    Promise.resolve().then(() => {
      if (env.FLATPAK_ID) throw new Error('a Flatpak sees only its own processes')
      return list()
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
