import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { I18n } from '#shared/i18n/index.ts'
import { numberColumn, textColumn, type Column } from '#shared/table/index.ts'
import TableHost from './support/TableHost.svelte'

interface Row {
  name: string
  price: number
}
const ROW_PX = 40
const ROWS_SEEN = 10
let seenPx = ROWS_SEEN * ROW_PX
const many: Row[] = Array.from({ length: 100_000 }, (_, at) => ({ name: `Item ${at}`, price: 100_000 - at }))
const columns = [
  textColumn<Row>('name', 'Name', (row) => row.name),
  numberColumn<Row>('price', 'Price', (row) => row.price, String),
]
const i18n = new I18n()

beforeAll(async () => {
  await i18n.use('en')
  // jsdom lays nothing out: the viewport is a head and ten rows high.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
    configurable: true,
    get: () => ROW_PX + seenPx,
  })
})
afterAll(() => void Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight')) // it is the element's again

function open(
  more: { rows?: Row[]; columns?: Column<Row>[]; onopen?: (row: Row) => void; label?: string; large?: boolean } = {},
) {
  const view = render(TableHost, { i18n, rows: many, columns, ...more })
  return { ...view, grid: screen.getByRole('grid') }
}
const rowsIn = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[aria-rowindex]')].slice(1)
const cellsOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) => cell.textContent.trim())
const places = (grid: HTMLElement) => rowsIn(grid).map((row) => Number(row.getAttribute('aria-rowindex')) - 2)
const scrollTo = async (grid: HTMLElement, row: number) => {
  grid.scrollTop = row * ROW_PX
  await fireEvent.scroll(grid)
}
const range = (from: number, size: number) => Array.from({ length: size }, (_, at) => from + at)

it('shows the rows around what is seen, in their order, each with its own text and place', async () => {
  const { grid } = open()
  expect(grid.getAttribute('aria-rowcount')).toBe('100001')
  expect(places(grid)).toEqual(range(0, 19))
  await scrollTo(grid, 50_000)
  expect(places(grid)).toEqual(range(49_996, 19))
  for (const [at, row] of rowsIn(grid).entries()) {
    expect(cellsOf(row)).toEqual([`Item ${49_996 + at}`, `${50_004 - at}`, ''])
    expect(row.style.transform).toBe(`translateY(${(49_996 + at) * ROW_PX}px)`)
  }
  await scrollTo(grid, 1_000_000)
  expect(places(grid)).toEqual(range(99_981, 19))
})

it('makes no element and throws none away while it is scrolled, by a few rows or by many', async () => {
  const { grid } = open()
  const elements = new Set(grid.querySelectorAll('*'))
  for (const row of [1, 3, 20, 70_000, 69_999, 99_990, 0]) {
    await scrollTo(grid, row)
    expect(places(grid)).toEqual(range(places(grid)[0] ?? NaN, 19))
    const now = [...grid.querySelectorAll('*')]
    expect(now).toHaveLength(elements.size)
    expect(now.every((element) => elements.has(element))).toBe(true)
  }
})

it('keeps the keyboard on its row when other rows come before it', async () => {
  const [first, second, third] = many as [Row, Row, Row]
  const opened: string[] = []
  const onopen = (row: Row) => opened.push(row.name)
  const { grid, rerender } = open({ rows: [second, third], onopen })
  await fireEvent.keyDown(grid, { key: 'ArrowDown' })
  await rerender({ rows: [{ ...first }, { ...second }, { ...third }] })
  await fireEvent.keyDown(grid, { key: 'Enter' })
  await rerender({ rows: [{ ...first }, { ...third }] })
  await fireEvent.keyDown(grid, { key: 'Enter' })
  expect(opened).toEqual(['Item 1', 'Item 0'])
})

it('follows the keyboard to the end and back, and tells which row it is at', async () => {
  const { grid } = open()
  await fireEvent.keyDown(grid, { key: 'End' })
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  expect(active()?.textContent).toContain('Item 99999')
  expect(active()?.getAttribute('aria-selected')).toBe('true')
  expect(grid.scrollTop).toBe((100_000 - ROWS_SEEN) * ROW_PX)
  await fireEvent.keyDown(grid, { key: 'ArrowUp' })
  expect(grid.scrollTop).toBe((100_000 - ROWS_SEEN) * ROW_PX)
  await fireEvent.keyDown(grid, { key: 'Home' })
  expect(active()?.textContent).toContain('Item 0')
  expect(grid.scrollTop).toBe(0)
})

