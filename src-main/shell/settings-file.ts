import Store from 'electron-store'
import { join } from 'node:path'
import { keepDamagedFile, type SettingsFile } from '../settings/index.ts'

/** The settings file in `folder` (electron-store: atomic writes). Also tells the copy kept of a damaged file. */
export function openSettingsFile(folder: string, now: () => Date): { file: SettingsFile; keptAs: string | undefined } {
  const path = join(folder, 'settings.json')
  const keptAs = keepDamagedFile(path, now())
  const store = new Store<Record<string, unknown>>({ cwd: folder, name: 'settings', clearInvalidConfig: true })
  return {
    keptAs,
    file: {
      path,
      read: () => store.store,
      write: (value) => {
        store.store = value as Record<string, unknown>
      },
    },
  }
}
