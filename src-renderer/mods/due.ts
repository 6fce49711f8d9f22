import type { ModView } from '../../src-preload/contract/mods.ts'
import type { Mods } from './mods.svelte.ts'
import type { Repairs } from './repair/repairs.svelte.ts'
import { hasExtras, isDue, lacksSpace, mayBegin, offerOf, standingOf, type Offer } from './standing.ts'

/** Mods in use that nothing works on. */
export function freeMods(mods: Mods, repairs: Repairs): ModView[] {
  const isFree = (modId: number) =>
    !mods.isRunning(modId) && (repairs.ofMod(modId)?.phase ?? 'ended') === 'ended' && !repairs.queued(modId)
  const { mods: all = [], gameDirExists } = mods.view ?? {}
  return gameDirExists ? all.filter(({ id, active, hasFiles, held }) => active && hasFiles && !held && isFree(id)) : []
}

/**
 * What one press updates and repairs: two mods or more, since a single one has its own button. Left out is what is the player's own
 * decision: to install a mod, and to free space. `able` is false if none can begin now.
 */
export function dueTogether(mods: Mods, repairs: Repairs): { due: (Offer & { id: number })[]; able: boolean } {
  const wanted = freeMods(mods, repairs).flatMap((mod) => {
    const offer = offerOf(mod, repairs.updateOf(mod.id))
    return offer && offer.kind !== 'install' && !lacksSpace(repairs.ofMod(mod.id)) ? [{ id: mod.id, ...offer }] : []
  })
  const able = wanted.filter(({ kind }) => mayBegin(kind, mods.away))
  const due = able.length > 0 ? able : wanted
  return due.length > 1 ? { due, able: able.length > 0 } : { due: [], able: false }
}

/** A screen's main action: all that is due together, or the next step of one of the mods that it lists. */
export type Lead = 'together' | ModView | undefined

/** What was paused or has stopped comes first, then what is due, then extra files. More space is the player's own work, and comes later. */
export function leadOf(shown: readonly ModView[], mods: Mods, repairs: Repairs): Lead {
  const standing = (mod: ModView) => standingOf(mod, repairs.updateOf(mod.id), repairs.ofMod(mod.id))
  const free = shown.filter((mod) => mod.active && !mod.held && !repairs.isInTurn(mod.id))
  const lacks = (mod: ModView) => lacksSpace(repairs.ofMod(mod.id))
  const isPaused = (mod: ModView) =>
    mod.verification.state === 'verifying' ? mod.verification.paused : standing(mod) === 'paused'
  return (
    shown.find((mod) => isPaused(mod) && !repairs.waitOf(mod.id)) ??
    free.find((mod) => standing(mod) === 'stopped' && !lacks(mod)) ??
    (dueTogether(mods, repairs).able ? 'together' : undefined) ??
    free.find((mod) => isDue(standing(mod)) && !lacks(mod)) ??
    free.find((mod) => isDue(standing(mod))) ??
    free.find(hasExtras)
  )
}
