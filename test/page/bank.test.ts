import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Transaction, TransferEntry } from '../../src-preload/contract/bank.ts'
import { accountLine, hasForeignMark, parseAmount } from '../../src-renderer/bank/amount.ts'
import { daysOf, filterRows, noFilter, searchWords, type Filter } from '../../src-renderer/bank/filter.ts'
import { formOf, namedPayees, payeesOf } from '../../src-renderer/bank/payees.ts'
import { bookingFacts, factsAsText, receiptAsText, receiptOf } from '../../src-renderer/bank/receipt.ts'
import { rhythmKey, rhythmOf, rhythmWords } from '../../src-renderer/bank/rhythm.ts'
import { readPages } from '../../src-renderer/bank/rows.ts'
import { balanceOver, flowByPartner, flowOf, monthsOf, newestOf, rowsIn } from '../../src-renderer/bank/sums.ts'
import { receiptHtml } from '../../src-main/bank/index.ts'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'

const DAY = 86_400_000
const local = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()
const row = (id: string, more: Partial<Transaction> = {}): Transaction => ({
  id,
  at: local(2026, 3, 4),
  dateText: '04.03.26 - 12:00',
  amount: -10,
  type: 'transfer',
  counterpart: 'NH2',
  counterpartName: 'Mara Lindqvist',
  initiator: 'Fenja',
  info: 'Anteil Kutter',
  ...more,
})

const list = [
  row('1', { amount: 500 }),
  row('2', { at: local(2026, 3, 5, 23), info: 'Käse' }),
  row('3', { at: local(2026, 3, 6, 0), counterpart: '', counterpartName: '', type: 'add', amount: 70, info: '' }),
  row('4', { at: undefined, counterpart: '', counterpartName: '', type: 'remove', amount: -7 }),
  row('5', { counterpart: 'NH3', counterpartName: '' }),
]
const format = createFormat({ language: 'en', currency: '$', t: (key) => key })
const words = searchWords(format)
const found = (filter: Partial<Filter>) =>
  filterRows(list, { ...noFilter, ...filter }, { language: 'en', words })
    .map(({ id }) => id)
    .join('')

test.each([
  [{}, '12345'],
  [{ direction: 'in' }, '13'],
  [{ direction: 'out' }, '245'],
  [{ direction: 'transfer' }, '125'],
  [{ direction: 'add' }, '3'],
  [{ direction: 'remove' }, '4'],
  [{ counterpart: 'NH2' }, '12'],
  [{ from: '2026-03-05' }, '23'],
  [{ until: '2026-03-05' }, '125'],
  [{ from: '2026-03-05', until: '2026-03-05' }, '2'],
  [{ search: 'KUTTER mara' }, '1'],
  [{ search: '-10 käse' }, '2'],
  [{ search: 'nh3' }, '5'],
  [{ search: 'nobody' }, ''],
  [{ search: 'Mar 6, 2026' }, '3'],
  [{ search: '11:00 PM' }, '2'],
  [{ search: '+$500' }, '1'],
  [{ search: '−$7' }, '4'],
  [{ search: '-$7' }, '4'],
  [{ least: '70' }, '13'],
  [{ most: '9' }, '4'],
  [{ least: '10', most: '70' }, '235'],
  [{ least: 'x', most: '1.500' }, '12345'],
  [{ search: 'fenja', direction: 'in', from: '2026-03-06' }, '3'],
] as const)('the filter %j finds %s', (filter, ids) => {
  expect(found(filter)).toBe(ids)
})

test('a search finds money and days as the other language shows them, too', () => {
  const german = searchWords(createFormat({ language: 'de', currency: '$', t: (key) => key }))
  const large = row('1', { amount: -12_345 })
  const finds = (search: string) =>
    filterRows([large], { ...noFilter, search }, { language: 'de', words: german }).length === 1
  expect(['12.345 $', '-12.345', '−12.345 $', '04.03.2026', '12:00', '12345'].map(finds)).toEqual(Array(6).fill(true))
  expect(finds('12,345')).toBe(false)
})

