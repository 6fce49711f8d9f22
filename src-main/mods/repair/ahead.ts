import type { CheckOutcome } from '../../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../../src-preload/contract/repair.ts'
import { Emitter, SingleFlight } from '../../lib/index.ts'
import type { ListUpdates } from './handlers.ts'
import type { RepairService } from './service.ts'

export interface AheadNeeds {
  /** What the mods' lists changed. */
  lists: ListUpdates
  /** Whether the player wants it, and is at something else. */
  mayBegin: () => Promise<boolean>
  check: (modId: number) => Promise<CheckOutcome>
  service: Pick<RepairService, 'prepare'>
  /** Hears why an update was not fetched. */
  failed: (modId: number, error: unknown) => void
}

/** Fetches the updates of mods before the player asks for them; nothing is replaced. */
export class Ahead implements ListUpdates {
  readonly #needs: AheadNeeds
  /** The lists whose files are all here: when they were first seen, by mod. */
  readonly #fetched = new Map<number, string>()
  readonly #changed = new Emitter()
  readonly onUpdates = this.#changed.on
  readonly #flight = new SingleFlight<string, void>()

  constructor(needs: AheadNeeds) {
    this.#needs = needs
    needs.lists.onUpdates(() => this.#changed.emit())
  }

  /** The updates; those that are here fetch nothing. */
  get updates(): ModUpdate[] {
    return this.#needs.lists.updates.map((update) => (this.#isHere(update) ? { ...update, fetchBytes: 0 } : update))
  }

  change(modId: number): Promise<ListChange | null> {
    return this.#needs.lists.change(modId)
  }

  /** Fetches what is not here yet. */
  readonly look = (): Promise<void> => this.#flight.join('look', undefined, () => this.#look())

  async #look(): Promise<void> {
    const { lists, mayBegin, failed } = this.#needs
    for (const update of lists.updates)
      if (!this.#isHere(update) && (await mayBegin()))
        await this.#fetch(update).catch((error: unknown) => failed(update.modId, error)) // the next one may come all the same
  }

  async #fetch({ modId, since }: ModUpdate): Promise<void> {
    const { check, service } = this.#needs
    const outcome = await check(modId)
    if (!outcome.trusted || !(await service.prepare(modId))) return
    this.#fetched.set(modId, since)
    this.#changed.emit()
  }

  #isHere({ modId, since }: ModUpdate): boolean {
    return this.#fetched.get(modId) === since
  }
}
