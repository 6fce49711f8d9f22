import type { TransferDraft, TransferEntry, TransferInput } from '../../src-preload/contract/bank.ts'
import type { Main } from '#shared/bridge/index.ts'

export interface TransferNeeds {
  bank: Main['bank']
  /** All transfers, as their record has them now. */
  entries: () => readonly TransferEntry[]
  /** Hears that a confirmed transfer was answered, whatever came of it. */
  onsent: () => void
}

/** The transfer that is being made: reviewed, sent, answered. */
export class TransferState {
  readonly #needs: TransferNeeds
  #draft = $state.raw<TransferDraft | undefined>()
  #result = $state.raw<TransferEntry | undefined>()
  #failure = $state.raw<unknown>()
  #sending = $state(false)
  /** Counts how often all was forgotten: what is answered after is for nobody. */
  #round = 0

  constructor(needs: TransferNeeds) {
    this.#needs = needs
  }

  get draft() {
    return this.#draft
  }
  /** The transfer just made, as its record has it now: an unknown one may be settled meanwhile. */
  get result() {
    if (this.#result?.state !== 'unknown') return this.#result
    return this.#needs.entries().find(({ id }) => id === this.#result?.id) ?? this.#result
  }
  /** Why the last confirmed transfer was not taken. */
  get failure() {
    return this.#failure
  }
  get sending() {
    return this.#sending
  }

  readonly review = async (input: TransferInput): Promise<void> => {
    this.closeResult()
    const round = this.#round
    const draft = await this.#needs.bank.draft(input)
    if (round === this.#round) this.#draft = draft
    else void this.#needs.bank.discard({ draftId: draft.id }) // nobody is there to confirm it
  }
  readonly discard = (): void => {
    const draft = this.#draft
    this.#draft = undefined
    if (draft) void this.#needs.bank.discard({ draftId: draft.id })
  }
  /** Sends the reviewed draft, once: while it is on its way there is no second, and main takes a draft only once anyway. */
  readonly send = async (): Promise<void> => {
    const draft = this.#draft
    if (!draft || this.#sending) return
    const round = this.#round
    this.#sending = true
    try {
      const entry = await this.#needs.bank.send({ draftId: draft.id })
      if (round === this.#round) this.#result = entry
    } catch (error) {
      if (round === this.#round) this.#failure = error
    } finally {
      if (round === this.#round) this.#draft = undefined
      this.#sending = false
    }
    this.#needs.onsent()
  }
  readonly closeResult = (): void => {
    this.#result = this.#failure = undefined
  }
  /** Empties page memory. A transfer that is on its way goes on. */
  readonly forget = (): void => {
    this.#round++
    this.discard()
    this.closeResult()
  }
}