test('periods by a word, over the turn of a year', () => {
  const january = new Date(2026, 0, 15)
  expect(daysOf('this-month', january)).toEqual({ from: '2026-01-01', until: '2026-01-31' })
  expect(daysOf('last-month', january)).toEqual({ from: '2025-12-01', until: '2025-12-31' })
  expect(daysOf('this-year', january)).toEqual({ from: '2026-01-01', until: '2026-12-31' })
  expect(daysOf('all', january)).toEqual({ from: '', until: '' })
})

test('months from the first booking to now, none left out', () => {
  const now = local(2026, 3, 10)
  expect(monthsOf([row('1', { at: local(2025, 11, 30, 23) }), row('2', { at: undefined })], now)).toEqual([
    '2026-03',
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ])
  expect(monthsOf([], now)).toEqual(['2026-03'])
  const rows = [
    row('1', { at: local(2026, 1, 5), counterpart: 'NH2' }),
    row('2', { at: local(2026, 2, 5), counterpart: 'NH3' }),
  ]
  const newest = (own: string[]) => newestOf(monthsOf(rows, now), rows, own)
  expect([newest([]), newest(['NH3']), newest(['NH2', 'NH3'])]).toEqual(['2026-02', '2026-01', '2026-03'])
})

test('a month’s bookings begin and end at midnight; between own accounts nothing is earned or spent', () => {
  const rows = [
    row('1', { at: local(2026, 3, 1, 0) }),
    row('2', { at: local(2026, 3, 31, 23), counterpart: 'NH9' }),
    row('3', { at: local(2026, 4, 1, 0) }),
    row('4', { at: undefined }),
  ]
  const ids = (own?: string[]) => rowsIn(rows, '2026-03', own).map(({ id }) => id)
  expect(ids()).toEqual(['1', '2'])
  expect(ids(['NH9'])).toEqual(['1'])
})

test('a balance over a month begins with what it opened with, the last booking of a day tells it, accounts are summed, and what is not known is not guessed', () => {
  const now = local(2026, 3, 4, 12)
  const bookings = new Map([
    [
      'NH1',
      [
        row('3', { at: local(2026, 3, 3), amount: 50, balance: 120 }),
        row('2', { at: local(2026, 3, 2, 20), amount: -30, balance: 70 }),
        row('1', { at: local(2026, 3, 2, 8), amount: 60, balance: 100 }),
      ],
    ],
    ['NH2', []],
    ['NH3', [row('1', { at: local(2026, 3, 2), balance: undefined })]],
  ])
  const of = (iban: string) => ({ iban, rows: bookings.get(iban) ?? [], setAside: 0, asOf: now })
  const over = (...accounts: { iban: string; balance?: number }[]) => balanceOver(accounts, of, '2026-03', now)?.values
  expect(over({ iban: 'NH1', balance: 120 })).toEqual([40, 40, 70, 120, 120])
  expect(over({ iban: 'NH1', balance: 120 }, { iban: 'NH2', balance: 5 })).toEqual([45, 45, 75, 125, 125])
  expect(over({ iban: 'NH1', balance: 120 }, { iban: 'NH2' })).toBeUndefined()
  expect(over({ iban: 'NH3', balance: 5 })).toBeUndefined()
  expect(balanceOver([{ iban: 'NH1' }], () => undefined, '2026-03', now)).toBeUndefined()
})

test('money per counterpart, the most moved first', () => {
  expect(flowByPartner(list).map(({ iban, name, income, spending }) => [iban, name, income, spending])).toEqual([
    ['NH2', 'Mara Lindqvist', 500, 10],
    ['', '', 70, 7],
    ['NH3', '', 0, 10],
  ])
})

test('who has the largest income or spending is first', () => {
  const rows = [row('1', { amount: 6 }), row('2', { amount: -6 }), row('3', { amount: -10, counterpart: 'NH3' })]
  expect(flowByPartner(rows).map(({ iban }) => iban)).toEqual(['NH3', 'NH2'])
})

