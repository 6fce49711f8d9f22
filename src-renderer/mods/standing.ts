import { type CheckSummary, filesThatDiffer, isAbsent, type ModView } from '../../src-preload/contract/mods.ts'
import type { ModUpdate, RepairState } from '../../src-preload/contract/repair.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Tone } from '#shared/ui/icon.ts'

/** Where a mod stands, in the words that the player reads everywhere. */
export type Standing =
  | 'no-files'
  | 'working'
  | 'paused'
  | 'unknown'
  | 'not-trusted'
  | 'not-installed'
  | 'update'
  | 'damaged'
  | 'stale'
  | 'ready'

export const standingTones: Partial<Record<Standing, Tone>> = {
  working: 'info',
  paused: 'warn',
  'not-trusted': 'warn',
  'not-installed': 'info',
  update: 'warn',
  ready: 'ok',
  stale: 'warn',
  damaged: 'bad',
}

/** What the last check came to, also while it is checked anew. */
export const lastOf = ({ verification }: Pick<ModView, 'verification'>): CheckSummary | null =>
  'last' in verification ? verification.last : null

/** `repair`: its present or last one. */
export function standingOf(
  { hasFiles, verification, distrust }: ModView,
  update: ModUpdate | undefined,
  repair: RepairState | undefined,
): Standing {
  if (!hasFiles) return 'no-files'
  if (repair?.phase === 'fetching' || repair?.phase === 'checking') return 'working'
  if (repair?.phase === 'paused' || repair?.phase === 'interrupted') return 'paused'
  if (verification.state === 'verifying') return 'working'
  if (verification.state === 'paused') return 'paused'
  if (distrust) return 'not-trusted'
  if (verification.state === 'unknown') return 'unknown'
  if (isAbsent(verification.last)) return 'not-installed'
  if (update) return 'update'
  return verification.state
}

/** It is over, and left nothing to tell but that. */
export const hasEndedWell = (repair: RepairState | undefined): boolean =>
  repair?.phase === 'ended' && repair.outcome?.stopped === null && repair.outcome.troubles.length === 0

/** What works on a mod, or else its standing, in words. */
export function standingWord(
  { verification }: ModView,
  standing: Standing,
  repair: RepairState | undefined,
  t: Translate,
): string {
  if (repair && repair.phase !== 'ended')
    return t(repair.forGame ? 'mods.paused-for-game' : `repair.phase.${repair.phase}`)
  if (verification.state !== 'verifying') return t(`mods.standing.${standing}`)
  const { paused, forGame } = verification
  return t(forGame ? 'mods.paused-for-game' : paused ? 'common.paused' : 'mods.standing.working')
}

/** What brings a mod to "ready", before it is asked for: files and bytes to fetch, as far as the list says. */
export interface Offer {
  kind: 'install' | 'update' | 'repair'
  files: number
  bytes: number
}

/** By the last check's word, which stands while it is checked anew; undefined where there is nothing to do, or nobody knows what. */
export function offerOf(mod: ModView, update: ModUpdate | undefined): Offer | undefined {
  const { hasFiles, distrust, fetchBytes } = mod
  const last = lastOf(mod)
  if (!hasFiles || distrust || !last) return undefined
  if (update && !isAbsent(last))
    return { kind: 'update', files: update.added + update.changed, bytes: update.fetchBytes }
  if (last.verdict !== 'damaged') return undefined
  return { kind: isAbsent(last) ? 'install' : 'repair', files: filesThatDiffer(last.counts), bytes: fetchBytes }
}
