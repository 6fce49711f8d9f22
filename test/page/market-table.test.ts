import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerMarket } from '../../src-preload/contract/community/index.ts'
import PriceAlerts from '../../src-renderer/market/PriceAlerts.svelte'
import { goodsOf } from '../../src-renderer/market/goods.ts'
import ItemHistory from '../../src-renderer/market/ItemHistory.svelte'
import MarketTable from '../../src-renderer/market/MarketTable.svelte'
import CompanyShopsView from '../../src-renderer/views/CompanyShopsView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(async () => {
  await i18n.use('en')
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterAll(() => void Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight'))

const item = (key: string, price: number, weight: number) => ({
  item: key,
  name: key,
  price,
  serverId: 1,
  updatedAt: null,
  createdAt: null,
  illegal: false,
  virtual: { name: key, buyPrice: 500, illegal: false, exp: 12, weight },
})
const items = [item('risen', 110, 2), item('unknown', 90, 3), item('fallen', 80, 4)]
const markets: ServerMarket[] = [{ serverId: 1, serverName: 'Island #1', online: true, items }]

/** Prices of a day ago and of now. */
const logs: Record<string, [number, number]> = { risen: [100, 110], fallen: [100, 80] }
function logOf(itemname: string) {
  const [was, is] = logs[itemname] ?? []
  if (was === undefined || is === undefined) throw new Error('no log')
  const entry = (price: number, at: string) => ({ id: null, item: itemname, price, serverId: 1, at })
  return [entry(is, '2026-01-02T12:00:00Z'), entry(was, '2026-01-01T12:00:00Z')]
}

it('shows and sorts by what an illegal good pays now', () => {
  const { main } = playMain()
  const dear = [...items, { ...item('hot', 80, 1), illegal: true }]
  const trading: ServerMarket[] = [{ serverId: 1, serverName: 'Island #1', online: true, items: dear }]
  const rows = goodsOf(trading, new Map([[1, 15]]))
  const given = { rows, markets: trading, alerts: [], emptyText: '', onopen: () => undefined }
  render(Host, { main, i18n, router: new Router('market'), view: MarketTable as never, given })
  const first = document.querySelector('.row')
  expect(first?.textContent.replaceAll('\u00a0', ' ')).toMatch(/hot.*≈ \$128.*≈ \$128/s)
})

it('marks the better of two servers in its column, and has a column for the best price from three servers on', () => {
  const { main } = playMain()
  const server = (serverId: number, price: number) => ({
    ...{ serverId, serverName: `Island #${serverId}`, online: true },
    items: [item('salt', price, 1)],
  })
  const show = (trading: ServerMarket[]) => {
    const given = { rows: goodsOf(trading), markets: trading, alerts: [], emptyText: '', onopen: () => undefined }
    return render(Host, { main, i18n, router: new Router('market'), view: MarketTable as never, given })
  }
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent.trim())
  const marked = () => [...document.querySelectorAll('[data-tone=best]')].map(({ textContent }) => textContent)
  const { unmount } = show([server(1, 40), server(2, 60)])
  expect(heads().slice(0, 3)).toEqual(['Goods', 'Server #1', 'Server #2'])
  expect(marked()).toEqual(['$60'])
  expect(document.body.textContent).toContain('Highlighted: best price')
  unmount()
  const alone = show([server(1, 40), { ...server(2, 60), items: [item('wood', 60, 1)] }])
  expect(marked()).toEqual([])
  alone.unmount()
  show([server(1, 40), server(2, 60), server(3, 50)])
  expect(heads().slice(0, 2)).toEqual(['Goods', 'Best price'])
  expect(marked()).toEqual(['$60', '$60'])
})

const hot = { ...item('hot', 80, 1), illegal: true }

it('says what of an illegal good is its base price, and how the price now comes from it', async () => {
  const { main } = playMain()
  const value = [{ id: null, item: 'hot', price: 200, serverId: 1, at: '2026-01-01T12:00:00Z' }]
  Object.assign(main, {
    community: {
      read: () => Promise.resolve({ state: 'ok', source: 'live', value, freshMs: 60_000, aside: { count: 0 } }),
    },
  })
  const trading = [{ serverId: 1, serverName: 'Island #1', online: true, items: [hot] }]
  const given = { good: goodsOf(trading, new Map([[1, 15]]))[0], markets: trading }
  const { container } = render(Host, { main, i18n, router: new Router('market'), view: ItemHistory as never, given })
  const text = () => container.textContent.replaceAll(/\s+/g, ' ')
  expect(text()).toContain('Price now ≈ $128 160% of the base price: 15 police online, not counting Justice')
  await waitFor(() => expect(text()).toMatch(/numbers\. Base price ?\$80/))
  expect(text()).toMatch(/^ Illegal .* Base price · 1 day.* Base price · 1 week/)
  screen.getByRole('img', { name: 'Base price of hot over time' })
})

