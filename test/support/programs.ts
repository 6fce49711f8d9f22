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
  'collect-child': 'test/lib/collect-child.ts',
  'crash-child': 'test/mods/crash-child.ts',
  'silent-child': 'test/mods/silent-child.ts',
  'hostile-thread-child': 'test/play/hostile-thread-child.ts',
  'repair-child': 'test/repair/child.ts',
  'lock-child': 'test/repair/lock-child.ts',
  'room-child': 'test/repair/room-child.ts',
  'undo-child': 'test/repair/undo-child.ts',
  'use-disturbed-keyring': 'test/vault/use-disturbed-keyring.ts',
  'use-silent-keyring': 'test/vault/use-silent-keyring.ts',
  'use-system-keyring': 'test/vault/use-system-keyring.ts',
}

/** Where a program stands, built for Node; absolute. */
export const programAt = (name: keyof typeof programs): string =>
  resolve(import.meta.dirname, `../../out/test/${name}.js`)
