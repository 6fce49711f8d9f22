import { resolve } from 'node:path'
import { workers } from '../../scripts/lib/build-for-node.mjs'

/**
 * What tests run in threads and processes of their own, by name, with its entry. All are built once, before the first test: files
 * that each built theirs would write under what another one runs.
 */
export const programs = {
  ...workers,
  cli: 'src-main/cli.ts',
  'transfer-child': 'test/bank/transfer-child.ts',
  'rpc-child': 'test/lib/rpc-child.ts',
  'abandon-child': 'test/lib/abandon-child.ts',
  'crash-child': 'test/mods/crash-child.ts',
  'hang-child': 'test/mods/hang-child.ts',
  'resume-child': 'test/mods/resume-child.ts',
  'silent-child': 'test/mods/silent-child.ts',
  'repair-child': 'test/repair/child.ts',
  'move-child': 'test/repair/move-child.ts',
  'lock-child': 'test/repair/lock-child.ts',
  'service-child': 'test/repair/service-child.ts',
  'undo-child': 'test/repair/undo-child.ts',
  'use-disturbed-keyring': 'test/vault/use-disturbed-keyring.ts',
  'use-silent-keyring': 'test/vault/use-silent-keyring.ts',
  'use-system-keyring': 'test/vault/use-system-keyring.ts',
}

/** What tests run with faults planted in it (test/support/faults), its threads included. */
export const faultyPrograms = { ...workers, cli: programs.cli }

/** Where such a program stands, built for Node; absolute. */
export const faultyProgramAt = (name: keyof typeof faultyPrograms): string =>
  resolve(import.meta.dirname, `../../out/test/faulty/${name}.js`)

/** Where a program stands, built for Node; absolute. */
export const programAt = (name: keyof typeof programs): string =>
  resolve(import.meta.dirname, `../../out/test/${name}.js`)
