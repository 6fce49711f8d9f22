import { expect, test } from 'vitest'
import type { Booking } from '../../src-main/bank/bookings.ts'
import type { JournalEntry } from '../../src-main/bank/index.ts'
import {
  findProof,
  isBookingOf,
  isEqualTransfer,
  isListedSince,
  isOpen,
  mayBeBookingOf,
  mayHaveMoved,
  unclaimedOf,
} from '../../src-main/bank/settle.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SINCE = 30 * DAY

const entry = (id: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ id, from: 'NH1', to: 'NH2', amount: 5, info: 'Rent', payee: '', state: 'unknown', overridden: false },
  ...{ confirmedAt: SINCE, sentAt: SINCE, before: [], since: SINCE },
  ...more,
})
const booking = (id: string, more: Partial<Booking> = {}): Booking => ({
  ...{ id, source: 'NH1', destination: 'NH2', amount: 5, type: 'transfer', initiator: '', info: 'Rent', at: SINCE },
  dateText: '',
  ...more,
})
const proofOf = (bookings: Booking[], others: JournalEntry[] = [], one = entry('a')) =>
  findProof(one, bookings, [one, ...others])
const leftOf = (bookings: Booking[], others: JournalEntry[] = [], one = entry('a')) =>
  unclaimedOf(one, bookings, [one, ...others]).map(({ id }) => id)

test.each([{ from: 'NH3' }, { to: 'NH3' }, { amount: 6 }])('a transfer with %j is another one', (more) => {
  expect(isEqualTransfer(entry('a'), entry('b', more))).toBe(false)
  expect(proofOf([booking('1')], [entry('b', more)])?.id).toBe('1')
})

test('a transfer of the same terms is an equal one, of another text no rival', () => {
  expect(isEqualTransfer(entry('a'), entry('b', { info: 'x' }))).toBe(true)
  expect(proofOf([booking('1')], [entry('b', { info: 'x' })])?.id).toBe('1')
  expect(proofOf([booking('1')], [entry('b', { info: ' Rent\n' })])).toBeUndefined()
})

test.each([{ source: 'NH3' }, { destination: 'NH3' }, { amount: 6 }])('a booking with %j is no transfer’s', (more) => {
  expect(mayBeBookingOf(booking('1', more), entry('a'))).toBe(false)
  expect(isBookingOf(booking('1', more), entry('a'))).toBe(false)
})

test('a booking without a readable amount, of another text, or with an account in other signs, may be a transfer’s and is not yet', () => {
  for (const more of [{ amount: undefined }, { info: 'Re…' }, { source: 'nh 1' }]) {
    expect(mayBeBookingOf(booking('1', more), entry('a'))).toBe(true)
    expect(isBookingOf(booking('1', more), entry('a'))).toBe(false)
  }
})

test('a booking counts from the earliest time on that the bank may date it, and may be of a zone a day away', () => {
  expect([proofOf([booking('1')])?.id, proofOf([booking('1', { at: SINCE - 1 })])]).toEqual(['1', undefined])
  const early = [booking('1', { at: SINCE - DAY }), booking('2', { at: SINCE - DAY - 1 })]
  expect(leftOf(early, [], entry('a', { before: undefined }))).toEqual(['1'])
  expect(leftOf(early)).toEqual(['2', '1']) // neither stood on the list before, and the bank's clock may have been wrong
})

test('a bank that numbers nothing: as many as stood there before are not new', () => {
  const before = ['', '']
  const three = [1, 2, 3].map((at) => booking('', { at: SINCE + at * MINUTE }))
  expect(proofOf(three, [], entry('a', { before }))?.at).toBe(SINCE + 3 * MINUTE)
  expect(proofOf(three.slice(1), [], entry('a', { before }))).toBeUndefined()
})

test('a number that another transfer’s booking has too is no proof of that one', () => {
  const other = entry('b', { to: 'NH3', state: 'succeeded', transactionId: '1' })
  expect(proofOf([booking('1')], [other])?.id).toBe('1')
  expect(leftOf([booking('1')], [other])).toEqual(['1'])
})

test('a booking in other words that is another transfer’s own is not left for this one', () => {
  const other = entry('b', { info: 'Boat' })
  expect(leftOf([booking('1', { info: 'Boat' }), booking('2', { info: 'Bo' })], [other])).toEqual(['2'])
})

test('what is open, and what may have moved money', () => {
  const told = (more: Partial<JournalEntry>) => [isOpen(entry('a', more)), mayHaveMoved(entry('a', more))]
  expect(told({ state: 'unknown' })).toEqual([true, true])
  expect(told({ state: 'sending' })).toEqual([true, true])
  expect(told({ state: 'succeeded' })).toEqual([false, true])
  expect(told({ state: 'succeeded', settledBy: 'player' })).toEqual([true, true])
  expect(told({ state: 'refused', settledBy: 'player' })).toEqual([true, true])
  expect(told({ state: 'refused', settledBy: 'bank' })).toEqual([false, false])
})

test('an equal transfer of two hours before may need the booking, an earlier one only while nobody knows of it', () => {
  const at = (since: number, more: Partial<JournalEntry> = {}) => entry('b', { state: 'succeeded', since, ...more })
  const near = 120 * MINUTE
  expect(proofOf([booking('1')], [at(SINCE - near)])).toBeUndefined()
  expect(proofOf([booking('1')], [at(SINCE - near - 1)])?.id).toBe('1')
  expect(proofOf([booking('1')], [at(SINCE - near - 1, { state: 'unknown' })])).toBeUndefined()
  expect(proofOf([booking('1')], [at(SINCE - near - 1, { state: 'sending' })])).toBeUndefined()
  expect(proofOf([booking('1')], [at(SINCE, { transactionId: '9' })])?.id).toBe('1')
})

test('what is listed since is of the same terms with any text, and did not stand there', () => {
  const isListed = (more: Partial<Booking>, before: string[] = []) =>
    isListedSince(entry('a', { before }), [booking('1', more)])
  expect([isListed({}), isListed({ info: 'x' }), isListed({}, ['1']), isListed({ source: 'NH3' })]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('an equal one’s proof may be this transfer’s, where the bank tells another booking in its own way', () => {
  const first = entry('b', { state: 'succeeded', transactionId: '2' })
  const second = entry('a', { before: ['1'], overridden: false })
  const odd = booking('1', { info: 'R&amp;ent' })
  expect(leftOf([odd, booking('2')], [first], second)).not.toEqual([])
  expect(leftOf([booking('2')], [first], second)).toEqual([]) // one booking for two: it is the first one's
  expect(leftOf([odd], [{ ...first, transactionId: '1' }], second)).toEqual([])
})
