import type { PlanFiles, RepairPlan } from '../../../src-preload/contract/repair.ts'
import type { Main } from '#shared/bridge/index.ts'

/** Makes a plan and reads its files piece by piece. */
export async function readPlan(main: Main, modId: number): Promise<RepairPlan> {
  const { pieces, ...summary } = await main.repair.plan({ modId })
  const files: PlanFiles = { fetch: [], programs: [], rename: [], extras: [], blocked: [] }
  for (let piece = 0; piece < pieces; piece++) {
    const { fetch, programs, rename, extras, blocked } = await main.repair.planFiles({ planId: summary.id, piece })
    files.fetch.push(...fetch)
    files.rename.push(...rename)
    files.extras.push(...extras)
    files.programs.push(...programs)
    files.blocked.push(...blocked)
  }
  return { ...summary, ...files }
}
