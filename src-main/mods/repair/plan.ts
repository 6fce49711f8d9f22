import type { Problem } from '../../../src-preload/contract/mods.ts'
import type {
  PlanChoice,
  PlanFiles,
  PlannedFetch,
  RepairCause,
  RepairTrouble,
} from '../../../src-preload/contract/repair.ts'
import type { FoundProblem } from '../check/index.ts'
import { isProgram, parseSafePath } from '../list/index.ts'
import type { LastCheck } from '../types.ts'
import type { Addresses } from './sources.ts'
import type { Step, StepList } from './steps.ts'
import { causeOf } from './trouble.ts'

/**
 * The facts that a plan is made from, besides the problems of the check. Those are read only when they are needed, because there may be as
 * many as rows in a hash list.
 */
export interface PlanBasis {
  gameDir: string
  checked: LastCheck
  source: Addresses
}

/** Why a problem cannot be repaired from any source, or `undefined`. */
function hopeless({ result, found }: Problem, modFolder: string): RepairCause | undefined {
  const folder = result === 'case-differs' ? String(found).split('/')[0] : modFolder
  if (folder !== undefined && folder !== modFolder) return { kind: 'folder-case', folder }
  if (result === 'unsafe-path') return found === 'link-outside' ? { kind: 'unsafe-place' } : { kind: 'unusable-entry' }
  const inTheWay = result === 'unreadable' && ['ENOTEMPTY', 'EFTYPE'].includes(String(found))
  return inTheWay ? { kind: 'in-the-way' } : undefined
}

/** What a repair would do about a problem: the row in the list that the player sees, and the step. */
type Planned =
  | { list: 'fetch'; row: PlannedFetch; step: Step }
  | { list: 'rename'; row: PlanFiles['rename'][number]; step: Step }
  | { list: 'extras'; row: PlanFiles['extras'][number]; step: Step }
  | { list: 'blocked'; row: RepairTrouble; step?: undefined }

const blocked = (path: string, cause: RepairCause): Planned => ({ list: 'blocked', row: { path, cause } })

/**
 * Plans one problem, without access to the disk. Undefined for an extra file whose name is invalid on other systems, because repair must
 * not move it.
 */
function planned(problem: FoundProblem, { checked: { modFolder }, source }: PlanBasis): Planned | undefined {
  const { path, result, found, listed } = problem
  if (result === 'extra') {
    if (typeof found === 'string') return blocked(path, causeOf(found) ?? { kind: 'other', errno: found })
    const parsed = parseSafePath(path, modFolder)
    if (!parsed.ok) return undefined
    return { list: 'extras', row: { path, bytes: found }, step: { do: 'set-aside', path: parsed.path } }
  }
  const cause = hopeless(problem, modFolder)
  if (cause || !listed) return blocked(path, cause ?? { kind: 'unusable-entry' })
  if (result === 'case-differs') {
    const from = parseSafePath(found, modFolder)
    if (!from.ok) return blocked(path, { kind: 'unusable-entry' })
    const row = { path: listed.path, from: from.path }
    return { list: 'rename', row, step: { do: 'rename', from: from.path, ...listed } }
  }
  if (!source.ok) return blocked(path, { kind: source.refusal })
  const row = { path, bytes: listed.size, replaces: result !== 'missing' }
  return { list: 'fetch', row, step: { do: 'fetch', ...listed } }
}

export function plannedFiles(problems: readonly FoundProblem[], basis: PlanBasis): PlanFiles {
  const files: PlanFiles = { fetch: [], programs: [], rename: [], extras: [], blocked: [] }
  for (const problem of problems) {
    const plan = planned(problem, basis)
    if (!plan) continue
    const { list, row, step } = plan
    if (list === 'fetch') {
      files.fetch.push(row)
      if (isProgram(step.path)) files.programs.push(row.path)
    } else if (list === 'rename') files.rename.push(row)
    else if (list === 'extras') files.extras.push(row)
    else files.blocked.push(row)
  }
  return files
}

/** True if a row of a plan was chosen. Called once for each row, in the order of its list. */
export type IsChosen = (list: keyof PlanChoice) => boolean

export function chosenBy(choice: PlanChoice): IsChosen {
  const at = { fetch: 0, rename: 0, extras: 0 }
  return (list) => choice[list][at[list]++] === '1'
}

export function addChosen(steps: StepList, problems: readonly FoundProblem[], basis: PlanBasis, isChosen: IsChosen) {
  for (const problem of problems) {
    const plan = planned(problem, basis)
    if (plan?.step && isChosen(plan.list)) steps.add(plan.step)
  }
}
