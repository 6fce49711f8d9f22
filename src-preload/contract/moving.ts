import * as v from 'valibot'
import type { WireFailure } from './failure.ts'
import { call, topic } from './members.ts'
import type { ByteProgress } from './progress.ts'

export interface ModsMove extends ByteProgress {
  to: string
  /** True if the old files remain, because another community uses them. */
  keeps: boolean
  isPaused: boolean
  failure: WireFailure | null
}

/** The folder of the community's mods, absolute. */
export interface ModsPlace {
  gameDir: string | null
  /** The mods' folder, if it is not the game's. */
  modsDir: string | null
  move: ModsMove | null
}

/** Members of the repair domain. In its file, their `WireFailure` would cause an import circle. */
export const movingContract = {
  place: topic<ModsPlace>(),
  /** Moves all mods to a folder that the player chooses. */
  moveMods: call<void>()('player', v.undefined()),
  /** Shows the folder that caused the last refusal of a move. */
  openInTheWay: call<void>()('player', v.undefined()),
  pauseMoving: call<void>()('harmless', v.undefined()),
  goOnMoving: call<void>()('harmless', v.undefined()),
  /** Cancels a move and deletes its copies. */
  cancelMoving: call<void>()('harmless', v.undefined()),
}
