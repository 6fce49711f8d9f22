import { untrack } from 'svelte'
import type { TransferEntry, TransferInput } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { Main } from '#shared/bridge/index.ts'
import type { Router } from '#shared/router/index.ts'
import type { Typed } from './receiver.ts'

export interface TransferNeeds {
  bank: Main['bank']
  /** All transfers, as their record has them now. */
  entries: () => readonly TransferEntry[]
  /** Hears that a confirmed transfer was answered, whatever came of it. */
  onsent: () => void
  /** Hears what became of one that went on in the background. */
  onoutcome: (outcome: TransferEntry | { failure: unknown }) => void
}

/** What main says before the player has confirmed anything: the form is put right, or left as it is. */
const unsent = ['transfer-invalid', 'cancelled', 'question-open']

const isOnItsWay = ({ state }: TransferEntry) => state === 'confirmed' || state === 'sending'

/** The transfer that is being made: typed, asked about by main, sent, answered. */
export class TransferState {
  readonly #needs: TransferNeeds
  #form = $state.raw<Partial<Typed> | undefined>()
  #result = $state.raw<TransferEntry | undefined>()
  /** The one that the form waits for. */
  #asked = $state.raw<TransferInput | undefined>()

  constructor(needs: TransferNeeds) {
    this.#needs = needs
  }

  /** What the open form began with; undefined while none is open. */
  get form() {
    return this.#form
  }
  /** The transfer just made, as its record has it now: an unknown one may be settled meanwhile. */
  get result() {
    if (this.#result?.state !== 'unknown') return this.#result
    return this.#needs.entries().find(({ id }) => id === this.#result?.id) ?? this.#result
  }
  /** Main asks the player, or sends. */
  get busy() {
    return this.#asked !== undefined
  }
  /** The one that the form waits for, once the player has said yes to it. */
  get sending() {
    const { to, amount } = this.#asked ?? {}
    return this.#needs.entries().find((entry) => isOnItsWay(entry) && entry.to === to && entry.amount === amount)
  }

  /** Opens the form, filled in so far. */
  readonly open = (form: Partial<Typed> = {}): void => {
    this.#result = undefined
    this.#form = form
  }
  /** Opens it for what was asked for on another screen. */
  readonly takeWish = (router: Router): void => {
    if (!router.take('transfer')) return
    const { to } = router.params
    untrack(() => this.open(to === undefined ? {} : { to }))
  }
  /** Puts the form away. A transfer that is on its way goes on in the background. */
  readonly close = (): void => {
    this.#result = this.#asked = this.#form = undefined
  }
  /** Back to the form. */
  readonly closeResult = (): void => {
    this.#result = undefined
  }

  /** Has main ask the player and send; does nothing while one is under way. A no leaves everything as it is. @throws Failure why it was not taken */
  readonly make = async (input: TransferInput): Promise<void> => {
    if (this.busy) return
    const { bank, onsent, onoutcome } = this.#needs
    const asked = { ...input }
    const isAwaited = () => this.#asked === asked
    this.#asked = asked
    this.#result = undefined
    try {
      const entry = await bank.transfer(input)
      if (isAwaited()) this.#result = entry
      else onoutcome(entry)
      onsent()
    } catch (failure) {
      if (isFailure(failure) && failure.is('cancelled')) return
      if (isFailure(failure) && !unsent.includes(failure.code)) onsent()
      if (isAwaited()) throw failure
      onoutcome({ failure })
    } finally {
      if (isAwaited()) this.#asked = undefined
    }
  }
}
