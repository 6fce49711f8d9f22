import type { CheckCounts, CheckSummary } from '../../../src-preload/contract/mods.ts'

export const noCounts = (): CheckCounts => ({
  ok: 0,
  missing: 0,
  'wrong-size': 0,
  'wrong-hash': 0,
  unreadable: 0,
  'case-differs': 0,
  'unsafe-path': 0,
  'unsupported-hash': 0,
  extra: 0,
})

/**
 * Extra files do not make a mod damaged. They belong to the player and stay until the player moves them.
 * @throws an Error unless each of the `filesListed` files is counted once
 */
export function verdictOf(counts: CheckCounts, unverified: number, filesListed: number): CheckSummary['verdict'] {
  const listed = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.extra
  if (listed + unverified !== filesListed) throw new Error(`${listed + unverified} results of ${filesListed} files`)
  if (listed > counts.ok) return 'damaged'
  return unverified > 0 || counts.ok === 0 ? 'stale' : 'ready'
}
