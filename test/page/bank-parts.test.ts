import { fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet, type Component, flushSync } from 'svelte'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { TemplateInput } from '../../src-preload/contract/bank-book.ts'
import type { BankAccount, Transaction } from '../../src-preload/contract/bank.ts'
import Accounts from '../../src-renderer/bank/Accounts.svelte'
import Bookings from '../../src-renderer/bank/Bookings.svelte'
import PendingList from '../../src-renderer/bank/PendingList.svelte'
import { partnerName } from '../../src-renderer/bank/amount.ts'
import { bookingColumns } from '../../src-renderer/bank/booking-columns.ts'
import { csvRequest } from '../../src-renderer/bank/csv.ts'
import { noFilter } from '../../src-renderer/bank/filter.ts'
import FactLines from '../../src-renderer/bank/FactLines.svelte'
import Filters from '../../src-renderer/bank/Filters.svelte'
import Months from '../../src-renderer/bank/Months.svelte'
import Payees from '../../src-renderer/bank/Payees.svelte'
import Transfers from '../../src-renderer/bank/Transfers.svelte'
import { bookingFacts, transferFacts } from '../../src-renderer/bank/receipt.ts'
import TemplateDialog from '../../src-renderer/bank/TemplateDialog.svelte'
import { createFormat } from '#shared/format/index.ts'
import { leftOut } from '#shared/table/column-fit.svelte.ts'
import { I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const roomy = innerHeight
afterEach(() => {
  streamer.on = false
  resizeTo(roomy)
})

function resizeTo(height: number): void {
  Object.assign(window, { innerHeight: height })
  void fireEvent(window, new Event('resize'))
  flushSync()
}

async function show(view: unknown, given: object, language: 'en' | 'de' = 'en') {
  const i18n = new I18n()
  await i18n.use(language)
  return render(Host, { main: playMain().main, i18n, router: new Router('bank'), view: view as Component, given })
}

const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }))

test.each([
  ['de', '1,500', 'Gib eine ganze Zahl ein'],
  ['de', '1.500', undefined],
  ['en', '1.500', 'Enter a whole number'],
  ['en', '1,500', undefined],
] as const)('%s: a filter by %j is never one by nothing without a word: %s', async (language, typed, sentence) => {
  await show(Filters, { all: [], filter: { ...noFilter, most: typed } }, language)
  await fireEvent.click(document.querySelector('[data-action="bank-filters"]') as HTMLElement)
  const field = document.querySelector('input[name="most"]') as HTMLInputElement
  expect(field.value).toBe(typed)
  expect(document.getElementById(`${field.id}-error`)?.textContent).toBe(sentence)
  expect(field.getAttribute('aria-describedby')).toBe(sentence === undefined ? null : `${field.id}-error`)
})

test('what waits takes one line in a low window and three in a higher one; the rest is a press away', async () => {
  const given = { title: 'Open', rows: [...'abcdef'].map((id) => ({ id })), row: text('line') }
  await show(PendingList, given)
  const lines = () => document.querySelectorAll('li').length
  expect(lines()).toBe(3)
  resizeTo(600)
  expect(lines()).toBe(1)
  await fireEvent.click(screen.getByRole('button', { name: '5 more' }))
  expect(lines()).toBe(6)
})

