import * as v from 'valibot'
import type { WireFailure } from './failure.ts'
import { call, topic } from './members.ts'
import type { ByteProgress } from './progress.ts'

/** Mods on their way to another folder. */
export interface ModsMove extends ByteProgress {
  to: string
  /** The old files stay, because another community uses them. */
  keeps: boolean
  isPaused: boolean
  failure: WireFailure | null
}

/** Where the community's mods lie. Absolute. */
export interface ModsPlace {
  gameDir: string | null
  /** Another folder than the game's. */
  modsDir: string | null
  move: ModsMove | null
}

/** Members of the repair domain: in its own file their failure would make an import circle. */
export const movingContract = {
  place: topic<ModsPlace>(),
  /** Moves all mods to a folder that the player chooses. */
  moveMods: call<void>()('player', v.undefined()),
  /** Shows the folder for which a move was refused last. */
  openInTheWay: call<void>()('player', v.undefined()),
  pauseMoving: call<void>()('harmless', v.undefined()),
  goOnMoving: call<void>()('harmless', v.undefined()),
  /** Gives a move up: its copies go. */
  cancelMoving: call<void>()('harmless', v.undefined()),
}
