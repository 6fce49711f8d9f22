import { join, relative, sep } from 'node:path'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { PlanFiles, PlanSummary, RepairPlan, RepairWork } from '../../../src-preload/contract/repair.ts'
import { sliced } from '../../lib/index.ts'
import type { FoundProblem } from '../check/index.ts'
import { orUnusable } from '../files/index.ts'
import { type Algorithm, isPartName, parseModFolder, parseSafePath, type SafePath } from '../list/index.ts'
import type { LastCheck } from '../types.ts'
import { type Disk, entriesBelow, freeBytes, pathsFor, statsAt } from './disk.ts'
import type { SpeedMemory } from './meter.ts'
import type { RepairNeeds } from './needs.ts'
import { addChosen, type IsChosen, type PlanBasis, plannedFiles } from './plan.ts'
import { donePaths, sessionsIn } from './session.ts'
import { readAddresses } from './sources.ts'
import { type Step, StepList } from './steps.ts'

/** The mod's name, or its number if no check has stored its name. */
const nameOf = (needs: RepairNeeds, modId: number): string => needs.lastCheck(modId)?.modName ?? `${modId}`

/** The game folder. @throws Failure `repair-not-checked` if none is chosen */
export function mustHaveGameDir(needs: RepairNeeds, modId: number): string {
  const gameDir = needs.gameDir()
  if (gameDir === undefined) throw new Failure('repair-not-checked', { mod: nameOf(needs, modId) })
  return gameDir
}

/** @throws Failure `game-dir-unusable` */
export const freeIn = (disk: Disk, gameDir: string, modFolder: string): Promise<number> =>
  freeBytes(disk, gameDir, modFolder).catch(orUnusable(gameDir))

/** The facts for a repair by the mod's last check. @throws Failure `repair-not-checked` */
export function basisOf(needs: RepairNeeds, modId: number): PlanBasis {
  const checked = needs.lastCheck(modId)
  if (!checked) throw new Failure('repair-not-checked', { mod: nameOf(needs, modId) })
  const source = readAddresses(needs.downloadUrls(modId), needs.allowHttp)
  return { checked, source, gameDir: mustHaveGameDir(needs, modId) }
}

/** The id of a plan. A plan follows from its check, so the id names that check. */
const planIdOf = ({ modId, checkedAt }: LastCheck): string => `${modId} ${checkedAt}`

/** The mod of a plan that was shown. @throws Failure `repair-plan-gone` if the mod was checked again since */
export function modOfPlan({ lastCheck }: Pick<RepairNeeds, 'lastCheck'>, planId: string): number {
  const modId = parseInt(planId)
  const last = lastCheck(modId)
  if (!last || planIdOf(last) !== planId) throw new Failure('repair-plan-gone', {})
  return modId
}

/**
 * Checks that the list is still the same. A check that ran before the repair may have found another list; a plan from the former list would
 * replace files that are right.
 * @throws Failure `repair-plan-gone`
 */
export function mustBeByItsList(needs: RepairNeeds, { checked, gameDir }: PlanBasis): void {
  const isSame = needs.gameDir() === gameDir && needs.lastCheck(checked.modId)?.listVersion === checked.listVersion
  if (!isSame) throw new Failure('repair-plan-gone', {})
}

/** Yields the check's problems, piece by piece. @throws Failure `repair-plan-gone`, `problems-unreadable` */
async function* problemsOf(needs: RepairNeeds, basis: PlanBasis): AsyncGenerator<FoundProblem[], void> {
  for (let piece = 0, pieces = 1; piece < pieces; piece++) {
    const found = await needs.problems(basis.checked.modId, piece)
    modOfPlan(needs, planIdOf(basis.checked)) // they may be those of a check that has ended since
    yield found.problems
    ;({ pieces } = found)
  }
}

/** The chosen steps of a plan. @throws as {@link problemsOf} */
export async function chosenSteps(needs: RepairNeeds, basis: PlanBasis, isChosen: IsChosen): Promise<StepList> {
  const steps = new StepList()
  for await (const problems of problemsOf(needs, basis)) addChosen(steps, problems, basis, isChosen)
  return steps
}

type Found = FoundProblem['found']

/** The files that are not any more as this community's own repairs have written them here. `replaced`: what was found, by path. @throws the signal's reason */
async function strangersAmong(
  needs: RepairNeeds,
  { gameDir, checked }: PlanBasis,
  replaced: ReadonlyMap<string, Found>,
  signal: AbortSignal,
): Promise<string[]> {
  const { disk, community } = needs
  const strangers = new Map(replaced)
  const digests = new Map<string, Promise<string | undefined>>()
  /** Reads a file only once, though many repairs may have written it. */
  const digestOf = (path: SafePath, algorithm: Algorithm) => {
    const key = `${algorithm} ${path}`
    const read = () => pathsFor(gameDir, path).then(({ target }) => needs.digestOf(target, algorithm, signal))
    const digest = digests.get(key) ?? read().catch(() => void signal.throwIfAborted())
    digests.set(key, digest)
    return digest
  }
  // a check finds either another size or another digest than the list's; a size alone is no proof, so the file is read
  const isAsWritten = async ({ path, size, hash, algorithm }: Step & { do: 'fetch' }, found: Found) =>
    (found === null || found !== size ? found : await digestOf(path, algorithm)) === hash
  if (community !== undefined)
    for await (const { head, journal } of sessionsIn(disk, gameDir)) {
      if (head.community !== community || head.modFolder !== checked.modFolder) continue
      const done = await donePaths(journal)
      for await (const step of sliced(head.steps)) {
        const found = strangers.get(step.path)
        const mayBe = step.do === 'fetch' && done.has(step.path) && found !== undefined
        if (mayBe && (await isAsWritten(step, found))) strangers.delete(step.path)
      }
    }
  return [...strangers.keys()]
}

