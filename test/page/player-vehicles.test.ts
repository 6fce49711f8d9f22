import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import * as v from 'valibot'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Player, PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Reading } from '../../src-preload/contract/community/reading.ts'
import type { PlayerData } from '../../src-preload/contract/player.ts'
import { createSchemaHelpers } from '../../src-main/community/records/index.ts'
import { player as playerRecord } from '../../src-main/community/records/player.ts'
import { playerVehicle } from '../../src-main/community/records/vehicles.ts'
import Condition from '../../src-renderer/player/Condition.svelte'
import { companiesOf, donationsOf, figuresOf, homesOf } from '../../src-renderer/player/facts.ts'
import { needOf, vehicleName } from '../../src-renderer/player/vehicles.ts'
import Vehicles from '../../src-renderer/player/Vehicles.svelte'
import PlayerView from '../../src-renderer/views/PlayerView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** Sets the clock to a time, from which the hours that are left count. */
function setNow(asOf: string): string {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(asOf) })
  onTestFinished(() => void vi.useRealTimers())
  return asOf
}

const readingOf = <T>(value: T): Reading<T> => ({
  value,
  asOf: new Date().toISOString(),
  source: 'live',
  state: 'ok',
  aside: { count: 0, entries: [] },
  freshMs: 60_000,
})
const ada: Player = v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), { id: 1, name: 'Ada' })

