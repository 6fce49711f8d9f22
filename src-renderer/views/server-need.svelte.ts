import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { isUnloaded, type ModView } from '../../src-preload/contract/mods.ts'
import type { Fix } from '../../src-preload/contract/play.ts'
import { modsOfServer } from '../../src-preload/contract/server-mods.ts'
import { modsOf } from '../mods/mods.svelte.ts'
import { priceOf } from '../mods/price.ts'
import { bringUpAll } from '../mods/repair/bring-up.ts'
import { isAtWork, useRepairs } from '../mods/repair/repairs.svelte.ts'
import {
  hasEndedWell,
  hasExtras,
  type Mend,
  mayBegin,
  mendOf,
  mendWords,
  offerOf,
  standingOf,
} from '../mods/standing.ts'
import type { Need } from '../play/index.ts'
import { useMain } from '#shared/bridge/index.ts'
import { useFormat } from '#shared/format/index.ts'
import { useI18n } from '#shared/i18n/index.ts'
import { useRouter } from '#shared/router/index.ts'
import type { Standing } from '#shared/standing-tones.ts'
import { useTry } from '#shared/use-try.ts'
import { toMods } from './to-mods.ts'

type Loads = Pick<GameServer, 'modId' | 'startParameters'>
/** A server that loads no mod. */
export const loadsNone: Loads = { modId: null, startParameters: '' }

/** The states of a server's mods: first those that the player must see. */
const order: readonly Standing[] = [
  ...(['paused', 'stopped', 'not-trusted', 'not-installed', 'damaged', 'update'] as const),
  ...(['working', 'stale', 'unknown', 'no-files', 'ready'] as const),
]

/** The mods of a server: the state of the one that matters most, and what all need before a join. Create it while a component is set up. */
export class ServerNeed {
  readonly #server: () => Loads
  readonly #t = useI18n().t
  readonly #format = useFormat()
  readonly #main = useMain()
  readonly #mods = modsOf(this.#main)
  readonly #repairs = useRepairs()
  readonly #router = useRouter()
  readonly #attempt = useTry()

  constructor(server: () => Loads) {
    this.#server = server
  }

