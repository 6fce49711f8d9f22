import { resolve } from 'node:path'
import { workers } from '../../scripts/lib/build-for-node.mjs'

/**
 * The programs that tests run in threads and processes, by name, with their entries. All are built once, before the first test. If each
 * test file built its own, it would overwrite a program that another one runs.
 */
export const programs = {
  ...workers,
  cli: 'src-main/cli.ts',
  'transfer-child': 'test/bank/transfer-child.ts',
  'rpc-child': 'test/lib/rpc-child.ts',
  'abandon-child': 'test/lib/abandon-child.ts',
  'resume-child': 'test/mods/resume-child.ts',
  'silent-child': 'test/mods/silent-child.ts',
  'repair-child': 'test/repair/child.ts',
  'move-child': 'test/repair/move-child.ts',
  'key-child': 'test/repair/key-child.ts',
  'lock-child': 'test/repair/lock-child.ts',
  'service-child': 'test/repair/service-child.ts',
  'undo-child': 'test/repair/undo-child.ts',
  'use-disturbed-keyring': 'test/vault/use-disturbed-keyring.ts',
  'use-silent-keyring': 'test/vault/use-silent-keyring.ts',
  'use-system-keyring': 'test/vault/use-system-keyring.ts',
}

/** Programs that tests run with planted faults (test/support/faults), also in their threads. */
export const faultyPrograms = { ...workers, cli: programs.cli }

/** The absolute path of such a program's build. */
export const faultyProgramAt = (name: keyof typeof faultyPrograms): string =>
  resolve(import.meta.dirname, `../../out/test/faulty/${name}.js`)

/** The absolute path of a program's build. */
export const programAt = (name: keyof typeof programs): string =>
  resolve(import.meta.dirname, `../../out/test/${name}.js`)