it('says of vehicles that could not be read that they could not, and asks again', async () => {
  const answers: Partial<PlayerData>[] = [
    { vehiclesFailure: { code: 'not-json', facts: { host: 'demo.example', contentType: 'text/html' } } },
    { vehicles: readingOf<PlayerVehicle[]>([]) },
  ]
  const main = {
    ...playMain().main,
    vault: {
      state: (hear: (vault: object) => void) => {
        hear({ mode: 'keychain', state: 'ok' })
        return () => undefined
      },
    },
    player: {
      state: () => () => undefined,
      lock: () => () => undefined,
      data: () => Promise.resolve({ player: readingOf(ada), upkeep: [], ...answers.shift() }),
    },
  } as unknown as Main
  render(Host, { main, i18n, router: new Router('player'), view: PlayerView })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Could not be loaded')
  expect(screen.queryByText('No vehicles')).toBeNull()
  ;(await screen.findByRole('button', { name: 'Try again' })).click()
  await waitFor(() => expect(screen.getByText('No vehicles')).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('tells vehicles that a search does not find from no vehicles', async () => {
  const { main } = playMain()
  render(Host, { main, i18n, router: new Router('player'), view: Vehicles, given: { vehicles: [] } })
  expect(screen.getByText('No vehicles')).toBeTruthy()
  await fireEvent.input(screen.getByRole('textbox'), { target: { value: 'zeppelin' } })
  expect(screen.getByText(/zeppelin/)).toBeTruthy()
})

/** A vehicle as the service tells of it, with what is not given as it mostly is. */
const vehicle = (given: object): PlayerVehicle =>
  v.parse(playerVehicle(createSchemaHelpers('Europe/Berlin')), { id: 1, alive: 1, insurance: 1, fuel: '1', ...given })

it('shows first what needs doing: held, lost, outside without insurance, outside, in the garage', () => {
  const rows = [
    vehicle({ id: 1, classname: 'sold', alive: 0 }),
    vehicle({ id: 2, classname: 'garage' }),
    vehicle({ id: 3, classname: 'out', active: 1 }),
    vehicle({ id: 4, classname: 'uninsured', active: 1, insurance: 0 }),
    vehicle({ id: 5, classname: 'empty', fuel: '0.1' }),
    vehicle({ id: 6, classname: 'destroyed', disabled: 1 }),
    vehicle({ id: 7, classname: 'impounded', impound: 1 }),
  ]
  const inOrder = [...rows].sort((a, b) => needOf(a) - needOf(b)).map(({ classname }) => classname)
  expect(inOrder).toEqual(['impounded', 'destroyed', 'uninsured', 'out', 'empty', 'garage', 'sold'])
})

it('tells in a vehicle’s detail what is inside by its names, and leads to its garage and the impound yard on the map', async () => {
  const garage = { classname: 'Garage_Car_1', placed: true, x: 3122, y: 12838 }
  const answers: Record<string, unknown> = {
    marketAll: [{ serverId: 1, serverName: '', online: true, items: [{ item: 'apple', name: 'Äpfel' }] }],
    items: [{ classname: 'nw_spare_tire', name: 'Ersatzreifen' }],
    mapMarkers: { categories: [], markers: [garage, { ...garage, classname: 'garage_impound', x: 5 }] },
  }
  const { main } = playMain()
  const asked = {
    ...main,
    community: { read: ({ endpoint }: { endpoint: string }) => Promise.resolve(readingOf(answers[endpoint] ?? [])) },
  } as unknown as Main
  const router = new Router('player')
  const vehicles = [
    vehicle({
      id: 7,
      classname: 'nw_van_f',
      lastgarage: 'garage_car_1',
      inventory: '"[[[`apple`,`rock_u`],[12,4]],160]"',
      gear: '"[[[],[]],[[`nw_spare_tire`],[2]],[],[]]"',
      companyid: 43,
      impound: 1,
    }),
  ]
  const companies = [{ id: 43, name: 'Moin e. V.' }]
  render(Host, { main: asked, i18n, router, view: Vehicles, given: { vehicles, companies, openedId: '7' } })
  const dialog = await screen.findByRole('dialog', { hidden: true })
  await waitFor(() => expect(dialog.textContent).toMatch(/12 ×\s*Äpfel.*4 ×\s*rock u.*2 ×\s*Ersatzreifen/s))
  expect(dialog.textContent).toContain('Moin e. V.')
  ;[...dialog.querySelectorAll('button')].find(({ textContent }) => textContent.includes('031 128'))?.click()
  expect(router.place).toEqual({ screen: 'map', params: { x: '3122', y: '12838' } })
  screen.getByRole('button', { name: 'Show impound yard on map', hidden: true }).click()
  expect(router.place).toEqual({ screen: 'map', params: { x: '5', y: '12838' } })
})

it('leads once from an impounded vehicle to the yard where it is', async () => {
  const { main } = playMain()
  const markers = [{ classname: 'Garage_Impound', placed: true, x: 3122, y: 12838 }]
  const read = ({ endpoint }: { endpoint: string }) =>
    Promise.resolve(readingOf(endpoint === 'mapMarkers' ? { categories: [], markers } : []))
  const asked = { ...main, community: { read } } as unknown as Main
  const vehicles = [vehicle({ id: 7, lastgarage: 'garage_impound', impound: 1 })]
  const given = { vehicles, companies: [], openedId: '7' }
  render(Host, { main: asked, i18n, router: new Router('player'), view: Vehicles, given })
  const dialog = await screen.findByRole('dialog', { hidden: true })
  await screen.findByRole('button', { name: 'Show impound yard on map', hidden: true })
  expect(dialog.textContent).not.toContain('Last garage') // its state and the button say it
  expect(dialog.textContent).not.toContain('031 128')
})

it('says at the top that the player is banned, jailed and muted, and nothing of it to who is not', () => {
  const { main } = playMain()
  const readPlayer = (given: object) => v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), { id: 1, ...given })
  const show = (given: object) =>
    render(Host, { main, i18n, router: new Router('player'), view: Condition, given: { player: readPlayer(given) } })
  const { unmount } = show({ name: 'Ada' })
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
  show({ suspended: 1, arrested: 1, jail_time: 15, chat_muted: 1 })
  expect(screen.getAllByRole('status')).toHaveLength(3)
  expect(screen.getByText(/7\.5 in-game months/)).toBeTruthy()
})

it('tells what a house with a key is paid for and until when, who has its keys, and where it stands; of an own one the upkeep tells', () => {
  const record = v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), {
    id: 1,
    houses: [{ id: 1, payed_for: 72, players: ['Ole Tams'] }],
    houses_keyed: [{ id: 3, payed_for: 72, location: '[3122,12838,5]', players: ['Ole Tams'] }],
    rentals: [{ id: 2, payed_for: 72, active: 1 }],
    buildings: [{ id: 4, classname: 'shed', stage: -1 }],
    company_owned: [{ id: 5, name: 'Hansen', level: 2, payed_for: 50, disabled: 2 }],
    exp: 1200,
    skillpoint: 3,
    quest_row: 17,
    tuning_tickets: 0,
  })
  const words = { t: i18n.t, format: createFormat(i18n), asOf: setNow('2026-01-01T12:00:00Z') }
  const [own, flat, house, ...others] = homesOf(record, words)
  expect(others).toEqual([])
  expect([own?.detail, flat?.detail]).toEqual(['keys: Ole Tams', undefined])
  expect(companiesOf(record, words)).toMatchObject([{ detail: 'level 2', badge: undefined }])
  expect(house?.spot).toMatchObject({ x: 3122, y: 12838 })
  expect(house?.detail).toBe(`3 days left · until ${words.format.timeOrDate('2026-01-04T12:00:00Z')} · keys: Ole Tams`)
  expect(figuresOf(record, words).map(({ label, value }) => `${label} ${value}`)).toEqual([
    'XP 1,200',
    'Skill points 3',
    'Quest line 17',
    'Tuning tickets 0',
  ])
})

