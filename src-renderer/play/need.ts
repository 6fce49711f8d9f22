import type { Snippet } from 'svelte'
import type { RepairWork } from '../../src-preload/contract/repair.ts'

/** What a server's mods need before the player can join. */
export interface Need {
  kind: RepairWork
  /** False while the community cannot be reached, or the list of another mod is rejected: a join checks the files by the lists. */
  mayJoin: boolean
  /** The community cannot be reached. */
  isAway: boolean
  /** The cost of all in words. */
  price: string
  /** The same without the number of files, if there is anything to download. */
  brief: string
  /** The same as a line of its own: what is to be done with it. */
  line: string
  /** Does it all. Undefined while a mod is busy. */
  begin: (() => void) | undefined
  /** Shows what it would do. */
  details: () => void
}

/** The check of a server's mod. */
export interface Checking {
  /** Nothing is known of its files yet. */
  isFirst: boolean
  /** Shows how far it is. */
  panel: Snippet
}

/** The work on a server's mod. */
export interface Working {
  /** Shows how far it is, or why it has stopped. */
  panel: Snippet
  isStopped: boolean
  /** What goes on with it, if it has stopped. */
  mend: { label: string; run: () => void; isResume: boolean } | undefined
}
