import { render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import { Atlas } from '../../src-renderer/world/map/atlas.svelte.ts'
import { kinds } from '../../src-renderer/world/map/kinds.ts'
import PlaceTable from '../../src-renderer/world/map/PlaceTable.svelte'
import RouteCard from '../../src-renderer/world/map/RouteCard.svelte'
import { Ruler, tagSpot } from '../../src-renderer/world/map/route.svelte.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it('measures short ways in metres, so that they add up, and long ones in kilometres', () => {
  const route = new Ruler()
  for (const y of [0, 741, 1_384]) route.add({ x: 0, y })
  const given = { route }
  render(Host, { main: playMain().main, i18n, router: new Router('map'), view: RouteCard as Component, given })
  const ways = [...document.querySelectorAll('.way')].map(({ textContent }) => textContent)
  expect(ways).toEqual(['', '741\u00a0m', '643\u00a0m', '1.4\u00a0km'])
  expect(screen.getByText('Total')).toBeTruthy()
})

it('has no total of a single way', () => {
  const route = new Ruler()
  for (const y of [0, 741]) route.add({ x: 0, y })
  const given = { route }
  render(Host, { main: playMain().main, i18n, router: new Router('map'), view: RouteCard as Component, given })
  expect(screen.getAllByText('741 m')).toHaveLength(1)
  expect(screen.queryByText('Total')).toBeNull()
})

it('adds up the ways as they are shown', () => {
  const route = new Ruler()
  for (const y of [0, 8_249, 14_598]) route.add({ x: 0, y })
  const given = { route }
  render(Host, { main: playMain().main, i18n, router: new Router('map'), view: RouteCard as Component, given })
  const ways = [...document.querySelectorAll('.way')].map(({ textContent }) => textContent)
  expect(ways).toEqual(['', '8.2\u00a0km', '6.3\u00a0km', '14.5\u00a0km']) // 14.6 km exactly
})

it('puts the letter of a stop at its dot, away from the line, and above the name of a place', () => {
  const [west, mid, east] = [0, 500, 900].map((x) => ({ x, y: x / 9 }))
  const stops = [west, mid, east] as { x: number; y: number }[]
  const left = (some: typeof stops, at: number) => tagSpot(some, at, 1).x - (some[at]?.x ?? 0)
  expect([left(stops, 0), left(stops, 2)]).toEqual([-16, 16])
  expect(left(stops.slice(0, 1), 0)).toBe(16)
  expect(tagSpot([{ x: 10, y: 10, name: 'Mill' }], 0, 0.5)).toEqual({ x: 50, y: 50 })
})

it('says how to go on at each step', () => {
  const route = new Ruler()
  for (const y of [0, 741, 900]) route.add({ x: 0, y })
  const given = { route }
  render(Host, { main: playMain().main, i18n, router: new Router('map'), view: RouteCard as Component, given })
  expect(screen.getByText(/^Click the map to add points/)).toBeTruthy()
})

it('marks a place to which the player has a key with a sign that has a name, and finds it by that name', () => {
  const house = { ...kinds.keyed, label: 'You have a key', id: '1', group: 'mine', layer: 'mine', placed: true }
  const places = [{ ...house, name: 'House 128', groupName: 'My places', x: 1, y: 1 }]
  const atlas = new Atlas(() => places as never)
  const given = { atlas }
  render(Host, { main: playMain().main, i18n, router: new Router('map'), view: PlaceTable as Component, given })
  expect(screen.getByText('House 128')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'You have a key' })).toBeTruthy()
  atlas.query = 'key'
  expect(atlas.found).toHaveLength(1)
})
