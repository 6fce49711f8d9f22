import type { writeFileSync } from 'atomically'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepDamagedFile, type SettingsFile } from '../settings/index.ts'

/** The settings file and what opening it found. */
export interface OpenedSettingsFile {
  file: SettingsFile
  /** The copy kept of a damaged file. */
  keptAs: string | undefined
  /** Loads what writes the file. Nothing can be written before. */
  loadWriter(): Promise<void>
}

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return {} // absent, or damaged and kept aside
  }
}

/** Opens the settings file in `folder`. The window's first picture needs its content, but not the library that writes it. */
export function openSettingsFile(folder: string, now: () => Date): OpenedSettingsFile {
  const path = join(folder, 'settings.json')
  const keptAs = keepDamagedFile(path, now())
  let writeFile: typeof writeFileSync | undefined
  return {
    keptAs,
    async loadWriter() {
      writeFile = (await import('atomically')).writeFileSync
    },
    file: {
      path,
      read: () => readJson(path),
      write(value) {
        if (!writeFile) throw new Error('the settings were changed before their writer was loaded')
        writeFile(path, `${JSON.stringify(value, undefined, '\t')}\n`)
      },
    },
  }
}
