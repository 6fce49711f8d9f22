import fc from 'fast-check'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bankDateReader, seenFrom, wholeFrom, type Booking } from '../../src-main/bank/bookings.ts'
import { csvCell, csvFile, csvLines, type CsvForm } from '../../src-main/bank/documents.ts'
import { bookingKey } from '../../src-preload/contract/bank.ts'
import { ReadingThread } from '../../src-main/lib/index.ts'
import { createBankReader, readBookingsAnswer, type ReadOrder } from '../../src-main/bank/read-bookings.ts'
import { rowsOf } from '../../src-renderer/bank/rows.ts'

const OWN = 'NH100001'
const zone = 'Europe/Berlin'
const utc = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['05.01.26 - 11:00', utc('2026-01-05T10:00')],
  ['05.07.2026 - 11:00', utc('2026-07-05T09:00')],
  ['5.7.26 11:00:30', utc('2026-07-05T09:00:30')],
  ['05.01.26', utc('2026-01-04T23:00')],
  ['29.02.24 - 00:00 Uhr', utc('2024-02-28T23:00')],
  ['29.02.24 - 00:00 h.', utc('2024-02-28T23:00')],
  ['05.01.26, ', utc('2026-01-04T23:00')],
  ['29.03.26 - 01:59', utc('2026-03-29T00:59')], // the last minute before the clocks go forward
  ['29.03.26 - 03:00', utc('2026-03-29T01:00')],
  ['25.10.26 - 02:30', utc('2026-10-25T00:30')], // this hour comes twice: the earlier one is meant
  ['25.10.26 - 03:00', utc('2026-10-25T02:00')],
])('the bank’s %s', (text, at) => {
  expect(bankDateReader(zone)(text)).toBe(at)
})

test.each([
  '',
  '-',
  '31.02.26 - 10:00',
  '01.13.26',
  '00.01.26',
  '05.01.26 - 24:00',
  '2026-01-05',
  '05.01.126',
  '05.01.26 - 1:2:3:4',
  '05.01.26 - 06:00 PM',
])('%s is no date of the bank', (text) => {
  expect(bankDateReader(zone)(text)).toBeUndefined()
})

test('any minute of a year that is written as the bank writes it is read back, but for the hour that comes twice', () => {
  const read = bankDateReader(zone)
  const format = new Intl.DateTimeFormat('de-DE', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const from = utc('2026-01-01T00:00')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 * 60 - 1 }), (minute) => {
      const at = from + minute * 60_000
      const back = read(format.format(at).replace(',', ' -'))
      expect([at, at - 3_600_000]).toContain(back)
    }),
  )
})

test.each([
  ['1250', 1250],
  [' 1.250 ', 1250],
  ['1,250,000', 1_250_000],
  ["1'250", 1250],
  ['-40', -40],
  ['12.00', 12],
  ['1.000', 1_000],
  ['10.000', 10_000],
  ['1,250.00', 1_250],
  [7, 7],
  ['12.5', undefined],
  ['1.25', undefined],
  ['', undefined],
  ['abc', undefined],
  [1.5, undefined],
  [null, undefined],
  ['9'.repeat(20), undefined],
])('the amount %j is %s', (value, whole) => {
  expect(wholeFrom(value)).toBe(whole)
})

const booking = (id: string, more: Partial<Booking> = {}): Booking => ({
  id,
  source: OWN,
  destination: 'NH2',
  amount: 10,
  type: 'transfer',
  initiator: '',
  info: '',
  at: 60_000 * Number(id),
  dateText: '',
  ...more,
})

test('newest first whatever the order was; what has no date comes last', () => {
  const given = [booking('2'), booking('10', { at: 120_000 }), booking('3', { at: undefined }), booking('1')]
  const seen = seenFrom(given, { iban: OWN, names: [] })
  expect(seen.map(({ id }) => id)).toEqual(['10', '2', '1', '3'])
})

test('the balance is derived from the newest back to where a booking cannot be read', () => {
  const given = [
    booking('4', { source: 'NH2', destination: OWN, amount: 100 }),
    booking('3'),
    booking('2', { amount: undefined }),
    booking('1'),
  ]
  const known = { balance: 500, balanceAt: 10 * 60_000 }
  const balances = (of: Booking[], at = known) =>
    seenFrom(of, { iban: OWN, names: [], known: at }).map(({ balance }) => balance)
  expect(balances(given)).toEqual([500, 400, 410, undefined])
  expect(balances(given, { balance: 500, balanceAt: 0 })).toEqual([undefined, undefined, undefined, undefined])
})

