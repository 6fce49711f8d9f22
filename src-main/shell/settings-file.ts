// Tested in Electron: settings.spec.ts
import type Store from 'electron-store'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepDamagedFile, type SettingsFile } from '../settings/index.ts'

/** The settings file and what opening it found. */
export interface OpenedSettingsFile {
  file: SettingsFile
  /** The copy kept of a damaged file. */
  keptAs: string | undefined
  /** Loads electron-store, which writes the file atomically. Nothing can be written before. */
  loadWriter(): Promise<void>
}

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return {} // absent, or damaged and kept aside
  }
}

/** Opens the settings file in `folder`. The first paint needs its content, but not the library that writes it. */
export function openSettingsFile(folder: string, now: () => Date): OpenedSettingsFile {
  const path = join(folder, 'settings.json')
  const keptAs = keepDamagedFile(path, now())
  let store: Store<Record<string, unknown>> | undefined
  return {
    keptAs,
    async loadWriter() {
      const { default: Writer } = await import('electron-store')
      store = new Writer({ cwd: folder, name: 'settings', clearInvalidConfig: true })
    },
    file: {
      path,
      read: () => readJson(path),
      write(value) {
        if (!store) throw new Error('the settings were changed before their writer was loaded')
        store.store = value as Record<string, unknown>
      },
    },
  }
}
