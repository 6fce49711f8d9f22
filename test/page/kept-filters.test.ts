import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import CommunityBuildingView from '../../src-renderer/views/CommunityBuildingView.svelte'
import CompanyShopsView from '../../src-renderer/views/CompanyShopsView.svelte'
import FuelView from '../../src-renderer/views/FuelView.svelte'
import ItemsView from '../../src-renderer/views/ItemsView.svelte'
import LicencesView from '../../src-renderer/views/LicencesView.svelte'
import MapView from '../../src-renderer/views/MapView.svelte'
import MarketView from '../../src-renderer/views/MarketView.svelte'
import NewsView from '../../src-renderer/views/NewsView.svelte'
import PropertyView from '../../src-renderer/views/PropertyView.svelte'
import ServersView from '../../src-renderer/views/ServersView.svelte'
import VehiclesView from '../../src-renderer/views/VehiclesView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router, type ScreenId } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const signedOut = (hear: (value: object) => void) => (hear({ state: 'signed-out', locked: false }), () => undefined)
const answers: Partial<Record<string, unknown>> = {
  marketAll: [{ serverId: 1, serverName: 'Island #1', online: true, items: [] }],
  mapMarkers: { categories: [], markers: [] },
}

/** Shows the screen of the router's present place. */
function show(router: Router, view: unknown) {
  cleanup()
  const { main } = playMain()
  const read = ({ endpoint }: { endpoint: string }) => {
    const value = answers[endpoint] ?? []
    const around = { source: 'live', state: 'ok', aside: { count: 0, entries: [] }, freshMs: 3_600_000 }
    return Promise.resolve({ value, asOf: new Date().toISOString(), ...around })
  }
  Object.assign(main.community, { read })
  Object.assign(main, { player: { state: signedOut, lock: signedOut } })
  render(Host, { main, i18n, router, view: view as never })
}

const field = () => document.querySelector<HTMLInputElement>('[data-search]')
const type = (value: string) => fireEvent.input(field() as HTMLElement, { target: { value } })

it.each([
  ['market', MarketView],
  ['items', ItemsView],
  ['vehicles', VehiclesView],
  ['company-shops', CompanyShopsView],
  ['licences', LicencesView],
  ['houses', PropertyView],
  ['fuel', FuelView],
  ['community-building', CommunityBuildingView],
  ['map', MapView],
  ['servers', ServersView],
  ['news', NewsView],
] as [ScreenId, unknown][])('keeps what was searched for on %s until the player comes back', async (id, view) => {
  const router = new Router('home')
  router.go(id)
  show(router, view)
  await expect.poll(() => field() !== null).toBe(true)
  await type('amber')
  router.go('settings')
  router.back()
  show(router, view)
  await expect.poll(() => field()?.value).toBe('amber')
  await type('')
  router.go('settings')
  router.go(id)
  show(router, view)
  await expect.poll(() => field() !== null).toBe(true)
  expect(field()?.value).toBe('')
})

it('keeps the market’s filters, and what was changed after a search led there, but not over the next search', async () => {
  const router = new Router('home')
  const which = () => screen.getByRole<HTMLSelectElement>('combobox', { name: i18n.t('market.filter') }).value
  router.go('market', { query: 'Amber' })
  show(router, MarketView)
  expect(field()?.value).toBe('Amber')
  expect(document.querySelector('.tools.held [data-action="plan-trip"]')).toBeTruthy() // there are no prices yet
  await type('Salt')
  await fireEvent.change(screen.getByRole('combobox', { name: i18n.t('market.filter') }), {
    target: { selectedIndex: 2 },
  })
  expect(which()).toBe('legal')
  router.go('map')
  router.back()
  show(router, MarketView)
  expect([field()?.value, which()]).toEqual(['Salt', 'legal'])
  router.go('map')
  router.go('market', { query: 'Amber' })
  show(router, MarketView)
  expect([field()?.value, which()]).toEqual(['Amber', 'all'])
})

it('leaves what a search led to at its own place: neither Back nor the screen’s own tab shows only that', async () => {
  const router = new Router('home')
  router.go('market')
  show(router, MarketView)
  await type('Salt')
  router.go('market', { query: 'Amber' })
  show(router, MarketView)
  router.back()
  show(router, MarketView)
  expect(field()?.value).toBe('Salt')
  router.forward()
  show(router, MarketView)
  expect(field()?.value).toBe('Amber')
  router.go('market')
  show(router, MarketView)
  expect(field()?.value).toBe('Salt')
})

it('keeps no fuel server that has no stations any more', async () => {
  const router = new Router('fuel')
  const chosen = () => screen.getAllByRole('tab').findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
  answers.fuelStations = [1, 2].map((serverId) => ({ serverId, stations: [] }))
  show(router, FuelView)
  await fireEvent.click((await screen.findAllByRole('tab'))[1] as HTMLElement)
  expect(chosen()).toBe(1)
  answers.fuelStations = [{ serverId: 1, stations: [] }]
  show(router, FuelView)
  await screen.findAllByRole('tab')
  expect(chosen()).toBe(0)
})
