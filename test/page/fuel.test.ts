import { render, screen } from '@testing-library/svelte'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FuelStation } from '../../src-preload/contract/community/index.ts'
import Chart from '../../src-renderer/shared/chart/Chart.svelte'
import FuelTable from '../../src-renderer/world/FuelTable.svelte'
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

const show = (view: unknown, given: object) =>
  render(Host, { main: playMain().main, i18n, router: new Router('fuel'), view: view as never, given })

const station = (id: number, x: number, y: number): FuelStation => ({
  ...{ id, name: `Station ${id}`, fuel: 100 * id, capacity: 300, more: [] },
  position: { x, y, z: 0 },
})

it('tells how far each fuel station is from the player’s last position, if that is known, the nearest first', () => {
  const given = { stations: [station(1, 100, 100), station(2, 3100, 4100)], query: '', onopen: () => undefined }
  const { unmount } = show(FuelTable, { ...given, me: { x: 100, y: 100 } })
  const rows = [...document.querySelectorAll('.row')].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  expect(rows[0]).toMatch(/Station 1.*0\.0 km/s)
  expect(rows[1]).toMatch(/Station 2.*5\.0 km/s)
  unmount()
  show(FuelTable, { ...given, me: undefined })
  expect(screen.queryByText('From you')).toBeNull()
})

it('says of a station without fuel in red that it is empty', () => {
  const given = { stations: [station(0, 1, 1), station(1, 1, 1)], query: '', onopen: () => undefined }
  show(FuelTable, { ...given, me: { x: 100, y: 100 } })
  expect(screen.getByText('Empty').dataset.tone).toBe('bad')
  expect(screen.getByText('33%').dataset.tone).toBeUndefined()
  expect(screen.getByText('From you')).toBeTruthy()
})

it('offers no range for a chart whose period is chosen elsewhere', () => {
  const times = [0, 30 * 24 * 3_600_000]
  const given = { label: 'Balance', times, series: [{ label: 'Balance', values: [1, 2], color: 1 }] }
  const { unmount } = show(Chart, given)
  expect(screen.queryByRole('combobox')).toBeTruthy()
  unmount()
  show(Chart, { ...given, whole: true })
  expect(screen.queryByRole('combobox')).toBeNull()
})
