import { untrack } from 'svelte'
import type { TransferEntry, TransferInput } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { Main } from '#shared/bridge/index.ts'
import type { Router } from '#shared/router/index.ts'
import type { Typed } from './receiver.ts'

export interface TransferNeeds {
  bank: Main['bank']
  /** All transfers with their present state. */
  entries: () => readonly TransferEntry[]
  /** Called after main's answer to a confirmed transfer, with any outcome. */
  onsent: () => void
  /** Called with the outcome of a transfer that ended in the background. */
  onoutcome: (outcome: TransferEntry | { failure: unknown }) => void
}

/** Failures before the player's yes: the transfer was not sent, and the form stays open. */
const unsent = ['transfer-invalid', 'cancelled', 'question-open']

const isOnItsWay = ({ state }: TransferEntry) => state === 'confirmed' || state === 'sending'

/** The transfer that the player makes: typed, confirmed in main's question, sent, answered. */
export class NewTransfer {
  readonly #needs: TransferNeeds
  #form = $state.raw<Partial<Typed> | undefined>()
  #result = $state.raw<TransferEntry | undefined>()
  /** The transfer that the form waits for. */
  #asked = $state.raw<TransferInput | undefined>()

  constructor(needs: TransferNeeds) {
    this.#needs = needs
  }

  /** The first content of the open form; undefined if it is closed. */
  get form() {
    return this.#form
  }
  /** The transfer just made, with its present state: an unknown one may be settled later. */
  get result() {
    if (this.#result?.state !== 'unknown') return this.#result
    return this.#needs.entries().find(({ id }) => id === this.#result?.id) ?? this.#result
  }
  /** Main asks its question or sends. */
  get busy() {
    return this.#asked !== undefined
  }
  /** The record of the transfer that the form waits for, after the player's yes. */
  get sending() {
    const { to, amount } = this.#asked ?? {}
    return this.#needs.entries().find((entry) => isOnItsWay(entry) && entry.to === to && entry.amount === amount)
  }

  /** Opens the form with this content. */
  readonly open = (form: Partial<Typed> = {}): void => {
    this.#result = undefined
    this.#form = form
  }
  /** Opens the form if the player asked for it on another screen. */
  readonly takeWish = (router: Router): void => {
    if (!router.take('transfer')) return
    const { to } = router.params
    untrack(() => this.open(to === undefined ? {} : { to }))
  }
  /** Closes the form. A running transfer continues in the background. */
  readonly close = (): void => {
    this.#result = this.#asked = this.#form = undefined
  }
  /** Goes back to the form. */
  readonly closeResult = (): void => {
    this.#result = undefined
  }

  /**
   * Lets main ask the player and send; does nothing while another transfer is running. If the player says no, nothing changes.
   * @throws Failure why the transfer was not accepted
   */
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