  /** The community's mods that it loads. */
  readonly #all = $derived.by(() => {
    const { mods = [] } = this.#mods.view ?? {}
    return modsOfServer(this.#server(), mods).flatMap((modId) => mods.find(({ id }) => id === modId) ?? [])
  })
  /** The mod's repair that is running, or whose end the player must see. */
  #repairOf(mod: ModView | undefined) {
    const last = mod && this.#repairs.ofMod(mod.id)
    return hasEndedWell(last) ? undefined : last
  }
  #standingOf = (mod: ModView) => standingOf(mod, this.#repairs.updateOf(mod.id), this.#repairOf(mod))
  #rank(mod: ModView): number {
    const repair = this.#repairOf(mod)
    if (repair && isAtWork(repair)) return -1
    const standing = this.#standingOf(mod)
    // what the player can do something about comes before a list that only the community can send
    if (mod.distrust && isUnloaded(mod.distrust.reason)) return order.indexOf('stale')
    return order.indexOf(standing) + (standing === 'ready' && !hasExtras(mod) ? 1 : 0)
  }
  /** The mod that is worked on, or whose state matters most. */
  readonly mod = $derived.by(() => this.#all.toSorted((a, b) => this.#rank(a) - this.#rank(b))[0])
  readonly repair = $derived.by(() => this.#repairOf(this.mod))
  /** What it waits for in the queue, which goes on by itself. */
  readonly wait = $derived.by(() => this.mod && this.#repairs.waitOf(this.mod.id))
  readonly standing = $derived.by(() => {
    if (!this.mod) return undefined
    return this.#mods.isFolderGone ? 'no-folder' : this.#standingOf(this.mod)
  })
  /** If several of them need work: as what the checks show them together. */
  readonly several = $derived.by((): Standing | undefined => {
    const needing: readonly Standing[] = ['not-installed', 'damaged', 'update']
    const all = this.#all.map(this.#standingOf).filter((standing) => needing.includes(standing))
    if (all.length < 2 || !this.standing || !needing.includes(this.standing)) return undefined
    return all.includes('damaged') ? 'damaged' : 'update'
  })
  /** The mod that is being checked. */
  readonly checked = $derived.by(() => {
    const verified = this.#all.filter(({ verification }) => verification.state === 'verifying')
    return verified.find(({ id }) => this.#mods.progressOf(id)) ?? verified[0]
  })
  /** A first check runs: nothing is known of a mod's files yet. */
  readonly isFirstCheck = $derived.by(() =>
    this.#all.some(({ verification: is }) => is.state === 'verifying' && !is.last && !is.paused),
  )
  /** What goes on by itself with its mods, after which a join may follow. */
  readonly goesOn = $derived.by((): 'check' | 'work' | undefined => {
    const isWaiting = this.wait === 'waiting' && !this.#repairs.queue.paused
    if (isWaiting || this.repair?.phase === 'fetching' || this.repair?.phase === 'checking') return 'work'
    return this.isFirstCheck ? 'check' : undefined
  })
  /** Why what the player asked for one of the mods has failed. */
  readonly failure = $derived.by(() =>
    this.#all.map(({ id }) => this.#repairs.failureOf(id)).find((failure) => failure !== undefined),
  )
  /** What its stopped work or its rejected list needs, as on every screen. */
  readonly mend = $derived.by((): { label: string; run: () => void; isResume: boolean } | undefined => {
    const { mod, standing, repair } = this
    if (!mod || !standing || this.wait || this.#mods.isFolderGone) return undefined
    const kind = mendOf(mod, standing, repair, this.#mods.away)
    const deeds: Record<Mend, () => void> = {
      check: () => void this.#mods.check(mod, 'quick'),
      'make-room': () => this.#router.go('mods', { tab: 'quarantine' }),
      resume: () => void this.#attempt(() => this.#main.repair.resume({ modId: mod.id })),
    }
    return kind && { label: this.#t(mendWords[kind]), run: deeds[kind], isResume: kind === 'resume' }
  })
  /** The mods that can be brought up, with what each needs. */
  readonly #due = $derived.by(() => {
    if (!this.#mods.view?.gameDirExists) return []
    return this.#all.flatMap((mod) => {
      const offer = offerOf(mod, this.#repairs.updateOf(mod.id))
      return offer && mayBegin(offer.kind, this.#mods.away) ? [{ mod, ...offer }] : []
    })
  })
  #isBusy({ id, held, verification }: ModView): boolean {
    const wait = this.#repairs.waitOf(id)
    const isWaiting = wait !== undefined && wait !== 'network' && !this.#repairs.queue.paused
    return isWaiting || held || verification.state === 'verifying' || this.#mods.isRunning(id)
  }
  readonly need = $derived.by((): Need | undefined => {
    const due = this.#due
    // an update alone may come later; the rest is named by what takes longest
    const kind = (['install', 'repair', 'update'] as const).find((one) => due.some((offer) => offer.kind === one))
    if (!kind) return undefined
    const sum = (of: 'files' | 'bytes') => due.reduce((all, offer) => all + offer[of], 0)
    // the check's result already shows the number of files
    const files = kind === 'repair' ? undefined : sum('files')
    const bytes = sum('bytes')
    const priced = (shown: number | undefined) =>
      priceOf({ kind, files: shown, bytes }, this.#t, this.#format, this.#repairs.timeFor)
    const doing = kind === 'repair' ? this.#t('mods.to-repair', { count: sum('files') }) : priced(sum('files'))
    const isBusy = this.#repairs.busy || due.some(({ mod }) => this.#isBusy(mod))
    const begin = () =>
      void bringUpAll(
        due.map(({ mod }) => mod),
        this.#mods,
        this.#repairs,
      )
    return {
      kind,
      isAway: this.#mods.away !== undefined,
      mayJoin: !this.#mods.away && this.#all.every(({ distrust }) => !distrust),
      price: priced(files),
      line: bytes > 0 ? this.#t('repair.total', { size: priced(undefined) }) : doing,
      brief: priced(bytes > 0 ? undefined : sum('files')),
      begin: isBusy ? undefined : begin,
      details: () => (due.length > 1 ? this.#router.go('mods') : this.showPlan()),
    }
  })
  /** Shows what the first mod that needs something would do. */
  showPlan(): void {
    const [first] = this.#due
    if (first) void this.#repairs.openPlan(first.mod.id)
  }
  /** Goes to the mod that a fix is about. */
  readonly mendElsewhere = (fix: Fix): void => {
    const mod = (fix === 'repair' && this.#due[0]?.mod) || this.mod
    toMods(this.#router, this.#main, fix, mod?.id ?? this.#server().modId)
  }
  /** What can be done without a join: what its stopped work needs, or what it needs itself while the community is away. */
  alone(away: boolean): { label: string; run: () => void } | undefined {
    const { mend, need } = this
    if (mend || !need || (!away && need.mayJoin) || !mayBegin(need.kind, 'down')) return mend
    return { label: this.#t(`play.next.${need.kind}`), run: () => this.mendElsewhere('repair') }
  }
}