it('names homes, companies and donations in the order of what needs doing', () => {
  const record = v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), {
    id: 1,
    houses: [{ id: 1, payed_for: 300 }, { id: 2, payed_for: 6 }, { id: 3, payed_for: 1, disabled: 1 }, { id: 4 }],
    houses_keyed: [{ id: 5, payed_for: 2 }],
    rentals: [{ id: 6, payed_for: 0, active: 1 }],
    buildings: [{ id: 7, classname: 'shed', stage: 1, payed_for: 48 }],
    company_owned: [
      { id: 1, name: 'Gone', disabled: 1 },
      { id: 2, name: 'Long', payed_for: 900, disabled: 0 },
      { id: 3, name: 'Soon', payed_for: 9, disabled: 0 },
      { id: 4, name: 'Unpaid', payed_for: 50, disabled: 2 },
    ],
    donations: [
      { amount: 1, level: 1, duration: 30, active: 1, days_left: 0 },
      { amount: 2, level: 2, duration: -1, active: 1, days_left: 0 },
      { amount: 3, level: 3, duration: 30, active: 1, days_left: 18 },
      { amount: 4, level: 4, duration: 30, active: 1, days_left: 3 },
    ],
  })
  const words = { t: i18n.t, format: createFormat(i18n), asOf: setNow('2026-01-01T12:00:00Z') }
  const numbers = homesOf(record, words).map(({ name }) => Number(/\d+/.exec(name)?.[0]))
  expect(numbers).toEqual([6, 2, 7, 1, 4, 3, 5])
  expect(companiesOf(record, words).map(({ name }) => name)).toEqual(['Unpaid', 'Soon', 'Long', 'Gone'])
  const shopSpot = (id: number | null) => (id === 3 ? { x: 5, y: 6 } : null)
  const spots = companiesOf(record, { ...words, shopSpot }).map(({ spot }) => spot)
  expect(spots).toEqual([null, { x: 5, y: 6 }, null, null])
  expect(donationsOf(record, words).map(({ value }) => value)).toEqual(['4', '3', '2', '1'])
})

it('calls a building by the name of its type, and a vehicle without a name by no class', () => {
  const record = v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), {
    id: 1,
    buildings: [
      { id: 1, classname: 'nw_shed', stage: 2, payed_for: 1 },
      { id: 2, classname: 'nw_pier', stage: 0, payed_for: 2 },
    ],
  })
  const typeName = (classname: string) => (classname === 'nw_shed' ? 'Shed' : undefined)
  const told = { t: i18n.t, format: createFormat(i18n), asOf: setNow('2026-01-01T00:00:00Z'), typeName }
  const details = homesOf(record, told).map(({ detail }) => detail?.split(' · ').slice(0, 2))
  expect(details).toEqual([['Shed', 'stage 2'], ['stage 0']])
  expect(vehicleName(vehicle({ classname: 'nw_van_f' }), i18n.t)).toBe('Unknown vehicle')
})
