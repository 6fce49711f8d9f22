import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bankHandlers, type BankDesktop } from '../../src-main/bank/index.ts'
import { jsonFile } from '../../src-main/lib/index.ts'
import { KeptLock, MoneyLock } from '../../src-main/player/index.ts'
import type { BankBook } from '../../src-preload/contract/bank-book.ts'
import type { CsvRequest, TransferEntry } from '../../src-preload/contract/bank.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import { failureOf, OTHER, OWN, setup, transfer } from './setup.ts'

type Asking = Extract<Proposal<TransferEntry>, { question: unknown }>
type Picking = Extract<Proposal<void>, { dialog: unknown }>

const run = { signal: new AbortController().signal, windowId: 1 }

test('locked, the bridge gives nothing of the bank and takes no transfer; one on its way goes on', async () => {
  const fixture = await setup()
  const { bank, demo, profile, signIn } = fixture
  const folder = await mkdtemp(join(tmpdir(), 'loadout-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = jsonFile(join(folder, 'lock.json'), KeptLock, () => undefined)
  const lock = await MoneyLock.open({ file, uptime: () => 0 })
  const written: string[] = []
  const write = (path: string) => Promise.resolve(void written.push(path))
  const desktop: BankDesktop = {
    signIn: (over) => new Promise((close) => over.addEventListener('abort', () => close())),
    saveFile: write,
    savePdf: write,
    during: (work) => work(),
  }
  const handlers = bankHandlers(bank, desktop, profile.bank, lock)
  await signIn()
  const { id } = await transfer(bank, 5)
  const heard: TransferEntry[][] = []
  await bank.book.setFavourite(OTHER, true)
  const book: BankBook[] = []
  handlers.book((next) => book.push(next))
  expect(book.at(-1)?.favourites).toEqual([OTHER])
  handlers.transfers((entries) => heard.push(entries))
  expect(heard.at(-1)).toHaveLength(1)
  await lock.setPin('4711')

  const sheet: CsvRequest = {
    name: 'Bookings',
    accounts: [{ iban: OWN }],
    titles: [],
    kinds: { transfer: '', add: '', remove: '' },
    separator: ',',
  }
  const input = { from: OWN, to: OTHER, amount: 9, info: '' }
  const receipt = { entryId: id, title: '', rows: [], note: '' }
  const propose = async (amount: number) => (await handlers.transfer({ ...input, amount }, run)) as Asking
  const onItsWay = await propose(9)
  const unanswered = await propose(10)
  const csv = (await handlers.saveCsv(sheet, run)) as Picking
  const pdf = (await handlers.saveReceipt(receipt, run)) as Picking
  const unseen = failureOf(Promise.resolve(onItsWay.yes()))
  expect(unanswered.over?.aborted).toBe(false)
  const signingIn = handlers.signIn(undefined, run)
  await lock.lock()
  expect(unanswered.over?.aborted).toBe(true) // what is asked is seen no more
  expect(await failureOf(Promise.resolve(signingIn))).toMatchObject({ code: 'money-locked' })
  expect(await unseen).toMatchObject({ code: 'money-locked' })
  expect(heard.at(-1)).toEqual([])
  expect(book.at(-1)).toEqual({ favourites: [], templates: [] })
  expect(demo.orders).toHaveLength(2)
  // what the player was asked before the lock is no longer theirs to answer
  for (const late of [() => unanswered.yes(), () => csv.taken('/tmp/a.csv'), () => pdf.taken('/tmp/a.pdf')])
    expect(await failureOf(Promise.resolve().then<unknown>(late))).toMatchObject({ code: 'money-locked' })
  expect({ orders: demo.orders.length, written }).toEqual({ orders: 2, written: [] })

  const attempts: [string, () => unknown][] = [
    ['accounts', () => handlers.accounts({ fresh: true }, run)],
    ['transactions', () => handlers.transactions({ iban: OWN }, run)],
    ['transfer', () => handlers.transfer(input, run)],
    ['check', () => handlers.check({ entryId: id }, run)],
    ['settle', () => handlers.settle({ entryId: id, as: 'override' }, run)],
    ['saveCsv', () => handlers.saveCsv(sheet, run)],
    ['setFavourite', () => handlers.setFavourite({ iban: OTHER, is: true }, run)],
    ['saveTemplate', () => handlers.saveTemplate({ ...input, name: 'x' }, run)],
    ['removeTemplate', () => handlers.removeTemplate({ id: 'x' }, run)],
    ['skipReminder', () => handlers.skipReminder({ id: 'x' }, run)],
    ['saveReceipt', () => handlers.saveReceipt(receipt, run)],
    ['signIn', () => handlers.signIn(undefined, run)],
    ['pasteCookies', () => handlers.pasteCookies({ xsrf: 'a', session: 'b' }, run)],
  ]
  for (const [name, attempt] of attempts) {
    const failure = await failureOf(Promise.resolve().then(attempt))
    expect(failure.code, name).toBe('money-locked')
  }
  // Whatever the contract gains: it is either here, or carries no money.
  const harmless = ['state', 'transfers', 'book', 'signOut']
  expect(Object.keys(handlers).sort()).toEqual([...harmless, ...attempts.map(([name]) => name)].sort())

  await lock.unlock('4711')
  expect(heard.at(-1)).toHaveLength(2)
})
