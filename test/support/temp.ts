import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
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
