import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What the system that the tests run on has. What one lacks is skipped by a probe of that very thing (docs/platforms.md).

export const isWindows = process.platform === 'win32'
export const isLinux = process.platform === 'linux'

/** Answers a question about the disk by a file named `a`, in a folder of its own. */
function tried(question: (folder: string) => boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-probe-'))
  try {
    writeFileSync(join(folder, 'a'), '')
    return question(folder)
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Symbolic links. Wine 8 says that it made one, and there is none. */
export const hasLinks = tried((folder) => {
  symlinkSync('a', join(folder, 'link'))
  return lstatSync(join(folder, 'link')).isSymbolicLink()
})

/** A file that is marked read-only refuses to be written. To root of Linux none does. */
export const refusesReadOnly = tried((folder) => {
  chmodSync(join(folder, 'a'), 0o444)
  try {
    writeFileSync(join(folder, 'a'), 'x')
    return false
  } catch {
    return true
  } finally {
    chmodSync(join(folder, 'a'), 0o666)
  }
})

/** Pipes with a name, at which whatever opens them waits, as for a disk that does not answer. */
export const hasPipes = tried((folder) => spawnSync('mkfifo', [join(folder, 'pipe')]).status === 0)

/** Paths over 260 letters are told as they are. Wine 8 does not tell where a folder with such a path really is. */
export const tellsLongPaths = tried((folder) => {
  const long = join(folder, ...Array.from({ length: 12 }, () => 'a folder with a name'))
  mkdirSync(long, { recursive: true })
  return realpathSync.native(long).length > 260
})

/** A registry that is the lane's, so that tests may write what belongs to Steam. */
export const ownsRegistry = process.env.LOADOUT_LANE_HOME !== undefined

/** A second drive. */
export const hasDriveD = isWindows && existsSync('D:\\')

/** A disk that a test may fill. The lane has one. */
export const smallDisk = isWindows && existsSync('E:\\') && tried(() => roomOn('E:\\') < 1 << 26) ? 'E:\\' : undefined

/** How many bytes are free on the disk of a folder. */
export function roomOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The program that gives others a console of their own, which the lane has compiled (scripts/windows/aids). */
export const consoleProgram = process.env.LOADOUT_CONSOLE

/** What Windows calls a file or folder for programs that know eight letters and three; undefined where it has no such name. */
export function shortNameOf(folder: string, name: string): string | undefined {
  const { stdout } = spawnSync('cmd.exe', ['/d', '/c', 'dir /x'], { cwd: folder, encoding: 'utf8' })
  const line = stdout.split(/\r?\n/).find((one) => one.trimEnd().endsWith(` ${name}`)) ?? ''
  return /(\S+~\S+) /.exec(line)?.[1]
}

/** Short names: a disk of Windows may have none. */
export const hasShortNames =
  isWindows &&
  tried((folder) => {
    mkdirSync(join(folder, 'a long name'))
    const short = shortNameOf(folder, 'a long name')
    return short !== undefined && existsSync(join(folder, short))
  })

/** Junctions that tell that they are one, and where they lead. */
export const hasJunctions = tried((folder) => {
  symlinkSync(join(folder, 'a'), join(folder, 'link'), 'junction')
  return lstatSync(join(folder, 'link')).isSymbolicLink()
})

/** Two names that differ by case are two files: not on Windows. */
export const tellsCaseApart = tried((folder) => !existsSync(join(folder, 'A')))
