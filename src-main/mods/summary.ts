import type { CheckProgress, CheckSummary, CheckTier, Verification } from '../../src-preload/contract/mods.ts'
import type { Remembered } from './store.ts'
import type { Checked, CheckControls } from './thread.ts'

/** A check that runs or waits for its turn. */
export interface ActiveCheck {
  tier: CheckTier
  paused: boolean
  /** Paused because the game runs; goes on when it ends. */
  forGame: boolean
  controls: CheckControls | undefined
  progress: CheckProgress | undefined
  control: AbortController
  end: Promise<unknown>
}

/** Where a mod stands, by its check under way and what is remembered of it. */
export function verificationOf(active: ActiveCheck | undefined, known: Remembered | undefined): Verification {
  const last = known?.last ?? null
  if (active) return { state: 'verifying', tier: active.tier, paused: active.paused, forGame: active.forGame, last }
  if (known?.paused) return { state: 'paused', ...known.paused, last }
  return last ? { state: last.verdict, last } : { state: 'unknown' }
}

export type Trusted = Checked & { trusted: true }

/** Since when a full check stands: a quick one that finds the same list's files unchanged leaves its word as it was. */
function fullAtOf({ report }: Trusted, before: Remembered | undefined, checkedAt: string): string | null {
  if (report.verdict !== 'ready') return null
  if (report.tier === 'full') return checkedAt
  return before?.listVersion === report.listVersion ? (before.last?.fullAt ?? null) : null
}

/** What is remembered of a check. */
export function summaryOf(checked: Trusted, before: Remembered | undefined, now: Date): CheckSummary {
  const { tier, verdict, counts, filesListed, unverified, bytesHashed } = checked.report
  const { durationMs } = checked
  const checkedAt = now.toISOString()
  const fullAt = fullAtOf(checked, before, checkedAt)
  return { tier, verdict, counts, filesListed, unverified, bytesHashed, durationMs, checkedAt, fullAt }
}
