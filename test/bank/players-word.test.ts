import { expect, test } from 'vitest'
import { bankHandlers, type BankDesktop } from '../../src-main/bank/index.ts'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import {
  failureOf,
  hourEarlier,
  neverLocked,
  OTHER,
  OWN,
  SAVINGS,
  setup,
  type Told,
  toldAs,
  transfer,
} from './setup.ts'

const MINUTE = 60_000

/** A bank whose bookings can be read only while `lists.read`, and a computer whose clock is off by `computer` ms. */
async function open({ computer = 0, bank: bankOff = 0, told = (booking: Told): object => booking } = {}) {
  const lists = { read: true }
  const failing: DemoRoute = ({ path }) =>
    !lists.read && path.endsWith('/data') ? { status: 503, body: '' } : undefined
  const fixture = await setup(
    {},
    (demo) => [failing, toldAs(demo, () => told)],
    () => new Date(Date.now() + computer),
    () => new Date(Date.now() + bankOff),
  )
  await fixture.signIn()
  /** A transfer of which the bank said nothing. `isRead`: a list from before it shows what stood there. */
  const unknown = async (isCarriedOut = true, isRead = false) => {
    lists.read = isRead
    fixture.demo.faults.push(isCarriedOut ? '500-after-execute' : '500')
    const entry = await transfer(fixture.bank, 42)
    expect(entry.state).toBe('unknown')
    lists.read = true
    return entry
  }
  return { ...fixture, lists, unknown }
}

test.each([
  [3 * MINUTE, 0],
  [-3 * MINUTE, 0],
  [60 * MINUTE, 0],
  [-60 * MINUTE, 0],
  [0, 60 * MINUTE],
  [0, -60 * MINUTE],
  [3 * MINUTE, -60 * MINUTE],
])('with the computer’s clock off by %i ms and the bank’s by %i the booking is found', async (computer, bankOff) => {
  const { bank, demo } = await open({ computer, bank: bankOff })
  demo.faults.push('500-after-execute')
  const { id, state } = await transfer(bank, 42)
  expect(state).toBe('unknown')
  expect(await bank.check(id)).toMatchObject({ state: 'succeeded', settledBy: 'transactions', transactionId: '1' })
})

test('without a list from before the candidates are shown, and "it did not happen" is refused', async () => {
  const { bank, profile, unknown } = await open({ computer: 3 * MINUTE })
  const { id } = await unknown()
  expect(await bank.check(id)).toMatchObject({ state: 'unknown' })
  const shown: unknown[] = []
  const handlers = bankHandlers(bank, {} as BankDesktop, profile.bank, neverLocked)
  handlers.transfers((entries) => shown.push(entries[0]))
  expect(shown).toMatchObject([{ id, likely: [{ id: '1', info: 'Miete' }] }])
  expect(await failureOf(bank.settle(id, 'not-happened'))).toEqual({ code: 'transfer-listed', facts: { count: 1 } })
  expect(await bank.settle(id, 'happened')).toMatchObject({ state: 'succeeded', settledBy: 'player' })
})

test('an equal booking from long before is no candidate', async () => {
  const { bank, demo, unknown } = await open()
  const at = new Date(Date.now() - 30 * 24 * 60 * MINUTE)
  demo.ledger.record({
    source: OWN,
    destination: OTHER,
    amount: 42,
    type: 'transfer',
    initiator: '',
    info: 'Miete',
    at,
  })
  const { id } = await unknown(false)
  await bank.check(id)
  expect(bank.candidates(id)).toEqual([])
  expect(await bank.settle(id, 'not-happened')).toMatchObject({ state: 'refused', settledBy: 'player' })
})

const MAY_BE = { code: 'transfer-listed', facts: { count: 1 } }

test.each<[string, (told: Told) => object]>([
  ['its text escaped', (told) => ({ ...told, info: 'Miete&nbsp;' })],
  ['its text cut', (told) => ({ ...told, info: 'Mie' })],
  ['an amount that nobody can read', (told) => ({ ...told, amount: '42,00 $' })],
  ['a clock an hour behind the bank’s own', (told) => ({ ...told, created_at: hourEarlier(String(told.created_at)) })],
])('a booking of the transfer with %s may be it', async (_how, change) => {
  for (const isRead of [true, false]) {
    const { bank, unknown } = await open({ told: change })
    const { id } = await unknown(true, isRead)
    expect(await bank.check(id)).toMatchObject({ state: 'unknown' })
    expect(await failureOf(bank.settle(id, 'not-happened'))).toEqual(MAY_BE)
  }
})

test('a booking that did not stand on the list before may be the transfer’s, whatever date it has', async () => {
  const { bank, unknown } = await open({ told: (told) => ({ ...told, created_at: '01.01.20' }) })
  const { id } = await unknown(true, true)
  expect(await bank.check(id)).toMatchObject({ state: 'unknown' })
  expect(await failureOf(bank.settle(id, 'not-happened'))).toEqual(MAY_BE)
})

test('what is another transfer’s booking by its text is not taken for this one’s', async () => {
  const { bank, demo, lists, unknown } = await open()
  lists.read = false
  const { state, transactionId } = await transfer(bank, 42, 'Fracht')
  expect({ state, transactionId }).toEqual({ state: 'succeeded', transactionId: undefined })
  const { id } = await unknown(false)
  expect(await bank.settle(id, 'not-happened')).toMatchObject({ state: 'refused', settledBy: 'player' })
  expect(demo.ledger.bookingsOf(OTHER)).toHaveLength(1)
})

