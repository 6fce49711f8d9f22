import { writeFileSync } from 'atomically'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepDamagedFile, type SettingsFile } from '../settings/index.ts'

/** The settings file and what opening it found. */
export interface OpenedSettingsFile {
  file: SettingsFile
  /** The copy kept of a damaged file. */
  keptAs: string | undefined
}

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return {} // absent, or damaged and kept aside
  }
}

/** Opens the settings file in `folder`. */
export function openSettingsFile(folder: string, now: () => Date): OpenedSettingsFile {
  const path = join(folder, 'settings.json')
  const keptAs = keepDamagedFile(path, now())
  return {
    keptAs,
    file: {
      path,
      read: () => readJson(path),
      write: (value) => writeFileSync(path, `${JSON.stringify(value, undefined, '\t')}\n`),
    },
  }
}
