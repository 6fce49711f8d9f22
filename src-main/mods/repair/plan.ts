import { createHash } from 'node:crypto'
import type { Problem } from '../../../src-preload/contract/mods.ts'
import type { PlannedFetch, RepairCause, RepairPlan } from '../../../src-preload/contract/repair.ts'
import { foldKey } from '../fold.ts'
import type { HashList, ListedFile } from '../hash-list.ts'
import type { CheckedMod } from '../room-shape.ts'
import { parseSafePath, type SafePath } from '../safe-path.ts'
import { isPartName } from './part-name.ts'
import type { Step } from './session.ts'
import type { Source } from './source-url.ts'
import { causeOf } from './trouble.ts'

/** The plan's part that does not depend on the machine. */
export type PlanBody = Pick<RepairPlan, 'fetch' | 'rename' | 'extras' | 'blocked' | 'staysCount' | 'host' | 'insecure'>

export interface MadePlan {
  body: PlanBody
  /** One for each file of `fetch` and `rename`. */
  steps: Step[]
}

/** Names a list by its content: two lists of one version want the very same files. */
export function versionOf(list: HashList): string {
  const lines = list.entries.map((entry) =>
    entry.kind === 'unsafe-path' ? `?${entry.path}` : `${entry.path}\t${entry.size}\t${entry.hash}`,
  )
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 32)
}

const sourceCause: Record<(Source & { ok: false })['refusal'], RepairCause> = {
  'no-source': { kind: 'no-source' },
  'bad-source': { kind: 'bad-source' },
  'insecure-source': { kind: 'insecure-source' },
}

/** Why a problem cannot be repaired whatever the source, or `undefined`. */
function hopeless(problem: Problem): RepairCause | undefined {
  if (problem.result === 'unsafe-path')
    return problem.found === 'link-outside' ? { kind: 'unsafe-place' } : { kind: 'unusable-entry' }
  if (problem.result === 'unsupported-hash') return { kind: 'unusable-entry' }
  if (isPartName(problem.path.slice(problem.path.lastIndexOf('/') + 1))) return { kind: 'unusable-entry' }
  const inTheWay = problem.result === 'unreadable' && ['EISDIR', 'ENOTDIR', 'ENOTFILE'].includes(String(problem.found))
  return inTheWay ? { kind: 'in-the-way' } : undefined
}

/** Turns what a check found into what a repair would do. Pure: nothing is looked at and nothing happens. */
export function makePlan({ list, problems }: CheckedMod, source: Source): MadePlan {
  const files = new Map<string, ListedFile>()
  for (const entry of list.entries) if (entry.kind === 'file') files.set(foldKey(entry.path), entry)
  const body: PlanBody = {
    fetch: [],
    rename: [],
    extras: [],
    blocked: [],
    staysCount: list.entries.length,
    host: source.ok ? source.base.host : null,
    insecure: source.ok && source.insecure,
  }
  const steps: Step[] = []
  for (const problem of problems) {
    if (problem.result === 'extra') {
      const { path, found } = problem
      if (typeof found === 'string')
        body.blocked.push({ path, cause: causeOf(found) ?? { kind: 'other', errno: found } })
      else body.extras.push({ path, bytes: found })
      continue
    }
    body.staysCount--
    const file = files.get(foldKey(problem.path))
    const cause = hopeless(problem) ?? (file ? undefined : { kind: 'unusable-entry' as const })
    const step = cause || !file ? undefined : stepFor(problem, file, list.modFolder)
    if (cause || !step) body.blocked.push({ path: problem.path, cause: cause ?? { kind: 'unusable-entry' } })
    else if (step.do === 'rename') {
      body.rename.push({ path: step.path, from: step.from })
      steps.push(step)
    } else if (!source.ok) body.blocked.push({ path: problem.path, cause: sourceCause[source.refusal] })
    else {
      body.fetch.push(planned(problem, file))
      steps.push(step)
    }
  }
  return { body, steps }
}

const planned = (problem: Problem, file: ListedFile | undefined): PlannedFetch => ({
  path: problem.path,
  bytes: file?.size ?? null,
  replaces: problem.result !== 'missing',
})

function stepFor(problem: Problem, { path, size, hash, algorithm }: ListedFile, modFolder: string): Step | undefined {
  const wanted = { path, size, hash, algorithm }
  if (problem.result !== 'case-differs') return { do: 'fetch', ...wanted }
  const from = parseSafePath(problem.found, modFolder)
  return from.ok ? { do: 'rename', from: from.path, ...wanted } : undefined
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

/** A file of the mod that stands on the disk. `digest` as the check found it, or null where it did not look. */
export interface FileOnDisk {
  path: string
  bytes: number
  digest: string | null
}

/** The mod's files that stand on the disk, as far as the check tells their size. */
export function filesOnDisk({ list, problems }: CheckedMod): FileOnDisk[] {
  const wrong = new Map(problems.map((problem) => [foldKey(problem.path), problem]))
  const files: FileOnDisk[] = []
  for (const entry of list.entries) {
    if (entry.kind !== 'file' || entry.size === null) continue
    const problem = wrong.get(foldKey(entry.path))
    if (!problem) files.push({ path: entry.path, bytes: entry.size, digest: entry.hash })
    if (problem?.result === 'wrong-hash' && typeof problem.found === 'string')
      files.push({ path: entry.path, bytes: entry.size, digest: problem.found })
    if (problem?.result === 'wrong-size' && typeof problem.found === 'number')
      files.push({ path: entry.path, bytes: problem.found, digest: null })
  }
  for (const { result, path, found } of problems)
    if (result === 'extra' && typeof found === 'number') files.push({ path, bytes: found, digest: null })
  return files
}