it('shows whole rows below the head when it scrolls to one', async () => {
  seenPx = 10.5 * ROW_PX
  const { grid } = open()
  await fireEvent.click(rowsIn(grid)[10] as HTMLElement)
  await fireEvent.keyDown(grid, { key: 'ArrowDown' })
  seenPx = ROWS_SEEN * ROW_PX
  expect(grid.scrollTop).toBe(2 * ROW_PX)
})

it('opens the row that is pressed after a scroll, not the one that the element showed before', async () => {
  const opened: string[] = []
  const { grid } = open({ onopen: (row) => opened.push(row.name) })
  await scrollTo(grid, 500)
  await fireEvent.click(screen.getByText('Item 503'))
  expect(opened).toEqual(['Item 503'])
  await fireEvent.click(screen.getByText('Item 505'), { shiftKey: true })
  expect(opened).toEqual(['Item 503'])
  expect(grid.querySelectorAll('[aria-selected="true"]')).toHaveLength(3)
})

it('takes the focus from a button whose row scrolls out, lest the next key presses the same button of another row', async () => {
  const { grid } = open()
  const button = screen.getByRole('button', { name: 'Mark Item 5' })
  button.focus()
  await scrollTo(grid, 2)
  expect(document.activeElement).toBe(button)
  await scrollTo(grid, 2000)
  expect(document.activeElement).toBe(grid)
})

it('takes the focus from a button whose row has moved, and leaves it where the row stays', async () => {
  const [first, second, third] = many as [Row, Row, Row]
  const { grid, rerender } = open({ rows: [second, third] })
  const button = screen.getByRole('button', { name: 'Mark Item 2' })
  button.focus()
  await rerender({ rows: [{ ...second, price: 5 }, { ...third }] })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-label') ?? button.textContent).toContain('Item 2')
  await rerender({ rows: [first, second, third] })
  expect(document.activeElement).toBe(grid)
})

it('sorts, and has as many elements as there are rows when they grow few', async () => {
  const { grid, rerender } = open()
  await scrollTo(grid, 5000)
  await fireEvent.click(screen.getByRole('button', { name: 'Price' }))
  await waitFor(() => expect(cellsOf(rowsIn(grid)[0])[0]).toBe('Item 95003'))
  await rerender({ rows: many.slice(0, 3) })
  expect(rowsIn(grid).map((row) => cellsOf(row)[0])).toEqual(['Item 2', 'Item 1', 'Item 0'])
  await rerender({ rows: [] })
  expect(rowsIn(grid)).toEqual([])
  expect(screen.getByText('Nothing')).toBeTruthy()
})

it('leaves out a column in which no row has a value, and keeps the others while a search finds rows without one', async () => {
  const [first, second] = many as [Row, Row]
  const dear = { ...numberColumn<Row>('dear', 'Dear', ({ price }) => (price > 99_999 ? price : null), String) }
  const none = [numberColumn<Row>('level', 'Level', () => null, String), textColumn<Row>('more', 'More', () => '')]
  const kind = textColumn<Row>('kind', 'Kind', ({ price }) => (price > 99_999 ? 'best' : ''))
  const { grid, rerender } = open({ rows: [first, second], columns: [...columns, dear, ...none, kind] })
  const heads = () => [...grid.querySelectorAll('[role="columnheader"]')].map((head) => head.textContent.trim())
  expect(heads()).toEqual(['Name', 'Price', 'Dear', 'Kind', ''])
  expect(cellsOf(rowsIn(grid)[1])).toEqual(['Item 1', '99999', '–', '–', ''])
  await rerender({ rows: [second] })
  expect(heads()).toEqual(['Name', 'Price', 'Dear', 'Kind', ''])
})

it('is found again where it was left: at the row that was opened last', async () => {
  const kept = { onopen: () => undefined, label: 'Kept' }
  const { grid, unmount } = open(kept)
  await scrollTo(grid, 5_000)
  const row = rowsIn(grid)[8]
  const name = cellsOf(row)[0]
  await fireEvent.click(row?.querySelector('[role="gridcell"]') as Element)
  unmount()
  const again = open(kept).grid
  await waitFor(() => expect(again.getAttribute('aria-activedescendant')).not.toBeNull())
  expect(rowsIn(again).find((one) => one.getAttribute('aria-selected') === 'true')?.textContent).toContain(name)
})

it('gives the rows of a short list more height, with its pictures', () => {
  const { grid } = open({ rows: many.slice(0, 2), large: true })
  expect(rowsIn(grid).map(({ style }) => style.transform)).toEqual(['translateY(0px)', 'translateY(56px)'])
})
