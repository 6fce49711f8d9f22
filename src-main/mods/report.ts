import type { CheckCounts, CheckTier, Problem } from '../../src-preload/contract/mods.ts'
import type { Findings } from './findings.ts'

/**
 * What a check found. `stale` only comes from a quick check: nothing wrong was seen, but `unverified` files have the right
 * size and were never hashed as they are now, so it cannot be said whether the mod is ready.
 */
export interface CheckReport {
  tier: CheckTier
  verdict: 'ready' | 'damaged' | 'stale'
  counts: CheckCounts
  /** Listed files first in the list's order, then extras. */
  problems: Problem[]
  filesListed: number
  /** Listed files that are neither ok nor a problem: a quick check left them unread. */
  unverified: number
  /** Bytes read and hashed by this run. */
  bytesHashed: number
  /** What the next quick check may believe. */
  findings: Findings
}

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

/** Extras do not make a mod damaged: they are the player's files and stay until the player moves them. */
export function verdictOf(counts: CheckCounts, unverified: number): CheckReport['verdict'] {
  const listed = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.extra
  if (listed > counts.ok) return 'damaged'
  return unverified > 0 || counts.ok === 0 ? 'stale' : 'ready'
}
