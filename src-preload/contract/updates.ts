import * as v from 'valibot'
import { call, topic } from './members.ts'

/** How a package that does not update itself gets a newer version. */
export type OtherWay = 'package-manager' | 'flatpak' | 'download' | 'source'

/**
 * The state of the app's update:
 *
 *     by-other-way                                   this package does not update itself
 *     idle ─check→ checking ─┬→ idle (newest)
 *       ↑                    ├→ available ─load→ loading ─→ ready
 *       └──────── failed ←───┴─────────────────────┘ ⇅
 *                                                  waiting (the game or a job runs)
 */
export type UpdateState =
  | { phase: 'by-other-way'; way: OtherWay }
  /** `checkedAt`: milliseconds since the epoch; absent before the first look. */
  | { phase: 'idle'; checkedAt?: number }
  | { phase: 'checking' }
  | { phase: 'available'; version: string }
  /** `share`: from 0 to 1. */
  | { phase: 'loading'; version: string; share: number }
  /** The game or a job runs. Loading begins when nothing else runs. */
  | { phase: 'waiting'; version: string }
  | { phase: 'ready'; version: string }
  | { phase: 'failed'; reason: string }

export interface UpdatesFailures {
  /** The game or a job runs, so nothing is installed now. */
  'update-while-busy': Record<string, never>
}

export const updatesContract = {
  state: topic<UpdateState>(),
  /** Looks for a newer version. */
  check: call<void>()('harmless', v.undefined()),
  /** Loads the version that was found. */
  load: call<void>()('harmless', v.undefined()),
  /** Quits, installs and starts again. */
  install: call<void>()('harmless', v.undefined()),
}
