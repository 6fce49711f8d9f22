import type { ModView } from '../../../src-preload/contract/mods.ts'
import type { Mods } from '../mods.svelte.ts'
import type { Repairs } from './repairs.svelte.ts'

/** Brings a mod to "ready". After an update the state of its files is unknown, so a check comes first. */
export async function bringUp(mod: ModView, mods: Mods, repairs: Repairs): Promise<void> {
  if (repairs.updateOf(mod.id)) {
    // uses the check's own answer, because the list of mods may change a moment later
    const outcome = await mods.check(mod, 'quick')
    if (!outcome?.trusted || outcome.summary.result !== 'damaged') return
  }
  await repairs.begin(mod.id)
}

/** Brings several mods to "ready", one after the other. Ends at the first that fails, or whose plan the player must see. */
export async function bringUpAll(due: readonly ModView[], mods: Mods, repairs: Repairs): Promise<void> {
  for (const mod of due) {
    await bringUp(mod, mods, repairs)
    if (repairs.failure !== undefined || repairs.plan) return
  }
}
