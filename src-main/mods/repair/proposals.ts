import { Failure } from '../../../src-preload/contract/failure.ts'
import type { RepairPlan } from '../../../src-preload/contract/repair.ts'
import { asUnusable } from '../game-dir.ts'
import { type Disk, freeBytes, pathsFor, statsAt } from './disk.ts'
import type { RepairNeeds } from './needs.ts'
import type { LastCheck } from '../types.ts'
import { addToPlan, emptyPlan, type MadePlan } from './plan.ts'
import { bytesToFetch, type Step } from './session.ts'
import { readAddresses } from './source-url.ts'
import type { SpeedMemory } from './meter.ts'

/** A plan that was shown to the player. */
export interface ShownPlan {
  checked: LastCheck
  made: MadePlan
  gameDir: string
}

/** The mod's name, or its number where no check told it. */
export const nameOf = (needs: RepairNeeds, modId: number): string => needs.lastCheck(modId)?.modName ?? `${modId}`

/** The game folder. @throws Failure `repair-not-checked` where none is chosen */
export function mustHaveGameDir(needs: RepairNeeds, modId: number): string {
  const gameDir = needs.gameDir()
  if (gameDir === undefined) throw new Failure('repair-not-checked', { mod: nameOf(needs, modId) })
  return gameDir
}

/** Bytes of these files that came earlier. */
async function bytesHere(disk: Disk, gameDir: string, steps: readonly Step[]): Promise<number> {
  let bytes = 0
  for (const step of steps) {
    const paths = await pathsFor(disk, gameDir, step.path).catch(() => undefined)
    const stats = paths && (await statsAt(disk, paths.part).catch(() => undefined))
    bytes += Math.min(stats?.size ?? 0, bytesToFetch(step))
  }
  return bytes
}

/** Space that must stay free beyond what a repair writes: 64 MiB. */
const MARGIN = 64 << 20

/** Looks whether what is yet to come fits on the disk. @throws Failure `repair-disk-full` */
export async function mustFit(
  { disk }: Pick<RepairNeeds, 'disk'>,
  { gameDir, checked }: ShownPlan,
  steps: readonly Step[],
): Promise<void> {
  const bytes = steps.reduce((sum, step) => sum + bytesToFetch(step), 0)
  const free = await freeBytes(disk, gameDir, checked.modFolder)
  if (bytes === 0 || free >= bytes + MARGIN) return
  const neededBytes = bytes - (await bytesHere(disk, gameDir, steps)) + MARGIN
  if (free < neededBytes) throw new Failure('repair-disk-full', { neededBytes, freeBytes: free })
}

/** Keeps the plans that were shown, one for each mod, until they are started or outdated. */
export function createProposals(needs: RepairNeeds, speed: SpeedMemory) {
  const shown = new Map<string, ShownPlan>()
  let last = 0
  return {
    async plan(modId: number): Promise<RepairPlan> {
      const checked = needs.lastCheck(modId)
      if (!checked) throw new Failure('repair-not-checked', { mod: nameOf(needs, modId) })
      const gameDir = mustHaveGameDir(needs, modId)
      const source = readAddresses(needs.downloadUrls(modId), needs.allowHttp)
      const made = emptyPlan(checked)
      for (let piece = 0, pieces = 1; piece < pieces; piece++) {
        const found = await needs.problems(modId, piece)
        addToPlan(made, found.problems, checked, source)
        ;({ pieces } = found)
      }
      for (const [old, { checked: of }] of shown) if (of.modId === modId) shown.delete(old)
      const id = `${modId}-${++last}`
      shown.set(id, { checked, made, gameDir })
      const free = await freeBytes(needs.disk, gameDir, checked.modFolder).catch((error: unknown) => {
        throw asUnusable(error, gameDir)
      })
      const bytesPerSecond = await speed.bytesPerSecond()
      const { files, staysCount } = made
      const from = { host: source.ok ? source.bases[0].host : null, insecure: source.ok && source.insecure }
      return { id, modId, modName: checked.modName, ...files, staysCount, ...from, freeBytes: free, bytesPerSecond }
    },
    /** @throws Failure `repair-plan-gone` where the mod was checked again since */
    find(planId: string): ShownPlan {
      const proposal = shown.get(planId)
      const last = proposal && needs.lastCheck(proposal.checked.modId)
      if (!last || last.checkedAt !== proposal.checked.checkedAt) throw new Failure('repair-plan-gone', {})
      return proposal
    },
    drop: (planId: string) => void shown.delete(planId),
  }
}
