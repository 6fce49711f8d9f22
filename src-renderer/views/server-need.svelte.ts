import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { isForPlayer, isUnloaded } from '../../src-preload/contract/mods.ts'
import { mayResume, stopCause } from '../../src-preload/contract/repair-cause.ts'
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
import { useTry } from '#shared/use-try.ts'
import { toMods } from './to-mods.ts'

/** The mod of a server: its state, and what it needs before a join. Create it while a component is set up. */
export class ServerNeed {
  readonly #server: () => Pick<GameServer, 'modId'>
  readonly #t = useI18n().t
  readonly #format = useFormat()
  readonly #main = useMain()
  readonly #mods = modsOf(this.#main)
  readonly #repairs = useRepairs()
  readonly #router = useRouter()
  readonly #attempt = useTry()

  constructor(server: () => Pick<GameServer, 'modId'>) {
    this.#server = server
  }

  readonly mod = $derived.by(() => this.#mods.view?.mods.find(({ id }) => id === this.#server().modId))
  /** Its repair that is running, or whose end the player must see. */
  readonly repair = $derived.by(() => {
    const last = this.mod && this.#repairs.ofMod(this.mod.id)
    return hasEndedWell(last) ? undefined : last
  })
  /** What it waits for in the queue, which goes on by itself. */
  readonly wait = $derived.by(() => this.mod && this.#repairs.waitOf(this.mod.id))
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
  /** What its stopped work or its rejected list needs, as on the screen of mods. */
  readonly mend = $derived.by((): { label: string; run: () => void } | undefined => {
    const { mod, standing, repair } = this
    if (!mod || this.wait || this.#mods.isFolderGone) return undefined
    if (standing === 'not-trusted' && mod.distrust) {
      const { reason } = mod.distrust
      if (isForPlayer(reason) || (isUnloaded(reason) && this.#mods.away)) return undefined
      return { label: this.#t('play.preflight.refresh'), run: () => void this.#mods.check(mod, 'quick') }
    }
    const isHalted = standing === 'stopped' || standing === 'paused' || standing === 'working' // it is checked meanwhile
    if (!isHalted || !mayResume(repair)) return undefined
    if (stopCause(repair?.outcome)?.kind === 'disk-full')
      return { label: this.#t('repair.make-room'), run: () => this.#router.go('mods', { tab: 'quarantine' }) }
    const resume = () => void this.#attempt(() => this.#main.repair.resume({ modId: mod.id }))
    return mayBegin('repair', this.#mods.away) ? { label: this.#t('common.resume'), run: resume } : undefined
  })
  readonly need = $derived.by((): Need | undefined => {
    const { mod } = this
    const offer = mod && offerOf(mod, this.#repairs.updateOf(mod.id))
    const { view, away } = this.#mods
    if (!offer || !view?.gameDirExists || !mayBegin(offer.kind, away)) return undefined
    const isBusy =
      this.#repairs.busy ||
      (this.wait !== undefined && this.wait !== 'network') ||
      mod.held ||
      mod.verification.state === 'verifying' ||
      this.#mods.isRunning(mod.id)
    // the check's result already shows the number of files
    const priced = offer.kind === 'repair' ? { ...offer, files: undefined } : offer
    return {
      kind: offer.kind,
      mayJoin: !away,
      price: priceOf(priced, this.#t, this.#format, this.#repairs.timeFor),
      begin: isBusy ? undefined : () => void bringUp(mod, this.#mods, this.#repairs),
      details: () => void this.#repairs.openPlan(mod.id),
    }
  })
  /** What can be done without a join: what its stopped work needs, or what it needs itself while the community is away. */
  alone(away: boolean): { label: string; run: () => void } | undefined {
    const { mend, need } = this
    if (mend || !need || (!away && need.mayJoin) || !mayBegin(need.kind, 'down')) return mend
    const run = () => toMods(this.#router, this.#main, 'repair', this.#server().modId)
    return { label: this.#t(`play.next.${need.kind}`), run }
  }
}