test('a bank that numbers no booking: the first one found hides no later one', async () => {
  const { bank, demo } = await open({ told: ({ id: _id, ...booking }) => booking })
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded' })
  for (const amount of [42, 43]) {
    demo.faults.push('wait-after-execute')
    const { id } = await transfer(bank, amount)
    expect(await bank.check(id)).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
  }
})

test('that it did not happen is not believed without a look', async () => {
  const { bank, lists, unknown } = await open()
  const { id } = await unknown(false)
  lists.read = false
  expect(await failureOf(bank.settle(id, 'not-happened'))).toMatchObject({ code: 'bank-answer-unusable' })
  expect(bank.transfers).toMatchObject([{ id, state: 'unknown' }])
})

test('the player’s word can be taken back, and gives way to a booking that turns up later', async () => {
  const { bank, demo, signIn } = await open()
  await signIn()
  demo.faults.push('500')
  const { id } = await transfer(bank, 42)
  expect(await bank.settle(id, 'not-happened')).toMatchObject({ state: 'refused', reason: 'player' })
  expect(await bank.settle(id, 'take-back')).toMatchObject({
    state: 'unknown',
    reason: undefined,
    settledBy: undefined,
  })
  expect(await failureOf(bank.settle(id, 'take-back'))).toMatchObject({ code: 'transfer-draft-gone' })
  await bank.settle(id, 'not-happened')
  demo.ledger.transfer({ from: OWN, to: OTHER, amount: '42', info: 'Miete', initiator: '', at: new Date() })
  await bank.transactions(OWN)
  expect(bank.transfers).toMatchObject([{ id, state: 'succeeded', settledBy: 'transactions', transactionId: '1' }])
  expect(bank.transfers[0]?.reason).toBeUndefined()
})

test('the same again after an unknown always warns, however long ago and whatever the player said', async () => {
  let ms = 0
  const { bank, demo, signIn } = await setup({}, undefined, () => new Date(Date.now() + ms))
  await signIn()
  demo.faults.push('500')
  const { id, sentAt } = await transfer(bank, 42)
  await bank.settle(id, 'not-happened')
  ms = 60 * 24 * 60 * MINUTE
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 42, info: 'another text' })
  expect(draft.repeats).toBe(sentAt)
})

test('nor from another account of theirs does it go without a warning', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  demo.faults.push('500')
  const { sentAt } = await transfer(bank, 42)
  const draft = await bank.draft({ from: SAVINGS, to: OTHER, amount: 42, info: 'Miete' })
  expect(draft.repeats).toBe(sentAt)
  const early = await bank.draft({ from: SAVINGS, to: OTHER, amount: 43, info: 'Miete' })
  demo.faults.push('500')
  await transfer(bank, 43)
  expect(await failureOf(bank.send(early.id))).toMatchObject({ code: 'transfer-outdated' })
  expect(demo.orders).toHaveLength(2)
})

test('two equal unknown transfers: one booking is neither’s for sure, and each that happened takes one', async () => {
  const { bank, demo, lists, unknown } = await open()
  const first = await unknown(false)
  await bank.settle(first.id, 'override')
  lists.read = false
  demo.faults.push('500-after-execute')
  const second = await transfer(bank, 42)
  lists.read = true
  await bank.check(first.id)
  expect(bank.transfers.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  expect(await failureOf(bank.settle(first.id, 'not-happened'))).toMatchObject({ code: 'transfer-listed' })
  await bank.settle(second.id, 'happened')
  expect(await bank.settle(first.id, 'not-happened')).toMatchObject({ state: 'refused' })
})

test('what the player said has no receipt', async () => {
  const { bank, profile, unknown } = await open()
  const { id } = await unknown()
  await bank.settle(id, 'happened')
  const handlers = bankHandlers(bank, {} as BankDesktop, profile.bank, neverLocked)
  const receipt = { entryId: id, title: 'Receipt', rows: [], note: '' }
  const run = { signal: new AbortController().signal, windowId: 1 }
  expect(await failureOf(Promise.resolve(handlers.saveReceipt(receipt, run)))).toMatchObject({
    code: 'transfer-draft-gone',
  })
  await bank.settle(id, 'take-back')
  expect(await handlers.saveReceipt(receipt, run)).toMatchObject({ dialog: 'save', startsAt: 'Receipt.pdf' })
})

test('a bank that writes 10.000 for ten thousand is not told to have done nothing', async () => {
  const grouped = ({ amount, ...rest }: Told) => ({ ...rest, amount: Number(amount).toLocaleString('de') })
  const { bank, demo } = await open({ told: grouped })
  demo.faults.push('500-after-execute')
  const { id, state } = await transfer(bank, 10_000)
  expect(state).toBe('unknown')
  expect(await bank.settle(id, 'not-happened')).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
})

test.each([(iban: string) => iban.toLowerCase(), (iban: string) => iban.replace('NH', 'NH ')])(
  'a bank that writes account numbers in its own way (%#) is not told to have done nothing',
  async (write) => {
    const { bank, unknown } = await open({
      told: (told) => ({ ...told, destination: write(String(told.destination)) }),
    })
    const { id } = await unknown(true, true)
    expect(await failureOf(bank.settle(id, 'not-happened'))).toEqual({ code: 'transfer-listed', facts: { count: 1 } })
  },
)
