import type { Problem } from '../../../src-preload/contract/mods.ts'
import type { PlanChoice, PlanFiles, RepairCause } from '../../../src-preload/contract/repair.ts'
import { inSlices } from '../../lib/index.ts'
import type { FoundProblem } from '../check/index.ts'
import { isProgram, parseSafePath } from '../list/index.ts'
import type { LastCheck } from '../types.ts'
import type { Step } from './session.ts'
import type { Addresses } from './source-url.ts'
import { causeOf } from './trouble.ts'

/** The plan's part that does not depend on the machine. */
export interface MadePlan {
  files: PlanFiles
  /** Listed files that are right. */
  staysCount: number
  /** One for each file of `fetch` and `rename`, in their order. */
  steps: { fetch: Step[]; rename: Step[] }
}

export const emptyPlan = ({ filesListed }: LastCheck): MadePlan => ({
  files: { fetch: [], programs: [], rename: [], extras: [], blocked: [] },
  staysCount: filesListed,
  steps: { fetch: [], rename: [] },
})

const sourceCause: Record<(Addresses & { ok: false })['refusal'], RepairCause> = {
  'no-source': { kind: 'no-source' },
  'bad-source': { kind: 'bad-source' },
  'insecure-source': { kind: 'insecure-source' },
}

/** Why a problem cannot be repaired whatever the source, or `undefined`. */
function hopeless(problem: Problem, modFolder: string): RepairCause | undefined {
  const folder = problem.result === 'case-differs' ? String(problem.found).split('/')[0] : modFolder
  if (folder !== undefined && folder !== modFolder) return { kind: 'folder-case', folder }
  if (problem.result === 'unsafe-path')
    return problem.found === 'link-outside' ? { kind: 'unsafe-place' } : { kind: 'unusable-entry' }
  const inTheWay = problem.result === 'unreadable' && ['ENOTEMPTY', 'EFTYPE'].includes(String(problem.found))
  return inTheWay ? { kind: 'in-the-way' } : undefined
}

/** Adds to a plan what a repair would do about these problems. Nothing is looked at and nothing happens. */
export function addToPlan(
  plan: MadePlan,
  problems: readonly FoundProblem[],
  { modFolder }: LastCheck,
  source: Addresses,
): void {
  const { files, steps } = plan
  for (const problem of problems) {
    const { path, result, found, listed } = problem
    if (result === 'extra') {
      if (typeof found === 'string')
        files.blocked.push({ path, cause: causeOf(found) ?? { kind: 'other', errno: found } })
      else files.extras.push({ path, bytes: found })
      continue
    }
    plan.staysCount--
    const cause = hopeless(problem, modFolder)
    const step = cause ? undefined : stepFor(problem, modFolder)
    if (!step) files.blocked.push({ path, cause: cause ?? { kind: 'unusable-entry' } })
    else if (step.do === 'rename') {
      files.rename.push({ path: step.path, from: step.from })
      steps.rename.push(step)
    } else if (!source.ok) files.blocked.push({ path, cause: sourceCause[source.refusal] })
    else {
      files.fetch.push({ path, bytes: listed?.size ?? null, replaces: result !== 'missing' })
      if (isProgram(step.path)) files.programs.push(path)
      steps.fetch.push(step)
    }
  }
}

function stepFor({ result, found, listed }: FoundProblem, modFolder: string) {
  if (!listed) return undefined
  if (result !== 'case-differs') return { do: 'fetch' as const, ...listed }
  const from = parseSafePath(found, modFolder)
  return from.ok ? { do: 'rename' as const, from: from.path, ...listed } : undefined
}

/** What the player chose of a plan. */
export async function chosenSteps({ files, steps }: MadePlan, modFolder: string, choice: PlanChoice): Promise<Step[]> {
  const chosen: Step[] = []
  const take = async <T>(rows: readonly T[], marks: string, add: (row: T) => void) => {
    let at = 0
    await inSlices(rows, (row) => {
      if (marks[at++] === '1') add(row)
    })
  }
  await take(steps.fetch, choice.fetch, (step) => chosen.push(step))
  await take(steps.rename, choice.rename, (step) => chosen.push(step))
  await take(files.extras, choice.extras, ({ path }) => {
    const parsed = parseSafePath(path, modFolder)
    if (parsed.ok) chosen.push({ do: 'set-aside', path: parsed.path })
  })
  return chosen
}
