import { flushSync } from 'svelte'
import { expect, onTestFinished, test } from 'vitest'
import type {
  BankAccounts,
  BankView,
  TransactionsRead,
  TransferEntry,
  TransferInput,
} from '../../src-preload/contract/bank.ts'
import type { BankBook } from '../../src-preload/contract/bank-book.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { LockView } from '../../src-preload/contract/player.ts'
import { BankState } from '../../src-renderer/bank/bank.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

const input: TransferInput = { from: 'NH1', to: 'NH2', amount: 5, info: '' }
const entry: TransferEntry = {
  ...input,
  amount: 5,
  payee: 'Mara',
  id: 'e1',
  state: 'unknown',
  confirmedAt: 1,
  overridden: false,
}
const accounts: BankAccounts = {
  accounts: [{ iban: 'NH1', balance: 10, kind: 'own', label: '', isDefault: true }],
  payees: [],
  asOf: 1,
  live: true,
}
const page = (from: number, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: String(from + at), at: 1, amount: 5 })))

const view: BankView = { session: 'signed-in', infoMaxLength: 80 }

/** A main whose answers the test gives. `isSilent`: it tells no session until the test does. */
function open(isSilent = false) {
  const calls: string[] = []
  const player = { gone: false }
  let answerSend: { resolve: (entry: TransferEntry) => void; reject: (error: unknown) => void } | undefined
  let answerBookings: ((read: TransactionsRead) => void) | undefined
  const topics = {
    transfers: new Set<(entries: TransferEntry[]) => void>(),
    state: new Set<(view: BankView) => void>(),
    book: new Set<(book: BankBook) => void>(),
  }
  const bank = {
    state: (listen: (view: BankView) => void) => {
      topics.state.add(listen)
      if (!isSilent) listen(view)
      return () => topics.state.delete(listen)
    },
    transfers: (listen: (entries: TransferEntry[]) => void) => {
      topics.transfers.add(listen)
      listen([{ ...entry }])
      return () => topics.transfers.delete(listen)
    },
    book: (listen: (book: BankBook) => void) => {
      topics.book.add(listen)
      listen({ favourites: ['NH2'], templates: [] })
      return () => topics.book.delete(listen)
    },
    accounts: () =>
      Promise.resolve(calls.push('accounts')).then(() => {
        if (player.gone) throw new Failure('bank-needs-player', {})
        return structuredClone(accounts)
      }),
    transactions: () => new Promise((resolve) => (calls.push('transactions'), (answerBookings = resolve))),
    transfer: () => new Promise((resolve, reject) => (calls.push('transfer'), (answerSend = { resolve, reject }))),
  }
  /** The lock as main keeps it. */
  let heard: (lock: LockView) => void = () => undefined
  const tellLock = (locked: boolean) => Promise.resolve().then(() => heard({ locked, by: 'pin' }))
  const locks = {
    lock: (listen: (lock: LockView) => void) => {
      heard = listen
      listen({ locked: false, by: 'pin' })
      return () => undefined
    },
    lockNow: () => tellLock(true),
    unlock: () => tellLock(false),
  }
  let state: BankState | undefined
  const outcomes: unknown[] = []
  const stop = $effect.root(() => {
    state = new BankState({ bank, player: locks } as unknown as Main, (outcome) => outcomes.push(outcome))
  })
  onTestFinished(stop)
  flushSync()
  if (!state) throw new Error('no state')
  return {
    state,
    calls,
    player,
    topics,
    outcomes,
    sent: () => answerSend ?? { resolve: () => undefined, reject: () => undefined },
    bookings: (pages: string[]) => answerBookings?.({ iban: 'NH1', pages, total: 0, setAside: 0, asOf: 1 }),
  }
}

test('main is asked once: by double click, Enter and a script at the same time', async () => {
  const { state, calls, sent } = open()
  const sends = [state.transfer.make(input), state.transfer.make(input), state.transfer.make(input)]
  sent().resolve({ ...entry, state: 'succeeded' })
  await Promise.all(sends)
  expect(calls.filter((name) => name === 'transfer')).toHaveLength(1)
  expect(state.transfer.result?.state).toBe('succeeded')
})

test('the result follows its record: what is settled while it is open is told as settled', async () => {
  const { state, sent, topics } = open()
  const sending = state.transfer.make(input)
  sent().resolve(entry)
  await sending
  expect(state.transfer.result?.state).toBe('unknown')
  for (const tell of topics.transfers) tell([{ ...entry, state: 'succeeded', settledBy: 'transactions' }])
  expect(state.transfer.result).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
})

test('a transfer that main did not take says why; one that the player called off says nothing', async () => {
  const { state, sent } = open()
  const sending = state.transfer.make(input)
  sent().reject(new Failure('transfer-outdated', {}))
  await expect(sending).rejects.toMatchObject({ code: 'transfer-outdated' })
  expect(state.transfer).toMatchObject({ result: undefined, busy: false })
  const again = state.transfer.make(input)
  sent().reject(new Failure('cancelled', {}))
  await again
  expect(state.transfer).toMatchObject({ result: undefined, busy: false })
})

