import { mkdtempSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A fresh folder that is removed when the test ends. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-'))
  // On Windows a scanner, a process that was killed or a folder that is being read may hold it for a moment.
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 15 }))
  return dir
}

/** Copies a folder with all in it. Node 22's `cpSync` ends the process on Windows if a path has an umlaut. */
export const copyFolder = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true })
