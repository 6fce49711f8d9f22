import Package from '@lucide/svelte/icons/package'
import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { I18n } from '#shared/i18n/index.ts'
import { numberColumn, textColumn } from '#shared/table/index.ts'
import TableHost from './support/TableHost.svelte'

interface Row {
  name: string
  price: number
}
const LINE_PX = 192
const rows: Row[] = Array.from({ length: 1_000 }, (_, at) => ({ name: `Item ${at}`, price: 1_000 - at }))
const columns = [
  textColumn<Row>('name', 'Name', (row) => row.name),
  { ...numberColumn<Row>('price', 'Price', (row) => row.price, String), card: true },
]
const picture = ({ name }: Row) => ({ images: [`https://pictures.example/${name}`], sign: Package })
const i18n = new I18n()

/** jsdom lays nothing out: four cards beside each other, three lines seen. */
const sizes = { clientHeight: 3 * LINE_PX, clientWidth: 4 * 200 }
beforeAll(async () => {
  await i18n.use('en')
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
})
afterAll(() => Object.keys(sizes).forEach((name) => void Reflect.deleteProperty(HTMLElement.prototype, name)))

let opened: Row[] = []
function open(large = false) {
  opened = []
  const all = [...columns, textColumn<Row>('half', 'Half', ({ price }) => String(price / 2))]
  render(TableHost, { i18n, rows, columns: all, picture, large, onopen: (row: Row) => opened.push(row) })
  return screen.getByRole('grid')
}
const cards = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[data-at]')]
const nameOf = (card: HTMLElement | null | undefined) => card?.querySelector('strong')?.textContent

it('shows the lines that are seen, each card with its picture, its name and its facts', async () => {
  const grid = open()
  expect(cards(grid)).toHaveLength(4 * (3 + 1 + 2 * 4))
  const [first] = cards(grid)
  expect(nameOf(first)).toBe('Item 0')
  expect(first?.textContent).toContain('1000')
  expect(first?.querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/Item 0')
  grid.scrollTop = 100 * LINE_PX
  await fireEvent.scroll(grid)
  expect(nameOf(cards(grid)[0])).toBe('Item 384')
})

it('says in large cards what small ones leave to the details, and has fewer of them in a line', () => {
  const [first] = cards(open(true))
  expect(first?.textContent).toContain('Half: 500')
  expect(document.querySelectorAll('[aria-rowindex="1"] [data-at]')).toHaveLength(2)
})

it('goes with the arrows from card to card and from line to line, and opens by Enter or a click', async () => {
  const grid = open()
  const press = async (...keys: string[]) => {
    for (const key of keys) await fireEvent.keyDown(grid, { key })
    return nameOf(document.getElementById(String(grid.getAttribute('aria-activedescendant'))))
  }
  expect(await press('ArrowDown', 'ArrowRight', 'ArrowDown')).toBe('Item 5')
  expect(await press('ArrowUp', 'ArrowLeft', 'PageDown')).toBe('Item 12')
  await press('Enter')
  await fireEvent.click(cards(grid).find((card) => nameOf(card) === 'Item 3') as HTMLElement)
  expect(opened.map(({ name }) => name)).toEqual(['Item 12', 'Item 3'])
})

it('is sorted by one control, whose order the table keeps', async () => {
  const grid = open()
  const by = screen.getByRole('combobox', { name: 'Sort by' })
  await fireEvent.change(by, { target: { value: 'price' } })
  expect(nameOf(cards(grid)[0])).toBe('Item 999')
  await fireEvent.click(screen.getByRole('button', { name: 'Descending' }))
  expect(nameOf(cards(grid)[0])).toBe('Item 0')
  await fireEvent.click(screen.getByRole('button', { name: 'Descending' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Show as pictures' }))
  const table = screen.getByRole('grid')
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull()
  expect(table.querySelector('[aria-sort="ascending"]')?.textContent).toContain('Price')
  expect(table.querySelector('[aria-rowindex="2"]')?.textContent).toContain('Item 999')
})