test('accounts that a stream does not see are told apart', async () => {
  streamer.on = true
  const account: BankAccount = { iban: 'NH100001', balance: 5, kind: 'company', label: 'Hafen AG', isDefault: false }
  const accounts = [account, { ...account, iban: 'NH100002', label: 'Moin e. V.' }]
  const { container } = await show(Accounts, { accounts, chosen: '', onchoose: () => undefined })
  const tiles = [...container.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(new Set(tiles).size).toBe(2)
  expect(container.textContent).not.toMatch(/NH100|Hafen|Moin/)
})

test.each(['en', 'de'] as const)(
  '%s: a stream sees no digit of an amount, in a booking’s detail or a transfer’s',
  async (language) => {
    streamer.on = true
    const i18n = new I18n()
    await i18n.use(language)
    const format = createFormat(i18n)
    const [amount, balance] = [-8_383, 83]
    const shared = { id: 'x', info: '', amount, at: undefined, initiator: '' }
    const row = { ...shared, dateText: '', type: 'transfer', counterpart: 'NH200000', counterpartName: '', balance }
    const entry = { ...shared, amount: 83, from: 'NH100000', to: 'NH200000', payee: '', state: 'unknown' as const }
    const sent = { ...entry, confirmedAt: 0, overridden: false }
    const facts = [...bookingFacts(row, 'NH100000', [], { t: i18n.t, format }), ...transferFacts(sent, i18n.t, format)]
    const { container } = await show(FactLines, { facts }, language)
    expect(facts.filter(({ value }) => value.includes('83'))).toHaveLength(3)
    expect(container.textContent).not.toMatch(/[83]/)
  },
)

test('a form with a text beyond measure can be kept, as far as a template holds it', async () => {
  const saved: TemplateInput[] = []
  await show(TemplateDialog, {
    template: { to: 'NH100002', info: 'x'.repeat(10_001) },
    ...{ accounts: [], payees: [], from: 'NH100001', onclose: () => undefined },
    onsave: (template: TemplateInput) => Promise.resolve(void saved.push(template)),
  })
  await fireEvent.input(document.querySelector('input[name="name"]') as HTMLInputElement, { target: { value: 'Rent' } })
  await fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  expect(saved.map((template) => v.is(TemplateInput, template))).toEqual([true])
})

test('an own account is called by the bank, or by what it is; another by its holder, or its number', async () => {
  const i18n = new I18n()
  await i18n.use('de')
  const own = { iban: 'NH1', label: '', balance: 1, kind: 'own', isDefault: false } as const
  const accounts = [own, { ...own, iban: 'NH2', label: 'Boot' }]
  const nameOf = (iban: string, name = '') => partnerName({ iban, name }, accounts, i18n.t)
  expect([nameOf('NH1'), nameOf('NH2'), nameOf('NH3'), nameOf('NH3', 'Ada'), nameOf('')]).toEqual([
    'Weiteres Konto',
    'Boot',
    'NH3',
    'Ada',
    i18n.t('bank.cash'),
  ])
})

test('the bookings’ times are the player’s own, and a narrow table leaves out the kind, then the balance', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const cell = createRawSnippet<[Transaction]>(() => ({ render: () => '<i></i>' }))
  const words = { t: i18n.t, format: createFormat(i18n), whoOf: () => '' }
  const cells = { who: cell, info: cell, amount: cell, balance: cell }
  const columns = bookingColumns([], words, cells)
  expect(columns[0]?.title).toBe('Date')
  expect(columns.map(({ key }) => key)).toEqual(['date', 'type', 'who', 'info', 'amount', 'balance'])
  const least = Object.fromEntries(columns.map(({ key }) => [key, 8]))
  expect([48, 47, 40, 39].map((room) => leftOut(columns, least, room))).toEqual([
    [],
    ['type'],
    ['type'],
    ['type', 'balance'],
  ])
  expect(leftOut(columns, {}, 0)).toEqual([]) // no width is known yet
})

test.each([
  ['en', ',', 'Transactions 2026-11', { transfer: 'Transfer', add: 'Deposit', remove: 'Withdrawal' }],
  ['de', ';', 'Buchungen 2026-11', { transfer: 'Überweisung', add: 'Einzahlung', remove: 'Auszahlung' }],
] as const)('%s: a spreadsheet ends its cells with %j, and its file is named %j', async (...given) => {
  const [language, separator, name, kinds] = given
  const i18n = new I18n()
  await i18n.use(language)
  const asked = csvRequest(i18n, [{ iban: 'NH100001' }], '2026-11')
  expect(asked).toMatchObject({ separator, name, kinds, accounts: [{ iban: 'NH100001' }] })
  expect(new Set(asked.titles).size).toBe(9)
  expect(csvRequest(i18n, [{ iban: 'NH100001' }]).name).not.toContain('NH')
})

