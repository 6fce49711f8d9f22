import { render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import RouteCard from '../../src-renderer/world/map/RouteCard.svelte'
import { labelSide, Ruler } from '../../src-renderer/world/map/route.svelte.ts'
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
  expect(ways).toEqual(['', '741\u00a0m', '643\u00a0m'])
  expect(screen.getByText('1.4 km')).toBeTruthy()
})

it('puts the letter of a stop beside it, away from the line', () => {
  const [west, mid, east] = [0, 500, 900].map((x) => ({ x, y: x / 9 }))
  const stops = [west, mid, east] as { x: number; y: number }[]
  expect([labelSide(stops, 0), labelSide(stops, 2)]).toEqual([-1, 1])
  expect(labelSide(stops.slice(0, 1), 0)).toBe(1)
})
