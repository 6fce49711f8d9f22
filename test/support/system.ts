import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
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

/** Two names that differ by case are two files: not on Windows. */
export const tellsCaseApart = tried((folder) => !existsSync(join(folder, 'A')))
