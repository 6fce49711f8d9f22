import type { TransferEntry, TransferInput } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { Main } from '#shared/bridge/index.ts'

export interface TransferNeeds {
  bank: Main['bank']
  /** All transfers, as their record has them now. */
  entries: () => readonly TransferEntry[]
  /** Hears that a confirmed transfer was answered, whatever came of it. */
  onsent: () => void
}

/** What main says before the player has confirmed anything: the form is put right, or left as it is. */
const unsent = ['transfer-invalid', 'cancelled', 'question-open']

/** The transfer that is being made: asked about by main, sent, answered. */
export class TransferState {
  readonly #needs: TransferNeeds
  #result = $state.raw<TransferEntry | undefined>()
  #busy = $state(false)
  /** Counts how often all was forgotten: what is answered after is for nobody. */
  #round = 0

  constructor(needs: TransferNeeds) {
    this.#needs = needs
  }

  /** The transfer just made, as its record has it now: an unknown one may be settled meanwhile. */
  get result() {
    if (this.#result?.state !== 'unknown') return this.#result
    return this.#needs.entries().find(({ id }) => id === this.#result?.id) ?? this.#result
  }
  /** Main asks the player, or sends. */
  get busy() {
    return this.#busy
  }

  /** Has main ask the player and send; does nothing while one is under way. A no leaves everything as it is. @throws Failure why it was not taken */
  readonly make = async (input: TransferInput): Promise<void> => {
    if (this.#busy) return
    const round = this.#round
    this.#busy = true
    this.#result = undefined
    try {
      const entry = await this.#needs.bank.transfer(input)
      if (round === this.#round) this.#result = entry
      this.#needs.onsent()
    } catch (failure) {
      if (isFailure(failure) && !unsent.includes(failure.code)) this.#needs.onsent()
      if (round === this.#round && !(isFailure(failure) && failure.is('cancelled'))) throw failure
    } finally {
      this.#busy = false
    }
  }
  readonly closeResult = (): void => {
    this.#result = undefined
  }
  /** Empties page memory. A transfer that is on its way goes on. */
  readonly forget = (): void => {
    this.#round++
    this.closeResult()
  }
}