test('the newest month with bookings is shown first; the balance of one that still runs is that of today, and no closing one', async () => {
  const now = new Date()
  const before = new Date(now.getFullYear(), now.getMonth() - 1, 15).getTime()
  const rows = [{ at: before, amount: 5, balance: 90, counterpart: 'NH2', counterpartName: '' }]
  const bank = {
    iban: 'NH1',
    busy: false,
    bookingsFailureOf: () => undefined,
    bookingsOf: () => ({ iban: 'NH1', rows }),
  }
  const i18n = new I18n()
  await i18n.use('en')
  streamer.on = true // without the chart
  const given = { bank, accounts: [{ iban: 'NH1', balance: 90 }], oncsv: () => Promise.resolve() }
  render(Host, { main: playMain().main, i18n, router: new Router('bank'), view: Months as never, given })
  const told = () => [screen.queryByText('Balance today') !== null, screen.queryByText('Closing balance') !== null]
  expect(told()).toEqual([false, true])
  const month = screen.getByRole<HTMLSelectElement>('combobox')
  expect(month.value).toBe(month.options[1]?.value)
  await fireEvent.change(month, { target: { value: month.options[0]?.value } })
  expect(told()).toEqual([true, false])
})

test('what a template is for stands where there is none; a payee and an own account can each be saved as one', async () => {
  const book = { templates: [], favourites: [], editing: undefined as object | undefined }
  const own = { iban: 'NH2', label: 'Moin', kind: 'company', isDefault: false } as const
  const payees = [
    { iban: 'NH1', name: 'Ada' },
    { iban: 'NH2', name: 'Moin' },
    { iban: 'NH3', name: 'Boot' },
  ]
  const given = { bank: { iban: 'NH9', transfers: [], book }, own: [own, { ...own, iban: 'NH3', balance: 5 }], payees }
  const { container } = await show(Payees, given)
  expect(screen.getByRole('button', { name: 'New template' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Templates' })).toBeTruthy()
  expect(screen.getByText(/^A template fills in the transfer form/)).toBeTruthy()
  const row = (iban: string) => container.querySelector(`[data-payee="${iban}"]`) as HTMLElement
  await fireEvent.click(row('NH1').querySelector('[aria-label="Save as template…"]') as HTMLElement)
  expect(book.editing).toEqual({ name: 'Ada', to: 'NH1' })
  await fireEvent.click(row('NH3').querySelector('[aria-label="Save as template…"]') as HTMLElement)
  expect(book.editing).toEqual({ name: 'Boot', to: 'NH3' })
})

test('the list of sent transfers leads to the first one', async () => {
  const opened: unknown[] = []
  await show(Transfers, { bank: { transfers: [], transfer: { open: () => opened.push(1) } } })
  await fireEvent.click(screen.getByRole('button', { name: 'New transfer' }))
  expect(opened).toHaveLength(1)
})

test('the sums of the transactions say since when', async () => {
  const row = (at: string, amount: number) => ({ at: Date.parse(at), amount, counterpart: 'NH2', counterpartName: '' })
  const all = [row('2026-03-05T12:00:00Z', 5), row('2026-01-02T12:00:00Z', -3)]
  const given = { all, rows: all, accounts: [], filter: noFilter, setAside: 0, oncsv: () => Promise.resolve() }
  await show(Bookings, { ...given, onopen: () => undefined })
  expect(screen.getByRole('status').textContent.replaceAll(/\s+/g, ' ')).toContain('2 transactions since Jan 2 ·')
})

test('the chosen account is no payee, although it was paid', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const row = (counterpart: string) => ({ amount: -5, counterpart, counterpartName: '' })
  const bookings = { rows: [row('NH1'), row('NH3')] }
  const bank = { iban: 'NH1', bookings, transfers: [], book: { templates: [], favourites: [] } }
  const own = [{ iban: 'NH1', label: '', kind: 'private', isDefault: true }]
  const given = { bank, own, payees: [] }
  render(Host, { main: playMain().main, i18n, router: new Router('bank'), view: Payees as never, given })
  expect([...document.querySelectorAll<HTMLElement>('[data-payee]')].map(({ dataset }) => dataset.payee)).toEqual([
    'NH3',
  ])
})