test('no money is made or lost by summing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 300 }))),
      (amounts) => {
        const rows = amounts.map(([amount, day], at) => row(String(at), { amount, at: local(2026, 1, 1) + day * DAY }))
        const total = amounts.reduce((sum, [amount]) => sum + amount, 0)
        const all = flowOf(rows)
        const each = flowByPartner(rows).reduce((sum, { income, spending }) => sum + income - spending, 0)
        const now = local(2027, 1, 1)
        const months = monthsOf(rows, now).map((month) => flowOf(rowsIn(rows, month)))
        const monthly = months.reduce((sum, { income, spending }) => sum + income - spending, 0)
        expect([all.income - all.spending, each, monthly]).toEqual([total, total, total])
      },
    ),
  )
})

test.each([
  ['1250', 1250],
  ['12 345', 12_345],
  ['12.345', undefined],
  ['1,250,000', 1_250_000],
  ["1'250", 1250],
  [' 7 ', 7],
  ['0', 0],
  ['', undefined],
  ['12.5', undefined],
  ['1.2.3', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['12,34', undefined],
  ['9'.repeat(17), undefined],
  ['١٢', undefined],
] as const)('typed %j is read as %s', (text, amount) => {
  expect(parseAmount(text, 'en')).toBe(amount)
})

test('what marks thousands in one language is a decimal point in the other: it is asked about, never read', () => {
  expect([parseAmount('1.500', 'de'), parseAmount('1,500', 'en')]).toEqual([1500, 1500])
  expect([parseAmount('1,500', 'de'), parseAmount('1.500', 'en')]).toEqual([undefined, undefined])
  expect([hasForeignMark('1,500', 'de'), hasForeignMark('1.500', 'en')]).toEqual([true, true])
  expect([hasForeignMark('12,34', 'de'), hasForeignMark('abc', 'en')]).toEqual([false, false])
})

test('an account in one line', () => {
  const money = (value: number) => `$${value}`
  const t = (_key: string, values?: object) => Object.values(values ?? {}).join()
  const company = { iban: 'NH1', kind: 'company', label: 'Hafen AG', balance: 5, isDefault: false } as const
  expect(accountLine(company, t, money)).toBe('Hafen AG · NH1 · $5')
  expect(accountLine({ iban: 'NH1', kind: 'own', label: '', isDefault: true }, t, money)).toBe('main · NH1')
})

const entry: TransferEntry = {
  id: '7f9c',
  from: 'NH1',
  to: 'NH2',
  amount: 12_500,
  info: '<b>Miete</b>',
  payee: 'Mara',
  state: 'unknown',
  confirmedAt: local(2026, 3, 4),
  sentAt: local(2026, 3, 4),
  overridden: false,
}

test.each([
  ['en', '$12,500', 'Unresolved'],
  ['de', '12.500\u00a0$', 'Ungeklärt'],
] as const)('a receipt says what is known, no more, %s', async (language, amount, state) => {
  const i18n = new I18n()
  await i18n.use(language)
  const text = receiptAsText(receiptOf(entry, i18n.t, createFormat(i18n)))
  for (const word of [amount, state, 'NH1', 'Mara (NH2)', '<b>Miete</b>', '7f9c']) expect(text).toContain(word)
  const word = receiptAsText(
    receiptOf({ ...entry, state: 'succeeded', settledBy: 'player' }, i18n.t, createFormat(i18n)),
  )
  expect(word).toMatch(/Marked as completed|Laut dir ausgeführt/)
  const proven = receiptOf({ ...entry, state: 'succeeded', transactionId: '4711' }, i18n.t, createFormat(i18n))
  expect(receiptAsText(proven)).toContain('4711')
})

test('a printed receipt takes no markup from anybody, and runs none', () => {
  const html = receiptHtml({
    entryId: '1',
    title: '<script>x</script>',
    rows: [['"a"', "<img src=x onerror='y'>"]],
    note: '&',
  })
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;img src=x onerror=&#39;y&#39;&gt;')
  expect(html).toContain("default-src 'none'")
})

test('pages are read in slices, and no further once nobody wants them', async () => {
  const page = JSON.stringify([{ id: '1', amount: 5 }])
  expect(await readPages([page, page], () => true)).toEqual([
    { id: '1', amount: 5 },
    { id: '1', amount: 5 },
  ])
  const large = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: String(at), amount: 5, info: '' })))
  expect(
    await readPages(
      Array.from({ length: 50 }, () => large),
      () => false,
    ),
  ).toBeUndefined()
})

