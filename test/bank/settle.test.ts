import { expect, test } from 'vitest'
import type { JournalEntry } from '../../src-main/bank/index.ts'
import type { Booking } from '../../src-main/bank/bookings.ts'
import { findProof, unclaimedOf } from '../../src-main/bank/settle.ts'

const MINUTE = 60_000
const SENT = 1_000 * MINUTE + 42_000

const entry = (id: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  from: 'NH1',
  to: 'NH2',
  amount: 5,
  info: 'Miete  März',
  payee: '',
  state: 'unknown',
  confirmedAt: SENT,
  sentAt: SENT,
  before: [],
  since: 998 * MINUTE,
  overridden: false,
  ...more,
})
const booking = (id: string, more: Partial<Booking> = {}): Booking => ({
  id,
  source: 'NH1',
  destination: 'NH2',
  amount: 5,
  type: 'transfer',
  initiator: '',
  info: 'Miete März',
  at: 1_000 * MINUTE,
  dateText: '',
  ...more,
})
const proofOf = (one: JournalEntry, bookings: Booking[], others: JournalEntry[] = []) =>
  findProof(one, bookings, [one, ...others])?.id

test('a booking of the same sides, amount and text from the minute of the sending on is the proof', () => {
  expect(proofOf(entry('a'), [booking('1')])).toBe('1')
  expect(proofOf(entry('a'), [booking('2', { at: 1_001 * MINUTE }), booking('1')])).toBe('1')
})

test.each([
  ['another source', { source: 'NH3' }],
  ['another target', { destination: 'NH3' }],
  ['another amount', { amount: 6 }],
  ['another text', { info: 'Miete' }],
  ['the text in one word', { info: 'MieteMärz' }],
  ['an earlier time', { at: 990 * MINUTE }],
  ['no readable time', { at: undefined }],
])('%s proves nothing', (_what, more) => {
  expect(proofOf(entry('a'), [booking('1', more)])).toBeUndefined()
})

test('a booking that stood there before is none, nor is any when nobody knows what stood there', () => {
  expect(proofOf(entry('a', { before: ['1'] }), [booking('1')])).toBeUndefined()
  expect(proofOf(entry('a', { before: undefined }), [booking('1')])).toBeUndefined()
})

test('one booking for two equal transfers proves neither, two prove both', () => {
  const other = entry('b')
  expect(proofOf(entry('a'), [booking('1')], [other])).toBeUndefined()
  // nobody knows of the other one, however long ago it was
  expect(proofOf(entry('a'), [booking('1')], [entry('b', { since: 0, sentAt: 0 })])).toBeUndefined()
  expect(proofOf(entry('a'), [booking('1'), booking('2')], [other])).toBe('1')
  const settled = entry('b', { state: 'succeeded', transactionId: '1' })
  expect(proofOf(entry('a'), [booking('1')], [settled])).toBeUndefined()
  expect(proofOf(entry('a'), [booking('1'), booking('2')], [settled])).toBe('2')
  // The bank told of a success, of which no booking is known: the one booking may be that one's.
  expect(proofOf(entry('a'), [booking('1')], [entry('b', { state: 'succeeded' })])).toBeUndefined()
  expect(proofOf(entry('a'), [booking('1')], [entry('b', { state: 'refused' })])).toBe('1')
})

test('an equal transfer that happened does not hide the booking of this one: it has its own from before', () => {
  const early = entry('early', { state: 'succeeded', settledBy: 'bank', before: undefined })
  const late = entry('late', { before: ['1'] })
  expect(unclaimedOf(late, [booking('1'), booking('2')], [early, late]).map(({ id }) => id)).toEqual(['2'])
  expect(unclaimedOf(late, [booking('2')], [early, late])).toEqual([]) // the one there is may be the other's
})

test('where an equal transfer happened, a booking by another text may be either’s, and so may the one by its own', () => {
  const [cut, own] = [booking('1', { info: 'Mie' }), booking('2', { at: 1_001 * MINUTE })]
  const happened = entry('happened', { state: 'succeeded', settledBy: 'bank' })
  expect(unclaimedOf(entry('a'), [cut, own], [happened]).map(({ id }) => id)).toEqual(['1', '2'])
})

test('a text that was cut to another transfer’s is that one’s only while it has no booking of its own', () => {
  const cut = booking('2', { info: 'Miete' })
  const other = (more: Partial<JournalEntry>) => entry('other', { info: 'Miete', state: 'succeeded', ...more })
  const left = (one: JournalEntry) => unclaimedOf(entry('a'), [cut], [one]).map(({ id }) => id)
  expect(left(other({}))).toEqual([])
  expect(left(other({ transactionId: '1' }))).toEqual(['2'])
  expect(left(other({ state: 'refused' }))).toEqual(['2'])
  expect(left(other({ since: SENT - 86_400_000 }))).toEqual(['2'])
})

test('the only booking that two others may have is had once', () => {
  const bookings = [booking('1'), booking('2', { at: 1_001 * MINUTE })]
  const late = (id: string) => entry(id, { before: ['2'] })
  expect(proofOf(entry('a'), bookings, [late('b'), late('c')])).toBe('1')
  expect(proofOf(entry('a'), bookings, [entry('d'), late('b')])).toBeUndefined()
})

test('what stood there before stays out, wherever the new one is in the order of time', () => {
  const stood = booking('stood', { at: undefined })
  const left = unclaimedOf(entry('a', { before: ['stood'] }), [stood, booking('1')], [])
  expect(left.map(({ id }) => id)).toEqual(['1'])
})

test('a transfer that the player calls done takes its booking from nobody but others', () => {
  const done = entry('a', { state: 'succeeded', settledBy: 'player' })
  expect(unclaimedOf(done, [booking('1')], [done]).map(({ id }) => id)).toEqual(['1'])
})

test('a booking before which another equal transfer left is the first one’s', () => {
  expect(proofOf(entry('a'), [booking('1')], [entry('b', { before: ['1'] })])).toBe('1')
  expect(proofOf(entry('b', { before: ['1'] }), [booking('1')], [entry('a')])).toBeUndefined()
})

test('a success without a number may be the booking that the bank now dates an hour before it', () => {
  const lost = entry('a', { since: 941 * MINUTE })
  const done = entry('b', { state: 'succeeded', since: 999 * MINUTE })
  expect(proofOf(lost, [booking('1', { at: 941 * MINUTE })], [done])).toBeUndefined()
  expect(proofOf(lost, [booking('1', { at: 941 * MINUTE }), booking('2')], [done])).toBe('1')
})
