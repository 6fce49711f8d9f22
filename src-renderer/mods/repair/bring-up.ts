import type { ModView } from '../../../src-preload/contract/mods.ts'
import type { CheckWords, Mods } from '../mods.svelte.ts'
import type { Repairs } from './repairs.svelte.ts'

/** Brings a mod to "ready". What an update changed is not known of its files yet: they are checked first. */
export async function bringUp(mod: ModView, mods: Mods, repairs: Repairs, words: CheckWords): Promise<void> {
  if (repairs.updateOf(mod.id)) {
    // by the check's own answer: the list of mods may be told of it a moment later
    const outcome = await mods.check(mod, 'quick', words)
    if (!outcome?.trusted || outcome.summary.verdict !== 'damaged') return
  }
  await repairs.begin(mod.id)
}
