import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A fresh folder that is removed when the test ends. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-'))
  // On Windows a scanner, or a process that was killed, may hold a file for a moment.
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 15 }))
  return dir
}
