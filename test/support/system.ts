import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** Two names that differ by case are two files: not on Windows. */
export const tellsCaseApart = tried((folder) => !existsSync(join(folder, 'A')))
