import type { CheckCounts, CheckSummary, Problem } from '../../../src-preload/contract/mods.ts'
import type { HashList, ListedFile } from '../list/index.ts'

/** A problem, with what the list wants in its place; absent where the list says nothing that could be used. */
export interface FoundProblem extends Problem {
  listed?: Omit<ListedFile, 'kind'>
}

/** What is wrong with a listed file. */
export type Facts = Omit<Problem, 'path'>

/** The problems of listed files in the list's order, `facts` by the index of their entry, then the extras; each is made when it is asked for. */
export const problemsOf = (
  entries: HashList['entries'],
  facts: readonly (Facts | undefined)[],
  extras: readonly Problem[],
): Iterable<FoundProblem> => ({
  *[Symbol.iterator]() {
    for (const [index, entry] of entries.entries()) {
      const fact = facts[index]
      if (!fact) continue
      const problem = { path: entry.path, ...fact }
      if (entry.kind !== 'file') yield problem
      else {
        const { path, size, hash, algorithm } = entry
        yield { ...problem, listed: { path, size, hash, algorithm } }
      }
    }
    yield* extras
  },
})

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

/** A report as it is made: of very many problems only the facts are held. */
export type FreshReport = Omit<CheckReport, 'problems'> & { problems: Iterable<FoundProblem> }