test('payees: favourites first, then the last paid, with what was sent; a refused transfer is no payment', () => {
  const paid = (to: string, at: number, more: Partial<TransferEntry> = {}) => ({
    ...entry,
    ...{ id: `${to}${at}`, to, confirmedAt: at, sentAt: at, state: 'succeeded' as const },
    ...more,
  })
  const transfers = [
    paid('NH5', 9, { state: 'refused' }),
    paid('NH4', 8, { payee: 'Ole', amount: 7 }),
    paid('NH4', 3, { amount: 1 }),
    paid('NH3', 2),
  ]
  const payees = [
    { iban: 'NH3', name: 'Zoe', from: 'phonebook' as const },
    { iban: 'NH5', name: 'Ada', from: 'phonebook' as const },
    { iban: 'NH4', name: '', from: 'recent' as const },
  ]
  const known = payeesOf(payees, transfers, ['NH6', 'NH5'])
  expect(known.map(({ iban, name, isFavourite, last }) => [iban, name, isFavourite, last?.amount])).toEqual([
    ['NH5', 'Ada', true, undefined],
    ['NH6', '', true, undefined],
    ['NH4', 'Ole', false, 7],
    ['NH3', 'Zoe', false, 12_500],
  ])
})

test('the player’s own accounts are among the payees by what they are called', () => {
  const t = (_key: string, values?: object) => Object.values(values ?? {}).join()
  const payee = (iban: string, name = '') => ({ iban, name, from: 'recent' as const })
  const accounts = [
    { iban: 'NH1', kind: 'own', label: '', isDefault: true } as const,
    { iban: 'NH2', kind: 'company', label: 'Hafen AG', isDefault: false } as const,
  ]
  const payees = [payee('NH1'), payee('NH2'), payee('NH3'), payee('NH4', 'Ada')]
  const named = namedPayees({ accounts, payees, asOf: 0, live: true }, t)
  expect(named.map(({ name }) => name)).toEqual(['main', 'Hafen AG', '', 'Ada'])
})

test('a form is filled in with what was given, and nothing else', () => {
  expect(formOf({ to: 'NH2', amount: null, info: '' })).toEqual({ to: 'NH2' })
  expect(formOf(entry)).toEqual({ to: 'NH2', from: 'NH1', amount: '12500', info: '<b>Miete</b>' })
})

test('a booking’s facts hold all that the bank said', () => {
  const i18n = { t: (key: string) => key } as unknown as I18n
  const own = { iban: 'NH1', kind: 'own', label: 'Savings', isDefault: false } as const
  const textOf = (dateText: string) =>
    factsAsText(bookingFacts(row('77', { balance: 5, dateText }), 'NH1', [own], { t: i18n.t, format }))
  const text = textOf('04.03.26 - 23:59')
  for (const said of ['77', '−$10', 'Mara Lindqvist (NH2)', 'Savings (NH1)', 'Fenja', 'Anteil Kutter', '$5'])
    expect(text).toContain(said)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(text).toContain(`(${timeZone})`)
  expect(text).not.toContain('04.03.26') // one date: the bank's own counts only if it cannot be read
})

test.each(['en', 'de'] as const)('weekdays and rhythms in %s', async (language) => {
  const i18n = new I18n()
  await i18n.use(language)
  const template = { id: '1', name: '', from: '', to: '', amount: null, info: '', next: '2026-03-06' }
  const words = rhythmWords({ ...template, every: { unit: 'week', day: 5 } }, i18n)
  expect(words).toBe(language === 'en' ? 'Every Friday, next 03/06/2026' : 'Jeden Freitag, als Nächstes am 06.03.2026')
  for (const key of ['week-1', 'week-7', 'month-31', '']) expect(rhythmKey(rhythmOf(key))).toBe(key)
})
