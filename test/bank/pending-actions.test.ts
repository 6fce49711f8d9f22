import { expect, test, vi } from 'vitest'
import type { BankBook } from '../../src-preload/contract/bank-book.ts'
import type { BankPending } from '../../src-preload/contract/player.ts'
import { Emitter } from '../../src-main/lib/index.ts'
import type { JournalEntry } from '../../src-main/bank/index.ts'
import { PendingActions, type WatchedBank } from '../../src-main/bank/pending-actions.ts'
import { soon } from '../support/soon.ts'

/** An open bank whose facts the test changes. */
function openedBank() {
  const listeners = new Set<() => void>()
  const hear = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const bank = {
    view: { session: 'unasked', infoMaxLength: 80, currency: '$' } as WatchedBank['view'],
    transfers: [] as JournalEntry[],
    onChange: (listener: (view: WatchedBank['view']) => void) => hear(() => listener(bank.view)),
    onTransfers: hear,
    book: { view: { favourites: [], templates: [] } as BankBook, onChange: hear },
  }
  return { bank, tell: () => listeners.forEach((listener) => listener()) }
}

/** A lock that the test opens and closes. */
function openLock() {
  const changed = new Emitter()
  const lock = { view: { locked: false, by: 'nothing' as const }, onChange: changed.on }
  const turn = (locked: boolean) => {
    lock.view = { locked, by: 'nothing' }
    changed.emit()
  }
  return { lock, turn }
}

test('a bank without an unsettled transfer stays closed, and nothing waits there', async () => {
  const open = vi.fn()
  const heard: BankPending[] = []
  new PendingActions(() => Promise.resolve(false), open).follow((now) => heard.push(now))
  await soon(() => expect(heard).toEqual([{ unsettled: [], ranOut: false, due: [] }]))
  expect(open).not.toHaveBeenCalled()
})

test('one with an unsettled transfer is opened, and tells of it once it knows whose it is', async () => {
  const { bank, tell } = openedBank()
  const { lock } = openLock()
  const pending = new PendingActions(
    () => Promise.resolve(true),
    () => pending.opened(bank, lock),
  )
  const heard: BankPending[] = []
  pending.follow((now) => heard.push(now))
  await soon(() => expect(heard).toHaveLength(2))
  expect(heard.at(-1)).toEqual({ unsettled: [], ranOut: false, due: [] })
  const sent = { id: 'a', payee: 'Ole', amount: 5, confirmedAt: 9 }
  bank.transfers = [
    { ...sent, state: 'unknown' },
    { ...sent, state: 'succeeded' },
  ] as JournalEntry[]
  tell()
  expect(heard.at(-1)).toEqual({ unsettled: [{ id: 'a', payee: 'Ole', amount: 5, at: 9 }], ranOut: false, due: [] })
  bank.view = { ...bank.view, session: 'expired' }
  tell()
  expect(heard.at(-1)).toEqual({ unsettled: [{ id: 'a', payee: 'Ole', amount: 5, at: 9 }], ranOut: true, due: [] })

  const late: BankPending[] = []
  pending.follow((now) => late.push(now))
  expect(late).toEqual([{ unsettled: [{ id: 'a', payee: 'Ole', amount: 5, at: 9 }], ranOut: true, due: [] }])
})

test('of what is due or unsettled name and amount are told while it is not locked, at once after, and the day always', () => {
  const { bank } = openedBank()
  const { lock, turn } = openLock()
  const rent = { id: 'a', name: 'Rent', amount: 1_200 }
  bank.book.view = { favourites: [], templates: [{ ...rent, from: '', to: '', info: '', due: '2026-11-21' }] }
  const pending = new PendingActions(
    () => Promise.resolve(true),
    () => undefined,
  )
  pending.opened(bank, lock)
  const heard: BankPending[] = []
  bank.transfers = [{ id: 'b', payee: 'Ole', amount: 5, confirmedAt: 9, state: 'unknown' }] as JournalEntry[]
  pending.follow((now) => heard.push(now))
  turn(true)
  turn(false)
  const whole = [{ ...rent, day: '2026-11-21' }]
  expect(heard.map(({ due }) => due)).toEqual([whole, [{ id: 'a', name: '', amount: null, day: '2026-11-21' }], whole])
  const sent = { id: 'b', payee: 'Ole', amount: 5, at: 9 }
  const withheld = { id: 'b', payee: '', amount: null, at: 9 }
  expect(heard.map(({ unsettled }) => unsettled)).toEqual([[sent], [withheld], [sent]])
})
