import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const endings: (() => unknown)[] = []

afterAll(async () => {
  for (const end of endings.reverse()) await end()
})

/** Has something done at the end of the test file, the last first. Vitest runs no `afterAll` that a hook asks for. */
export const atEnd = (end: () => unknown): void => void endings.push(end)

/** A fresh folder that goes with the test file. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-packages-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
