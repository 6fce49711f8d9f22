import type { CheckCounts, CheckSummary, Problem } from '../../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../../src-preload/contract/repair.ts'
import type { Distrusted, HashList, ListedFile } from '../list/index.ts'

/** A problem, and the listed file. `listed` is absent if the list has no usable entry for it. */
export interface FoundProblem extends Problem {
  listed?: Omit<ListedFile, 'kind'>
}

/** A piece of a check's problems, and the number of pieces. */
export interface ProblemPiece {
  problems: FoundProblem[]
  pieces: number
}

/** What is wrong with a listed file. */
export type ProblemFacts = Omit<Problem, 'path'>

/**
 * The problems of listed files in the list's order, then the extra files. `facts` are by the index of their entry. Each problem is created
 * only when the iterator reaches it.
 */
export const problemsOf = (
  entries: HashList['entries'],
  facts: readonly (ProblemFacts | undefined)[],
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

/** The fields of a problem that are shown to the player. */
export const shownProblem = ({ path, result, expected, found }: Problem): Problem => ({ path, result, expected, found })

/**
 * The result of a check with a trusted list. `stale` comes only from a quick check: it found nothing wrong, but `unverified` files have the right size and were
 * never hashed in their current state, so the mod may or may not be ready.
 */
export interface Checked extends Omit<CheckSummary, 'checkedAt' | 'fullAt' | 'isInstalled'> {
  trusted: true
  /** The name of the mod's folder, with the list's spelling. */
  modFolder: string
  /** Listed files first, in the list's order, then extra files. Empty if the problems are kept on disk. */
  problems: FoundProblem[]
  /** The list's changes that the files do not have yet. */
  update: ModUpdate | null
}

export type CheckResult = Checked | Distrusted

export const noCounts = (): CheckCounts => ({
  ok: 0,
  missing: 0,
  'wrong-size': 0,
  'wrong-hash': 0,
  unreadable: 0,
  'case-differs': 0,
  'unsafe-path': 0,
  'unsupported-hash': 0,
  extra: 0,
})

/**
 * Extra files do not make a mod damaged. They belong to the player and stay until the player moves them.
 * @throws an Error unless each of the `filesListed` files is counted once
 */
export function resultOf(counts: CheckCounts, unverified: number, filesListed: number): CheckSummary['result'] {
  const listed = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.extra
  if (listed + unverified !== filesListed) throw new Error(`${listed + unverified} results of ${filesListed} files`)
  if (listed > counts.ok) return 'damaged'
  return unverified > 0 || counts.ok === 0 ? 'stale' : 'ready'
}
