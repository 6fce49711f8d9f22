import type { RepairWork } from '../../src-preload/contract/repair.ts'

/** What a server's mod needs before the player can join. */
export interface Need {
  kind: RepairWork
  /** False while the community cannot be reached: a join checks the files by its list. */
  mayJoin: boolean
  /** The cost in words. */
  price: string
  /** Undefined while the mod is busy. */
  begin: (() => void) | undefined
  /** Shows what it would do. */
  details: () => void
}