test('signed by direction, cash by its type, and named from the phonebook', () => {
  const cash = { source: OWN, destination: OWN }
  const given = [
    booking('5'),
    booking('4', { source: 'NH2', destination: OWN }),
    booking('3', { ...cash, type: 'add' }),
    booking('2', { ...cash, type: 'remove' }),
    booking('1', cash),
  ]
  const seen = seenFrom(given, { iban: OWN, names: [['NH2', 'Mara']] })
  expect(seen.map(({ amount, counterpart, counterpartName }) => [amount, counterpart, counterpartName])).toEqual([
    [-10, 'NH2', 'Mara'],
    [10, 'NH2', 'Mara'],
    [10, '', ''],
    [-10, '', ''],
    [undefined, '', ''],
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '"=1'])(
  'the cell %j is text to a spreadsheet',
  (text) => {
    const cell = csvCell(text)
    expect(cell).toBe(`"${text.startsWith('"') ? '' : "'"}${text.replace(/"/g, '""')}"`)
  },
)

test('a CSV file: a mark for UTF-8, titles, quoted texts, plain numbers, local time, each account one after the other', () => {
  const [row] = seenFrom([booking('1', { info: 'He said "hi", =1', at: utc('2026-01-05T10:00') })], {
    iban: OWN,
    names: [['NH2', '=Mara']],
  })
  const titles = ['Account', 'Date', 'Kind', 'Amount', 'Counterpart', 'Name', 'By', 'Text', 'Balance']
  const kinds = { transfer: 'Überweisung', add: 'Einzahlung', remove: 'Auszahlung' }
  const file = (separator: CsvForm['separator']) => {
    const lines = csvLines(OWN, row ? [row] : [], { separator, kinds, timeZone: zone })
    return csvFile([lines, lines], { titles, separator }, zone)
  }
  const line = `"NH100001","2026-01-05 11:00","Überweisung",-10,"NH2","'=Mara","","He said ""hi"", =1",\r\n`
  expect(file(',')).toBe(
    `\uFEFF"Account","Date (Europe/Berlin)","Kind","Amount","Counterpart","Name","By","Text","Balance"\r\n${line}${line}`,
  )
  // in German the comma is the decimal mark, and a semicolon ends a cell
  expect(file(';')).toContain(
    `"NH100001";"2026-01-05 11:00";"Überweisung";-10;"NH2";"'=Mara";"";"He said ""hi"", =1";\r\n`,
  )
})

const raw = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at + 1),
    source: OWN,
    destination: 'NH2',
    amount: '10',
    initiator: 'I',
    info: `Käse ${at}`,
    type: 'transfer',
    created_at: '05.01.26 - 11:00',
  }))
const view: ReadOrder = { wanted: [], view: { iban: OWN, names: [], known: { balance: 0, balanceAt: Infinity } } }

test('a list crosses in pages and comes back whole; wanted bookings and records of no use are told', () => {
  const bytes = Buffer.from(JSON.stringify({ data: [...raw(2_500), 'x', {}, null] }))
  const wanted = [{ from: OWN, to: 'NH2', amount: 10, info: 'Käse 7' }]
  const elsewhere = [{ from: OWN, to: 'NH3', amount: 10, info: 'Käse 7' }]
  const read = readBookingsAnswer(bytes, { ...view, wanted }, zone)
  expect(read).toMatchObject({ total: 2_500, setAside: 3 })
  // the text may be told in another way; of more than anybody can compare the newest count
  expect(read?.found.map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, at) => String(2_500 - at)))
  expect(readBookingsAnswer(bytes, { ...view, wanted: elsewhere }, zone)?.found).toEqual([])
  expect(read?.pages).toHaveLength(3)
  const rows = read?.pages.flatMap(rowsOf) ?? []
  expect(rows).toHaveLength(2_500)
  expect(rows[0]).toMatchObject({ id: '2500', amount: -10, balance: 0, info: 'Käse 2499' })
})

test.each(['', '<html>', '{"data":"none"}', '7', 'null'])('%j holds no bookings', (text) => {
  expect(readBookingsAnswer(Buffer.from(text), view, zone)).toBeUndefined()
})

const sheet = { separator: ';' as const, kinds: { transfer: 'Überweisung', add: '', remove: '' } }

test.each([undefined, '', '0'])(
  'of bookings that are all numbered %j only those that were asked for are in the file',
  (id) => {
    const bytes = Buffer.from(JSON.stringify(raw(40).map((record) => ({ ...record, id }))))
    const shown = rowsOf(readBookingsAnswer(bytes, view, zone)?.pages[0] ?? '[]').filter(({ info }) =>
      info.endsWith('7'),
    )
    const csv = readBookingsAnswer(bytes, { ...view, csv: { ...sheet, keys: shown.map(bookingKey) } }, zone)?.csv
    expect(csv?.match(/Käse \d+/g)).toEqual(shown.map(({ info }) => info))
    expect(shown).toHaveLength(4)
  },
)

test('a large answer is read on a thread, with the same outcome', async () => {
  const thread = new ReadingThread(pathToFileURL(resolve('out/test/bookings-worker.js')))
  const text = JSON.stringify(raw(5_000))
  const [newest] = rowsOf(readBookingsAnswer(Buffer.from(text), view, zone)?.pages[0] ?? '[]')
  const order = { ...view, csv: { ...sheet, keys: newest ? [bookingKey(newest)] : [] } }
  const there = createBankReader(zone, thread).bookings
  expect(await there(Buffer.from(text), view)).toEqual(readBookingsAnswer(Buffer.from(text), view, zone))
  expect((await there(Buffer.from(text), order))?.csv).toBe(readBookingsAnswer(Buffer.from(text), order, zone)?.csv)
  expect(await there(Buffer.from(text.slice(0, -1)), view)).toBeUndefined()
  await expect(
    createBankReader(zone, new ReadingThread(pathToFileURL('/nowhere.js'))).bookings(Buffer.from(text), view),
  ).rejects.toThrow()
})
