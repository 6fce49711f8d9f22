import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Transaction, TransferEntry } from '../../src-preload/contract/bank.ts'
import { accountLine, hasForeignMark, parseAmount } from '../../src-renderer/bank/amount.ts'
import { filterRows, noFilter, type Filter } from '../../src-renderer/bank/filter.ts'
import { receiptAsText, receiptOf } from '../../src-renderer/bank/receipt.ts'
import { readPages } from '../../src-renderer/bank/rows.ts'
import { flowByPartner, weekOf, weeklyFlow } from '../../src-renderer/bank/sums.ts'
import { receiptHtml } from '../../src-main/bank/documents.ts'
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
const found = (filter: Partial<Filter>) =>
  filterRows(list, { ...noFilter, ...filter })
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
  [{ search: 'fenja', direction: 'in', from: '2026-03-06' }, '3'],
] as const)('the filter %j finds %s', (filter, ids) => {
  expect(found(filter)).toBe(ids)
})

test('money per week: Monday to Sunday, no week left out', () => {
  const monday = local(2026, 3, 2, 0)
  const rows = [
    row('1', { at: local(2026, 3, 2, 0), amount: 100 }),
    row('2', { at: local(2026, 3, 8, 23), amount: -30 }),
    row('3', { at: local(2026, 3, 23), amount: 5 }),
    row('4', { at: undefined }),
    row('5', { amount: undefined }),
  ]
  expect(weeklyFlow(rows)).toEqual([
    { week: monday, income: 100, spending: 30 },
    { week: weekOf(monday + 7 * DAY), income: 0, spending: 0 },
    { week: weekOf(monday + 14 * DAY), income: 0, spending: 0 },
    { week: weekOf(monday + 21 * DAY), income: 5, spending: 0 },
  ])
  expect(weeklyFlow([])).toEqual([])
})

test('a year of weeks passes both changes of the clock', () => {
  const rows = [row('1', { at: local(2026, 1, 5) }), row('2', { at: local(2026, 12, 31) })]
  expect(weeklyFlow(rows)).toHaveLength(52)
  expect(weeklyFlow(rows).every(({ week }) => new Date(week).getDay() === 1 && new Date(week).getHours() === 0)).toBe(
    true,
  )
})

test('money per counterpart, the most moved first', () => {
  expect(flowByPartner(list).map(({ iban, name, income, spending }) => [iban, name, income, spending])).toEqual([
    ['NH2', 'Mara Lindqvist', 500, 10],
    ['', '', 70, 7],
    ['NH3', '', 0, 10],
  ])
})

test('no money is made or lost by summing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 300 }))),
      (amounts) => {
        const rows = amounts.map(([amount, day], at) => row(String(at), { amount, at: local(2026, 1, 1) + day * DAY }))
        const total = amounts.reduce((sum, [amount]) => sum + amount, 0)
        for (const flows of [weeklyFlow(rows), flowByPartner(rows)])
          expect(flows.reduce((sum, { income, spending }) => sum + income - spending, 0)).toBe(total)
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
  expect(accountLine({ iban: 'NH1', kind: 'company', label: 'Hafen AG', balance: 5, isDefault: false }, money)).toBe(
    'Hafen AG · NH1 · $5',
  )
  expect(accountLine({ iban: 'NH1', kind: 'own', label: '', isDefault: true }, money)).toBe('NH1')
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
  ['en', '$12,500', 'Outcome unknown'],
  ['de', '12.500\u00a0$', 'Ausgang unbekannt'],
] as const)('a receipt says what is known, no more, %s', async (language, amount, state) => {
  const i18n = new I18n()
  await i18n.use(language)
  const text = receiptAsText(receiptOf(entry, i18n.t, createFormat(i18n), '$'))
  for (const word of [amount, state, 'NH1', 'Mara (NH2)', '<b>Miete</b>', '7f9c']) expect(text).toContain(word)
  const proven = receiptOf({ ...entry, state: 'succeeded', transactionId: '4711' }, i18n.t, createFormat(i18n), '$')
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
  const page = JSON.stringify([['1', null, '', 5, 'add', '', '', '', '', null]])
  expect(await readPages([page, page], () => true)).toMatchObject([{ id: '1', at: undefined, amount: 5 }, { id: '1' }])
  const large = JSON.stringify(
    Array.from({ length: 20_000 }, (_, at) => [String(at), null, '', 5, 'add', '', '', '', '', null]),
  )
  expect(
    await readPages(
      Array.from({ length: 50 }, () => large),
      () => false,
    ),
  ).toBeUndefined()
})
