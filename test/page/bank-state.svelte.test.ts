import { flushSync } from 'svelte'
import { expect, onTestFinished, test } from 'vitest'
import type { BankAccounts, TransactionsRead, TransferDraft, TransferEntry } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { BankState } from '../../src-renderer/bank/bank.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

const draft: TransferDraft = { id: 'd1', from: 'NH1', to: 'NH2', amount: 5, info: '', payee: 'Mara' }
const entry: TransferEntry = { ...draft, id: 'e1', state: 'unknown', confirmedAt: 1, overridden: false }
const accounts: BankAccounts = {
  accounts: [{ iban: 'NH1', balance: 10, kind: 'own', label: '', isDefault: true }],
  payees: [],
  asOf: 1,
  live: true,
}
const page = (from: number, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => [String(from + at), 1, '', 5, 'add', '', '', '', '', null]))

/** A main whose answers the test gives. */
function open() {
  const calls: string[] = []
  let answerSend: { resolve: (entry: TransferEntry) => void; reject: (error: unknown) => void } | undefined
  let answerBookings: ((read: TransactionsRead) => void) | undefined
  const topics = { transfers: new Set<(entries: TransferEntry[]) => void>() }
  const call =
    <T>(name: string, value: T) =>
    () =>
      Promise.resolve(calls.push(name)).then(() => value)
  const bank = {
    state: (listen: (view: unknown) => void) => {
      listen({ session: 'signed-in', ibanPattern: '', infoMaxLength: 80, currency: '$' })
      return () => undefined
    },
    transfers: (listen: (entries: TransferEntry[]) => void) => {
      topics.transfers.add(listen)
      listen([{ ...entry }])
      return () => topics.transfers.delete(listen)
    },
    accounts: () => Promise.resolve(calls.push('accounts')).then(() => structuredClone(accounts)),
    transactions: () => new Promise((resolve) => (calls.push('transactions'), (answerBookings = resolve))),
    draft: call('draft', draft),
    discard: call('discard', undefined),
    send: () => new Promise((resolve, reject) => (calls.push('send'), (answerSend = { resolve, reject }))),
  }
  let state: BankState | undefined
  const stop = $effect.root(() => {
    state = new BankState({ bank } as unknown as Main)
  })
  onTestFinished(stop)
  flushSync()
  if (!state) throw new Error('no state')
  return {
    state,
    calls,
    topics,
    sent: () => answerSend ?? { resolve: () => undefined, reject: () => undefined },
    bookings: (pages: string[]) => answerBookings?.({ iban: 'NH1', pages, total: 0, setAside: 0, asOf: 1 }),
  }
}

test('a review is sent once: by double click, Enter and a script at the same time', async () => {
  const { state, calls, sent } = open()
  await state.review(draft)
  const sends = [state.send(), state.send(), state.send()]
  sent().resolve({ ...entry, state: 'succeeded' })
  await Promise.all(sends)
  await state.send()
  expect(calls.filter((name) => name === 'send')).toHaveLength(1)
  expect(state.result?.state).toBe('succeeded')
})

test('the result follows its record: what is settled while it is open is told as settled', async () => {
  const { state, sent, topics } = open()
  await state.review({ from: 'NH1', to: 'NH2', amount: 5, info: '' })
  const sending = state.send()
  sent().resolve(entry)
  await sending
  expect(state.result?.state).toBe('unknown')
  for (const tell of topics.transfers) tell([{ ...entry, state: 'succeeded', settledBy: 'transactions' }])
  expect(state.result).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
})

test('a transfer that main did not take says why, and the way back is the form', async () => {
  const { state, sent } = open()
  await state.review(draft)
  const sending = state.send()
  sent().reject(new Failure('transfer-outdated', {}))
  await sending
  expect({ draft: state.draft, result: state.result }).toEqual({ draft: undefined, result: undefined })
  expect(state.sendFailure).toMatchObject({ code: 'transfer-outdated' })
  await state.review(draft)
  expect(state.sendFailure).toBeUndefined()
})

test('the newest bookings are there at once, the others follow', async () => {
  const { state, calls, bookings } = open()
  const loading = state.load()
  await expect.poll(() => calls).toContain('transactions')
  bookings([page(0, 2), page(2, 3)])
  await loading
  expect(state.bookings?.rows.map(({ id }) => id).join('')).toBe('01234')
})

test('locked, the page holds nothing of the player’s, and hears nothing either', async () => {
  const { state, calls, bookings, topics, sent } = open()
  const loading = state.load()
  await expect.poll(() => calls).toContain('transactions')
  await state.review(draft)
  const sending = state.send()
  const seen = state.transfers
  state.lock()
  flushSync()
  bookings([page(0, 2)]) // came too late
  sent().resolve({ ...entry, state: 'succeeded' })
  await sending
  await loading
  const { accounts: held, bookings: rows, transfers, draft: review, result, iban, filter } = state
  expect({ held, rows, transfers, review, result, iban }).toEqual({
    held: undefined,
    rows: undefined,
    transfers: [],
    review: undefined,
    result: undefined,
    iban: '',
  })
  expect(filter.search).toBe('')
  expect(seen[0]).toMatchObject({ info: undefined, payee: undefined, amount: undefined }) // even for who still holds it
  expect(topics.transfers.size).toBe(0)
  state.unlock()
  flushSync()
  await expect.poll(() => state.transfers.length).toBe(1)
  await expect.poll(() => state.accounts).toBeDefined()
})
