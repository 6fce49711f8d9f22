import { app } from 'electron'
import { resolve } from 'node:path'
import { readArguments, type AppArguments } from './arguments.ts'

/** What a second start tells the first. */
interface SecondStart {
  argv: string[]
}

/** Takes the lock of this data folder. `false`: another one runs, has been told our arguments, and we must end. */
export const takeInstanceLock = (argv: readonly string[]): boolean =>
  app.requestSingleInstanceLock({ argv: [...argv] } satisfies SecondStart)

const isSecondStart = (value: unknown): value is SecondStart =>
  typeof value === 'object' &&
  value !== null &&
  'argv' in value &&
  Array.isArray(value.argv) &&
  value.argv.every((word) => typeof word === 'string')

/** Calls `heard` with the arguments of each later start. Paths are made absolute where the second start stood. */
export function onSecondStart(heard: (given: AppArguments) => void): void {
  // Electron's own `argv` is what Chromium made of it: reordered and lower-cased. The lock's data is as typed.
  app.on('second-instance', (_event, argv, folder, data) => {
    const given = readArguments(isSecondStart(data) ? data.argv : argv, {})
    heard({ ...given, community: given.community && resolve(folder, given.community) })
  })
}
