import type { CrashCause } from '../../../src-preload/contract/diagnostics.ts'

/** What puts a cause right, as far as a button can: a full check of the mods, after which each offers what helps, Steam's look at the game, a screen. */
export type CrashFix = 'mods' | 'validate' | 'voice' | 'servers'

/** The likeliest first step for a cause; where only the computer or a person helps, none. */
export const crashFixes: Partial<Record<CrashCause, CrashFix>> = {
  'missing-addon': 'mods',
  'wrong-signature': 'mods',
  'modified-files': 'mods',
  'corrupt-file': 'mods',
  'missing-file': 'mods',
  'config-error': 'mods',
  'disk-full': 'mods',
  'battleye-kick': 'validate',
  'battleye-service': 'validate',
  'version-mismatch': 'validate',
  'memory-damaged': 'validate',
  'access-violation': 'validate',
  'memory-allocator': 'validate',
  'missing-dll': 'voice',
  'connection-lost': 'servers',
  'high-ping': 'servers',
  'wrong-password': 'servers',
  'steam-ticket': 'servers',
  kicked: 'servers',
}
