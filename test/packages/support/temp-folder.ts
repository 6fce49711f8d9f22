import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A fresh folder that goes with the test file. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-packages-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