it('asks for an alert in the word for what it watches, and suggests a price that is not reached yet', async () => {
  const { main } = playMain()
  const [good] = goodsOf([{ serverId: 1, serverName: '#1', online: true, items: [hot] }])
  const given = { good, alerts: [], onchange: () => true }
  render(Host, { main, i18n, router: new Router('market'), view: PriceAlerts as never, given })
  const choices = screen.getAllByRole('option').map(({ textContent }) => textContent.trim())
  expect(choices).toEqual(['Base price rises to', 'Base price falls to'])
  const price = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Base price ($)' })
  expect(price.valueAsNumber).toBe(Math.round(hot.price * 1.1)) // above the present one, not what the police make of it
  const select = screen.getByRole('combobox')
  await fireEvent.change(select, { target: { value: 'at-most' } })
  expect(price.valueAsNumber).toBe(Math.round(hot.price * 0.9))
})

it('tells what a base price would bring now, because that is the price that is shown large', async () => {
  const { main } = playMain()
  const [good] = goodsOf([{ serverId: 1, serverName: '#1', online: true, items: [hot] }], new Map([[1, 15]]))
  const given = { good, alerts: [], onchange: () => true }
  render(Host, { main, i18n, router: new Router('market'), view: PriceAlerts as never, given })
  const price = screen.getByRole('spinbutton')
  await fireEvent.input(price, { target: { value: '100' } })
  expect(price.closest('form')?.textContent).toContain('With the police online now, $100 pays ≈ $160.')
})

it('tells of a company’s goods what the market pays more, with the best of it first', async () => {
  const { main } = playMain()
  const goods = [
    { item: 'fallen', name: 'fallen', amount: 4, price: 100 },
    { item: 'risen', name: 'risen', amount: 0, price: 1 },
    { item: 'unknown', name: 'unknown', amount: 9, price: 75 },
    { item: 'sand', name: 'sand', amount: 9, price: 5 },
  ]
  const answers: Record<string, unknown> = {
    marketAll: markets,
    companyShops: [{ industrialAreaId: 1, company: { id: 1, name: 'Hansen', owner: 'Ada' }, position: null, goods }],
  }
  const read = ({ endpoint }: { endpoint: string }) =>
    Promise.resolve({
      state: 'ok',
      source: 'live',
      value: answers[endpoint] ?? [],
      freshMs: 60_000,
      aside: { count: 0 },
    })
  Object.assign(main, { community: { read } })
  render(Host, { main, i18n, router: new Router('company-shops'), view: CompanyShopsView })
  await screen.findByText('+$15')
  const rows = [...document.querySelectorAll('.row')].map(
    (row) =>
      `${row.querySelector('.truncate')?.textContent.trim()} ${row.querySelector('[role=gridcell]:last-child')?.textContent.trim()}`,
  )
  // sold out comes last, and what no market buys after what it does
  expect(rows).toEqual(['unknown +$15', 'fallen −$20', 'sand –', 'risen +$109'])
})

it('tells of each good what is known, and sorts by a change once all logs are there', async () => {
  const { main } = playMain()
  const read = ({ params }: { params: { itemname: string } }) =>
    new Promise((resolve) => resolve({ state: 'ok', source: 'live', value: logOf(params.itemname), freshMs: 60_000 }))
  Object.assign(main, { community: { read } })
  const given = { rows: goodsOf(markets), markets, alerts: [], emptyText: '', onopen: () => undefined }
  render(Host, { main, i18n, router: new Router('market'), view: MarketTable as never, given })
  const rows = () =>
    [...document.querySelectorAll('.row')].map((row) =>
      [...row.querySelectorAll('[role=gridcell]')]
        .map(({ textContent }) => textContent.trim().replaceAll('\u00a0', ' '))
        .join(' '),
    )
  const names = () => rows().map((text) => text.split(' ')[0])
  expect(names()).toEqual(['risen', 'unknown', 'fallen'])
  expect(rows()[0]).toMatch(/\$110 +– – 2 kg \$55 12$/)
  await fireEvent.click(screen.getByRole('button', { name: 'Last 24 hours' }))
  await waitFor(() => expect(names()).toEqual(['fallen', 'risen', 'unknown']))
  expect(rows()[0]).toContain('$80 −20.0% –')
  expect(rows()[1]).toContain('$110 +10.0% –')
  const tones = () => [...document.querySelectorAll<SVGElement>('.spark')].map(({ dataset }) => dataset.tone)
  await waitFor(() => expect(tones()).toEqual(['bad', 'ok'])) // each line in the tone of where it leads
  await fireEvent.click(screen.getByRole('button', { name: 'Weight' }))
  expect(names()).toEqual(['risen', 'unknown', 'fallen'])
  await fireEvent.click(screen.getByRole('button', { name: 'Weight' }))
  expect(names()).toEqual(['fallen', 'unknown', 'risen'])
})
