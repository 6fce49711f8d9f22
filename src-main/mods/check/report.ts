import type { CheckCounts, CheckSummary, Problem } from '../../../src-preload/contract/mods.ts'
import type { ListedFile } from '../list/index.ts'

/** What a list says of a file, as far as a repair needs it. */
export type Listed = Omit<ListedFile, 'kind'>

/** A problem, with what the list wants in its place; absent where the list says nothing that could be used. */
export interface FoundProblem extends Problem {
  listed?: Listed
}

/** What the player is told of a problem. */
export const tellable = ({ path, result, expected, found }: Problem): Problem => ({ path, result, expected, found })

/**
 * What a check found. `stale` only comes from a quick check: nothing wrong was seen, but `unverified` files have the right
 * size and were never hashed as they are now, so it cannot be said whether the mod is ready.
 */
export interface CheckReport extends Pick<
  CheckSummary,
  'tier' | 'verdict' | 'filesListed' | 'unverified' | 'bytesHashed'
> {
  /** When the check began, in milliseconds since 1970: names the check. */
  startedAtMs: number
  counts: CheckCounts
  /** Name of the mod's folder as the list spells it. */
  modFolder: string
  /** Names the list by what it wants. */
  listVersion: string
  /** What a repair would have to fetch, as far as the list says. */
  missingBytes: number
  /** Listed files first in the list's order, then extras; none where they are kept on disk. */
  problems: FoundProblem[]
}
