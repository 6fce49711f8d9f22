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

// The abilities of the system that the tests run on. Each is probed, and tests that need a missing one are skipped (docs/platforms.md).

export const isWindows = process.platform === 'win32'
export const isLinux = process.platform === 'linux'

/** Probes the disk with a file named `a` in a new folder. */
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

/** Symbolic links. Wine 8 only claims to create them. */
export const hasLinks = tried((folder) => {
  symlinkSync('a', join(folder, 'link'))
  return lstatSync(join(folder, 'link')).isSymbolicLink()
})

/** Read-only files refuse to be written; not for root on Linux. */
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

/** Named pipes. Opening one waits, as on a disk that does not respond. */
export const hasPipes = tried((folder) => spawnSync('mkfifo', [join(folder, 'pipe')]).status === 0)

/** Paths of more than 260 letters. Wine 8 cannot resolve a folder with such a path. */
export const tellsLongPaths = tried((folder) => {
  const long = join(folder, ...Array.from({ length: 12 }, () => 'a folder with a name'))
  mkdirSync(long, { recursive: true })
  return realpathSync.native(long).length > 260
})

/** A registry of the test run alone, so that tests may write Steam's keys. */
export const ownsRegistry = process.env.LOADOUT_LANE_HOME !== undefined

/** A second drive. */
export const hasDriveD = isWindows && existsSync('D:\\')

/** A disk that a test may fill. */
export const smallDisk = isWindows && existsSync('E:\\') && tried(() => roomOn('E:\\') < 1 << 26) ? 'E:\\' : undefined

/** The free bytes on the disk of a folder. */
export function roomOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The compiled program that gives others their own console (scripts/windows/aids). */
export const consoleProgram = process.env.LOADOUT_CONSOLE

/** The short (8.3) name of a file or folder on Windows; undefined if it has none. */
export function shortNameOf(folder: string, name: string): string | undefined {
  const { stdout } = spawnSync('cmd.exe', ['/d', '/c', 'dir /x'], { cwd: folder, encoding: 'utf8' })
  const line = stdout.split(/\r?\n/).find((one) => one.trimEnd().endsWith(` ${name}`)) ?? ''
  return /(\S+~\S+) /.exec(line)?.[1]
}

/** Short names, which a Windows disk may not have. */
export const hasShortNames =
  isWindows &&
  tried((folder) => {
    mkdirSync(join(folder, 'a long name'))
    const short = shortNameOf(folder, 'a long name')
    return short !== undefined && existsSync(join(folder, short))
  })

/** Junctions that report themselves and their targets. */
export const hasJunctions = tried((folder) => {
  symlinkSync(join(folder, 'a'), join(folder, 'link'), 'junction')
  return lstatSync(join(folder, 'link')).isSymbolicLink()
})

/** Names that differ only by case are different files; not on Windows. */
export const tellsCaseApart = tried((folder) => !existsSync(join(folder, 'A')))