/**
 * True if the player should see a plan before it is carried out: it fetches programs, uses plain http, replaces files that do not come from
 * the community, or has nothing to fetch or rename. @throws as {@link problemsOf}, and the signal's reason
 */
export async function shouldBeSeen(needs: RepairNeeds, basis: PlanBasis, signal: AbortSignal): Promise<boolean> {
  const replaced = new Map<string, Found>()
  let isForNothing = true
  for await (const problems of problemsOf(needs, basis)) {
    const { fetch, rename, programs } = plannedFiles(problems, basis)
    if (programs.length > 0) return true
    isForNothing &&= fetch.length + rename.length === 0
    const found = new Map(problems.map((problem) => [problem.path, problem.found]))
    for (const { path, replaces } of fetch) if (replaces) replaced.set(path, found.get(path) ?? null)
  }
  if (isForNothing || (basis.source.ok && basis.source.insecure)) return true
  const areFrom = (paths: string[]) => needs.areFromCommunity(basis.checked.modId, paths)
  if (replaced.size === 0 || (await areFrom([...replaced.keys()]))) return false
  const strangers = await strangersAmong(needs, basis, replaced, signal)
  return strangers.length === replaced.size || (strangers.length > 0 && !(await areFrom(strangers)))
}

/** The files that a mod's removal moves to the quarantine. */
export interface Removal {
  gameDir: string
  mod: { modId: number; modName: string; modFolder: string; work?: RepairWork; listVersion: string }
  steps: StepList
  bytes: number
  /** The absolute paths of part files. Once the mod is reserved and its unfinished repairs end, they belong to nothing. */
  parts: string[]
  /** The files are deleted permanently afterwards. */
  forGood?: boolean
}

/** Makes the plans that are shown. */
export class Plans {
  readonly #needs: RepairNeeds
  readonly #speed: SpeedMemory

  constructor(needs: RepairNeeds, speed: SpeedMemory) {
    this.#needs = needs
    this.#speed = speed
  }

  /** Makes a plan from the mod's last check, without its files. `pieces` is the number of pieces of files. */
  async plan(modId: number): Promise<PlanSummary & { pieces: number }> {
    const { pieces } = await this.#needs.problems(modId, 0)
    const basis = basisOf(this.#needs, modId)
    const { checked, source } = basis
    return {
      id: planIdOf(checked),
      work: checked.work ?? 'repair',
      modId,
      modName: checked.modName,
      staysCount: checked.filesStay,
      pieces,
      host: source.ok ? source.bases[0].host : null,
      insecure: source.ok && source.insecure,
      freeBytes: await freeIn(this.#needs.disk, basis.gameDir, checked.modFolder),
      bytesPerSecond: await this.#speed.bytesPerSecond(),
    }
  }

  /** The facts for a repair by a plan that was shown. @throws Failure `repair-plan-gone` */
  basisOf(planId: string): PlanBasis {
    return basisOf(this.#needs, modOfPlan(this.#needs, planId))
  }

  /** A piece of a plan's files, from 0. @throws Failure `repair-plan-gone`, `problems-unreadable` */
  async files(planId: string, piece: number): Promise<PlanFiles> {
    const { problems } = await this.#needs.problems(modOfPlan(this.#needs, planId), piece)
    return plannedFiles(problems, this.basisOf(planId)) // looked up again, as in problemsOf
  }

  /** A plan with all of its files. */
  async whole(modId: number): Promise<RepairPlan> {
    const { pieces, ...summary } = await this.plan(modId)
    const all = await Promise.all(Array.from({ length: pieces }, (_, piece) => this.files(summary.id, piece)))
    return {
      ...summary,
      fetch: all.flatMap(({ fetch }) => fetch),
      programs: all.flatMap(({ programs }) => programs),
      rename: all.flatMap(({ rename }) => rename),
      extras: all.flatMap(({ extras }) => extras),
      blocked: all.flatMap(({ blocked }) => blocked),
    }
  }

  /** A plan to move everything in the mod's folder. Files that no repair would touch stay, and so do the targets of links. @throws Failure `mod-not-checkable` */
  async removal(modId: number): Promise<Removal> {
    const needs = this.#needs
    const known = needs.mods().find(({ id }) => id === modId)
    if (!known || !parseModFolder(known.folder).ok) throw new Failure('mod-not-checkable', { id: modId })
    const listVersion = needs.lastCheck(modId)?.listVersion ?? ''
    const mod = { modId, modName: known.name, modFolder: known.folder, listVersion }
    const gameDir = mustHaveGameDir(needs, modId)
    const removal: Removal = { gameDir, mod, steps: new StepList(), bytes: 0, parts: [] }
    for await (const entry of entriesBelow(needs.disk, join(gameDir, mod.modFolder))) {
      const at = join(entry.parentPath, entry.name)
      const parsed = parseSafePath(relative(gameDir, at).replaceAll(sep, '/'), mod.modFolder)
      if (entry.isFile() && isPartName(entry.name)) removal.parts.push(at)
      if (entry.isDirectory() || isPartName(entry.name) || !parsed.ok) continue
      removal.steps.add({ do: 'set-aside', path: parsed.path })
      removal.bytes += (await statsAt(needs.disk, at))?.size ?? 0
    }
    return removal
  }
}
