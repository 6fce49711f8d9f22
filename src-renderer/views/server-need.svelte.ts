import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { checkWords } from '../mods/check-words.ts'
import { modsOf } from '../mods/mods.svelte.ts'
import { priceOf } from '../mods/price.ts'
import { bringUp } from '../mods/repair/bring-up.ts'
import { useRepairs } from '../mods/repair/repairs.svelte.ts'
import { hasEndedWell, mayBegin, offerOf, standingOf } from '../mods/standing.ts'
import type { Need } from '../play/index.ts'
import { useMain } from '#shared/bridge/index.ts'
import { useFormat } from '#shared/format/index.ts'
import { useI18n } from '#shared/i18n/index.ts'
import { useRouter } from '#shared/router/index.ts'

/** The mod of a server: its state, and what it needs before a join. Create it while a component is set up. */
export class ServerNeed {
  readonly #server: () => Pick<GameServer, 'modId'>
  readonly #t = useI18n().t
  readonly #format = useFormat()
  readonly #mods = modsOf(useMain())
  readonly #repairs = useRepairs()
  readonly #words = checkWords(this.#t, this.#format, useRouter())

  constructor(server: () => Pick<GameServer, 'modId'>) {
    this.#server = server
  }

  readonly mod = $derived.by(() => this.#mods.view?.mods.find(({ id }) => id === this.#server().modId))
  /** Its repair that is running, or whose end the player must see. */
  readonly repair = $derived.by(() => {
    const last = this.mod && this.#repairs.ofMod(this.mod.id)
    return hasEndedWell(last) ? undefined : last
  })
  readonly standing = $derived.by(() => {
    if (!this.mod) return undefined
    if (this.#mods.isFolderGone) return 'no-folder'
    return standingOf(this.mod, this.#repairs.updateOf(this.mod.id), this.repair)
  })
  /** Its first check runs: nothing is known of its files yet. */
  readonly isFirstCheck = $derived.by(() => {
    const verification = this.mod?.verification
    return verification?.state === 'verifying' && !verification.last && !verification.paused
  })
  readonly need = $derived.by((): Need | undefined => {
    const { mod } = this
    const offer = mod && offerOf(mod, this.#repairs.updateOf(mod.id))
    const { view, isAway } = this.#mods
    if (!offer || !view?.gameDirExists || !mayBegin(offer.kind, isAway)) return undefined
    const isBusy =
      this.#repairs.busy || mod.held || mod.verification.state === 'verifying' || this.#mods.isRunning(mod.id)
    // the check's result already shows the number of files
    const priced = offer.kind === 'repair' ? { ...offer, files: undefined } : offer
    return {
      kind: offer.kind,
      mayJoin: !isAway,
      price: priceOf(priced, this.#t, this.#format, this.#repairs.timeFor),
      begin: isBusy ? undefined : () => void bringUp(mod, this.#mods, this.#repairs, this.#words),
      details: () => void this.#repairs.openPlan(mod.id),
    }
  })
}
