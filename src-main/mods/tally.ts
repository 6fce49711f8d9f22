import type { Problem } from '../../src-preload/contract/mods.ts'
import type { FileBatch } from './batches.ts'
import type { KnownList } from './check.ts'
import type { CheckPlan, FileToCheck } from './plan.ts'
import { noCounts } from './report.ts'

/** What became of one file that was on disk: a problem, or nothing if it is as listed. */
function judge(file: FileToCheck, outcome: string, size: number): Problem | undefined {
  const { entry, differs } = file
  const { path } = entry
  if (outcome === entry.hash)
    return differs ? { path, result: 'case-differs', expected: path, found: file.path } : undefined
  if (outcome === 'size') return { path, result: 'wrong-size', expected: entry.size, found: size }
  if (outcome === 'ENOENT') return { path, result: 'missing', expected: entry.size, found: null }
  if (outcome.startsWith('E')) return { path, result: 'unreadable', expected: null, found: outcome }
  return { path, result: 'wrong-hash', expected: entry.hash, found: outcome }
}

/** Counts results and keeps the problems, each listed file once. */
export interface Tally {
  readonly filesDone: number
  settle(file: FileToCheck, outcome: string, size: number): void
  /** All of a batch have the listed digest. */
  settleSame(batch: Pick<FileBatch, 'count' | 'differing'>): void
  /** So many files are as listed. */
  settleOk(count: number): void
  /** Counts and problems; listed files in the list's order, then `extras`. */
  close(extras: Problem[]): Promise<{ counts: ReturnType<typeof noCounts>; problems: Problem[] }>
}

/** Starts a tally with what the plan settled already. */
export function createTally(plan: CheckPlan, list: Pick<KnownList, 'read'>): Tally {
  const counts = noCounts()
  const problems: Problem[] = [...plan.settled]
  let filesDone = plan.settled.length
  for (const { result } of plan.settled) counts[result]++
  const tally: Tally = {
    get filesDone() {
      return filesDone
    },
    settle(file, outcome, size) {
      filesDone++
      if (outcome === file.entry.hash && !file.differs) counts.ok++
      else {
        const problem = judge(file, outcome, size)
        counts[problem?.result ?? 'ok']++
        if (problem) problems.push(problem)
      }
    },
    settleSame(batch) {
      const differing = batch.differing()
      for (const file of differing) tally.settle(file, file.entry.hash, 0)
      tally.settleOk(batch.count - differing.length)
    },
    settleOk(count) {
      filesDone += count
      counts.ok += count
    },
    async close(extras) {
      counts.extra = extras.length
      if (problems.length > 1) {
        const { entries } = await list.read()
        const places = new Map<string, number>(entries.map(({ path }, place) => [path, place]))
        problems.sort((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0))
      }
      return { counts, problems: [...problems, ...extras] }
    },
  }
  return tally
}
