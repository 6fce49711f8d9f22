import { expect, test } from 'vitest'
import type { JournalEntry } from '../../src-main/bank/index.ts'
import type { Booking } from '../../src-main/bank/bookings.ts'
import { findProof, isOpen, unclaimedOf } from '../../src-main/bank/settle.ts'
import { createRandom, type Random } from '../../src-main/lib/index.ts'

const MINUTE = 60_000
const TERMS = { from: 'NH1', to: 'NH2', amount: 5, info: 'rent' }
const CASES = 10_000

/**
 * A bank that lists what was booked, now by its own zone and now an hour earlier, now in its own words, and maybe without numbers or with one for all; and a
 * player who sends the same again and again.
 */
class Model {
  readonly entries: JournalEntry[] = []
  readonly #random: Random
  readonly #booked: { id: string; at: number }[] = []
  readonly #numbers: 'each' | '' | '7'
  #now = 10_000 * MINUTE

  constructor(random: Random) {
    this.#random = random
    this.#numbers = random.pick(['each', 'each', 'each', '', '7'] as const)
  }

  get moved(): number {
    return this.#booked.length
  }

  pass(): void {
    this.#now += this.#random.whole(0, 40 * 60) * 1_000
  }

  list(): Booking[] {
    const shift = this.#random.chance(0.25) ? -60 * MINUTE : 0
    const info = this.#random.chance(0.1) ? 'rent&nbsp;' : TERMS.info
    return this.#booked.map(({ id, at }) => ({
      ...{
        id: this.#numbers === 'each' ? id : this.#numbers,
        source: TERMS.from,
        destination: TERMS.to,
        amount: TERMS.amount,
        info,
      },
      ...{ type: 'transfer', initiator: '', dateText: '', at: Math.floor(at / MINUTE) * MINUTE + shift },
    }))
  }

  /** As `transfer.ts` prepares and sends it, and `transfer-result.ts` takes the answer. */
  send(): void {
    const before = this.#random.chance(0.6) ? this.list() : undefined
    const newest = Math.max(...(before ?? []).map(({ at = 0 }) => at))
    const told = Math.floor(this.#now / MINUTE) * MINUTE - 2 * MINUTE
    const entry: JournalEntry = {
      ...{ id: `t${this.entries.length}`, ...TERMS, payee: '', overridden: false, state: 'unknown' },
      ...{ confirmedAt: this.#now, sentAt: this.#now + this.#random.pick([-60, 0, 60]) * MINUTE },
      before: before?.map(({ id }) => id),
      since: before && before.length > 0 ? Math.min(told, newest) : told,
    }
    this.entries.push(entry)
    if (this.#random.chance(0.4)) return
    this.#booked.push({ id: String(this.#booked.length + 1), at: this.#now })
    if (this.#random.chance(0.5)) return // its answer is lost
    const proof = before && findProof(entry, this.list(), this.entries)
    Object.assign(entry, { state: 'succeeded', settledBy: 'bank', transactionId: proof?.id || undefined })
  }

  look(): Booking[] {
    const list = this.list()
    for (const entry of this.entries.filter(isOpen)) {
      const proof = findProof(entry, list, this.entries)
      if (proof)
        Object.assign(entry, { state: 'succeeded', settledBy: 'transactions', transactionId: proof.id || undefined })
    }
    return list
  }
}

test(`${CASES} evenings of equal transfers, some lost: none is told as done that was not, and what was is never called missing`, () => {
  const random = createRandom('settle')
  let proven = 0
  for (let number = 0; number < CASES; number++) {
    const model = new Model(random)
    const sent = random.whole(1, 4)
    for (let left = sent; left > 0; left--) {
      model.send()
      model.pass()
      if (random.chance(0.5)) model.look()
    }
    const list = model.look()
    const done = model.entries.filter(({ state }) => state === 'succeeded')
    proven += done.filter(({ settledBy }) => settledBy === 'transactions').length
    expect(done.length, JSON.stringify({ entries: model.entries, list }, null, 1)).toBeLessThanOrEqual(model.moved)
    // as many as moved money are told as done, or are not taken for what did not happen
    for (const entry of model.entries.filter(isOpen))
      if (unclaimedOf(entry, list, model.entries).length === 0) entry.state = 'refused'
    const left = model.entries.filter(({ state }) => state !== 'refused').length
    expect(left, JSON.stringify({ entries: model.entries, list }, null, 1)).toBeGreaterThanOrEqual(model.moved)
    const [only] = model.entries
    if (sent === 1 && only && isOpen(only) && model.moved === 1) {
      expect(unclaimedOf(only, list, model.entries), JSON.stringify({ only, list })).toHaveLength(1)
    }
  }
  expect(proven).toBeGreaterThan(CASES / 20)
})
