import {
  type CheckProgress,
  type CheckSummary,
  type CheckTier,
  type Distrust,
  filesThatDiffer,
  isAbsent,
  isUnloaded,
  type Verification,
} from '../../src-preload/contract/mods.ts'
import type { RepairWork } from '../../src-preload/contract/repair.ts'
import { windowGone } from '../lib/index.ts'
import type { Checked } from './check/index.ts'
import type { FolderState } from './store.ts'
import type { Pause } from './thread.ts'

export interface CheckRequest {
  modId: number
  tier: CheckTier
  /** The player has confirmed a list with fewer than half of the former files. */
  acceptShorter?: boolean
  /** A quick check reads all files that no check has read, however large they are. */
  whole?: boolean
}

/** A check that is running or waiting for its turn. */
export class ActiveCheck {
  readonly tier: CheckTier
  /** It reads all that no check has read. */
  readonly isWhole: boolean
  readonly control = new AbortController()
  end: Promise<unknown> = Promise.resolve()
  /** Undefined until it is its turn, and its files are known. */
  progress: CheckProgress | undefined
  #pausedBy: 'player' | 'game' | undefined
  /** Undefined unless it can be paused at once. */
  #pause: Pause | undefined

  constructor({ tier, whole = false }: CheckRequest) {
    this.tier = tier
    this.isWhole = tier === 'full' || whole
  }

  get paused(): boolean {
    return this.#pausedBy !== undefined
  }

  /** Paused because the game runs, and resumed when it ends. */
  get forGame(): boolean {
    return this.#pausedBy === 'game'
  }

  /** True if its window is gone: it is about to end, and can be resumed. */
  get isLeft(): boolean {
    return this.control.signal.reason === windowGone
  }

  /** How far it is, for the check that resumes it. `before`: how far it was when it was resumed. */
  doneSince(before: FolderState['paused']): NonNullable<FolderState['paused']> {
    const { filesDone, filesTotal } = this.progress ?? before ?? { filesDone: 0, filesTotal: 0 }
    return { filesDone, filesTotal }
  }

  setPause(pause: Pause | undefined): void {
    this.#pause = pause
    if (this.paused) pause?.(true)
  }

  pauseFor(whom: 'player' | 'game' | undefined): void {
    this.#pausedBy = whom
    this.#pause?.(this.paused)
  }
}

/** `isUnchecked`: the list has changed since, but no file of it. */
export function verificationOf(
  active: ActiveCheck | undefined,
  known: FolderState | undefined,
  isUnchecked: boolean,
): Verification {
  const last = known?.last ?? null
  if (active && !active.isLeft)
    return { state: 'verifying', tier: active.tier, paused: active.paused, forGame: active.forGame, last }
  if (known?.paused) return { state: 'interrupted', ...known.paused, last }
  return last
    ? { state: isUnchecked && last.result === 'ready' ? 'stale' : last.result, last }
    : { state: 'unknown', last }
}

/** What brings a mod to its list after this check. */
export const workOf = (last: CheckSummary, isOutdated: boolean): RepairWork =>
  last.isInstalled ? (isOutdated ? 'update' : 'repair') : 'install'

/** When a full check last found everything right. A quick check that finds the same list's files unchanged keeps that time. */
function fullAtOf(checked: Checked, before: FolderState | undefined, checkedAt: string): string | null {
  if (checked.result !== 'ready') return null
  if (checked.tier === 'full') return checkedAt
  return before?.last?.listVersion === checked.listVersion ? before.last.fullAt : null
}

/** True if nothing differs but what the list's refused rows stand for: no repair brings the mod any closer to ready. */
const onlyRefusedDiffer = ({ counts, refused }: Pick<CheckSummary, 'counts' | 'refused'>): boolean =>
  refused > 0 && filesThatDiffer(counts) === refused

/**
 * Why a mod's list is not trusted. `list`: why that of the last try is not; if it was not loaded, the last check's list counts. `newVersion`: of
 * the list that the files do not have yet.
 */
export function distrustOf(
  last: CheckSummary | null = null,
  list: Distrust | null = null,
  newVersion = last?.listVersion,
): Distrust | null {
  if (!last || !onlyRefusedDiffer(last) || newVersion !== last.listVersion || (list && !isUnloaded(list.reason)))
    return list
  return { reason: 'refused-rows', detail: '', at: last.checkedAt }
}

/** The part of a check's result that is stored. */
export function summaryOf(checked: Checked, before: FolderState | undefined, now: Date): CheckSummary {
  const { trusted: _trusted, update: _update, modFolder: _folder, problems: _problems, ...facts } = checked
  const checkedAt = now.toISOString()
  const fullAt = fullAtOf(checked, before, checkedAt)
  const isDamaged = facts.result === 'damaged' && !onlyRefusedDiffer(facts)
  const isInstalled = !isDamaged || (!isAbsent(facts) && before?.last?.isInstalled !== false)
  return { ...facts, checkedAt, fullAt, isInstalled }
}
