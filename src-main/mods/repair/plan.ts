import type { Problem } from '../../../src-preload/contract/mods.ts'
import type { RepairCause, RepairPlan } from '../../../src-preload/contract/repair.ts'
import type { FoundProblem } from '../check/index.ts'
import { isPartName, isProgram, parseSafePath, type SafePath } from '../list/index.ts'
import type { CheckedMod } from '../types.ts'
import type { Step } from './session.ts'
import type { Source } from './source-url.ts'
import { causeOf } from './trouble.ts'

/** The plan's part that does not depend on the machine. */
export type PlanBody = Pick<
  RepairPlan,
  'programs' | 'fetch' | 'rename' | 'extras' | 'blocked' | 'staysCount' | 'host' | 'insecure'
>

export interface MadePlan {
  body: PlanBody
  /** One for each file of `fetch` and `rename`. */
  steps: Step[]
}

const sourceCause: Record<(Source & { ok: false })['refusal'], RepairCause> = {
  'no-source': { kind: 'no-source' },
  'bad-source': { kind: 'bad-source' },
  'insecure-source': { kind: 'insecure-source' },
}

/** Why a problem cannot be repaired whatever the source, or `undefined`. */
function hopeless(problem: Problem, modFolder: string): RepairCause | undefined {
  const folder = problem.result === 'case-differs' ? String(problem.found).split('/', 1)[0] : modFolder
  if (folder !== undefined && folder !== modFolder) return { kind: 'folder-case', folder }
  if (problem.result === 'unsafe-path')
    return problem.found === 'link-outside' ? { kind: 'unsafe-place' } : { kind: 'unusable-entry' }
  if (problem.result === 'unsupported-hash') return { kind: 'unusable-entry' }
  if (isPartName(problem.path.slice(problem.path.lastIndexOf('/') + 1))) return { kind: 'unusable-entry' }
  const inTheWay = problem.result === 'unreadable' && ['EISDIR', 'ENOTDIR', 'ENOTFILE'].includes(String(problem.found))
  return inTheWay ? { kind: 'in-the-way' } : undefined
}

/** Turns what a check found into what a repair would do. Pure: nothing is looked at and nothing happens. */
export function makePlan(
  { modFolder, filesListed }: CheckedMod,
  problems: readonly FoundProblem[],
  source: Source,
): MadePlan {
  const body: PlanBody = {
    fetch: [],
    programs: [],
    rename: [],
    extras: [],
    blocked: [],
    staysCount: filesListed,
    host: source.ok ? source.base.host : null,
    insecure: source.ok && source.insecure,
  }
  const steps: Step[] = []
  for (const problem of problems) {
    const { path, result, found, listed } = problem
    if (result === 'extra') {
      if (typeof found === 'string')
        body.blocked.push({ path, cause: causeOf(found) ?? { kind: 'other', errno: found } })
      else body.extras.push({ path, bytes: found })
      continue
    }
    body.staysCount--
    const cause = hopeless(problem, modFolder)
    const step = cause ? undefined : stepFor(problem, modFolder)
    if (!step) body.blocked.push({ path, cause: cause ?? { kind: 'unusable-entry' } })
    else if (step.do === 'rename') {
      body.rename.push({ path: step.path, from: step.from })
      steps.push(step)
    } else if (!source.ok) body.blocked.push({ path, cause: sourceCause[source.refusal] })
    else {
      body.fetch.push({ path, bytes: listed?.size ?? null, replaces: result !== 'missing' })
      if (isProgram(step.path)) body.programs.push(path)
      steps.push(step)
    }
  }
  return { body, steps }
}

function stepFor({ result, found, listed }: FoundProblem, modFolder: string) {
  if (!listed) return undefined
  if (result !== 'case-differs') return { do: 'fetch' as const, ...listed }
  const from = parseSafePath(found, modFolder)
  return from.ok ? { do: 'rename' as const, from: from.path, ...listed } : undefined
}

/** The steps that the player left in, and the extras that they chose. Unknown paths are nobody's. */
export function chosenSteps(
  plan: MadePlan,
  modFolder: string,
  leaveOut: readonly string[],
  setAside: readonly string[],
): Step[] {
  const out = new Set(leaveOut)
  const extras = new Set(plan.body.extras.map(({ path }) => path))
  const aside = setAside.flatMap((text): SafePath[] => {
    const parsed = parseSafePath(text, modFolder)
    return extras.has(text) && parsed.ok ? [parsed.path] : []
  })
  return [...plan.steps.filter(({ path }) => !out.has(path)), ...aside.map((path): Step => ({ do: 'set-aside', path }))]
}