test('a transfer goes on in the background: the form is free for the next one, and the outcome is told', async () => {
  const { state, sent, topics, outcomes, calls } = open()
  state.transfer.open({ to: 'NH2' })
  const first = state.transfer.make(input)
  expect(state.transfer.sending).toBeUndefined() // main still asks
  for (const tell of topics.transfers) tell([{ ...entry, state: 'sending' }])
  expect(state.transfer.sending?.id).toBe('e1')
  expect(state.open).toHaveLength(1)
  const answerFirst = sent().resolve
  state.transfer.close()
  expect(state.transfer).toMatchObject({ form: undefined, busy: false, result: undefined })
  const second = state.transfer.make({ ...input, amount: 6 })
  answerFirst({ ...entry, state: 'succeeded' })
  await first
  expect(outcomes).toMatchObject([{ state: 'succeeded' }])
  expect(state.transfer).toMatchObject({ busy: true, result: undefined })
  sent().resolve({ ...entry, id: 'e2', state: 'refused' })
  await second
  expect(state.transfer.result).toMatchObject({ id: 'e2' })
  expect(outcomes).toHaveLength(1)
  expect(calls.filter((name) => name === 'transfer')).toHaveLength(2)
})

test('what failed in the background is told too; what the player called off is not', async () => {
  const { state, sent, outcomes } = open()
  for (const failure of [new Failure('journal-not-written', { errno: 'EIO' }), new Failure('cancelled', {})]) {
    const making = state.transfer.make(input)
    state.transfer.close()
    sent().reject(failure)
    await making
  }
  expect(outcomes).toMatchObject([{ failure: { code: 'journal-not-written' } }])
})

test('interrupted by the end of the app: shown first until the player has seen it', () => {
  const { state, topics } = open()
  const interrupted = { ...entry, state: 'not-sent', reason: 'interrupted' } as const
  for (const tell of topics.transfers)
    tell([
      interrupted,
      { ...interrupted, id: 'e2', seen: true },
      { ...entry, id: 'e3', state: 'not-sent', reason: 'unreachable' },
    ])
  expect(state.open.map(({ id }) => id)).toEqual(['e1'])
})

test('the newest bookings are there at once, the others follow', async () => {
  const { state, calls, bookings } = open()
  const loading = state.load()
  await expect.poll(() => calls).toContain('transactions')
  bookings([page(0, 2), page(2, 3)])
  await loading
  expect(state.bookings?.rows.map(({ id }) => id).join('')).toBe('01234')
})

test('bookings come also where the session is told of after the accounts were read', async () => {
  const { state, calls, bookings, topics } = open(true)
  await state.load()
  expect(calls).toEqual(['accounts'])
  for (const tell of topics.state) tell(view)
  await expect.poll(() => calls).toContain('transactions')
  bookings([page(0, 2)])
  await expect.poll(() => state.bookings?.rows).toHaveLength(2)
})

test('locked, the page holds nothing of the player’s, and hears nothing either', async () => {
  const { state, calls, bookings, topics, sent } = open()
  const loading = state.load()
  await expect.poll(() => calls).toContain('transactions')
  const sending = state.transfer.make(input)
  const seen = state.transfers
  await state.lockNow()
  flushSync()
  bookings([page(0, 2)]) // came too late
  sent().resolve({ ...entry, state: 'succeeded' })
  await sending
  await loading
  const { accounts: held, bookings: rows, transfers, iban, filter } = state
  const { result } = state.transfer
  expect({ held, rows, transfers, result, iban }).toEqual({
    held: undefined,
    rows: undefined,
    transfers: [],
    result: undefined,
    iban: '',
  })
  expect(filter.search).toBe('')
  expect(seen[0]).toMatchObject({ info: undefined, payee: undefined, amount: undefined }) // even for who still holds it
  expect(state.book.favourites).toEqual([])
  expect([topics.transfers.size, topics.book.size]).toEqual([0, 0])
  await state.unlock('1234')
  flushSync()
  await expect.poll(() => state.transfers.length).toBe(1)
  await expect.poll(() => state.accounts).toBeDefined()
})

test('whoever ends the session, its bookings go, and with the player their accounts', async () => {
  const { state, calls, bookings, player, topics } = open()
  const loading = state.load()
  await expect.poll(() => calls).toContain('transactions')
  bookings([page(0, 2)])
  await loading
  const rows = state.bookings?.rows
  const tell = (session: BankView['session']) => topics.state.forEach((hear) => hear({ ...view, session }))
  tell('signed-out')
  flushSync()
  expect(state.bookings).toBeUndefined()
  await expect.poll(() => state.busy).toBe(false)
  expect(state.accounts?.accounts).toHaveLength(1)
  await expect.poll(() => rows?.[0]?.id).toBeUndefined()
  tell('signed-in')
  player.gone = true
  tell('signed-out')
  await expect.poll(() => state.accounts).toBeUndefined()
  expect(state.iban).toBe('')
})
