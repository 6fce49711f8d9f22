import type { CheckProgress, Distrust } from '../../src-preload/contract/mods.ts'
import type { CheckedMod, CheckWish, ModRecord, ModsNeeds } from './room-shape.ts'
import { parseModFolder } from './safe-path.ts'
import type { Remembered, StateStore } from './state-store.ts'
import type { VerifyControls } from './verify.ts'

/** A check that runs or waits for its turn. */
export interface Running {
  tier: CheckWish['tier']
  paused: boolean
  /** Paused because the game runs; goes on when it ends. */
  forGame: boolean
  controls: VerifyControls | undefined
  progress: CheckProgress | undefined
  control: AbortController
}

/** What the room knows. */
export interface RoomState {
  mods: ModRecord[]
  asOf: string | null
  stored: boolean
  gameDirExists: boolean
  running: Map<number, Running>
  held: Set<number>
  distrust: Map<number, Distrust>
  /** The last check whole, and of which game folder. */
  checked: Map<number, CheckedMod & { gameDir: string }>
}

/** What the room's parts share. */
export interface RoomContext {
  needs: ModsNeeds
  store: StateStore
  state: RoomState
  /** What is remembered of a mod in a game folder: the present one, unless told. */
  known(modId: number, gameDir?: string): Remembered | undefined
  tell(): void
}

/** The mod's folder, if its name can be used. */
export function folderOf(mod: ModRecord): string | undefined {
  const parsed = parseModFolder(mod.directory)
  return parsed.ok ? parsed.path : undefined
}
