import own from '../../../resources/demo/player.json' with { type: 'json' }
import world from '../../../resources/demo/world.json' with { type: 'json' }
import { demoPlayer } from '../demo-player.ts'
import { createRandom } from '../../lib/index.ts'
import { before, carbonDate, DAY, HOUR, plainDate, drift } from '../wire.ts'
import type { SomeAnswers, DemoQuery } from './answer.ts'
import { vehicles } from './shops.ts'

const daysAgo = (now: Date, days: number) => plainDate(before(now, days * DAY))

type LicenceRow = [key: string, days: number]
const licencesOf = (now: Date) =>
  (own.licences as LicenceRow[]).map(([key, days]) => {
    const license = `license_${key}`
    const export_licence = world.licences.find((one) => one.license === license) ?? null
    return { pid: demoPlayer.steamId, license, created_at: daysAgo(now, days), export_licence }
  })

function donationsOf(now: Date) {
  const { lasting, running } = own.donations
  const at = daysAgo(now, running.duration - running.days_left)
  const valid_until = carbonDate(before(now, -running.days_left * DAY))
  return [lasting, { ...running, activated_at: at, created_at: at, valid_until }]
}

/** An account with its balance at the bank. */
const heldOf =
  ({ balanceOf }: DemoQuery) =>
  <A extends { iban: string; balance: number }>(account: A): A => ({
    ...account,
    balance: balanceOf?.(account.iban) ?? account.balance,
  })

const accountRow = (account: { iban: string; balance: number }, at: number) => ({
  id: 700 + at,
  pid: demoPlayer.steamId,
  ...account,
  default_account: at === 0 ? 1 : 0,
  disabled: 0,
  created_at: '2021-06-04 20:15:00',
  updated_at: '2024-01-12 08:40:11',
})

function player(query: DemoQuery) {
  const { seed, now, origin } = query
  const { name, steamId, accounts, sharedAccounts } = demoPlayer
  const held = heldOf(query)
  const avatar = (size: string) => `${origin}/images/avatars/fenja${size}.png`
  return {
    ...own.record,
    pid: steamId,
    name,
    cash: 4200 + Math.round(drift(`${seed}/cash`, now, HOUR) * 900),
    bankacc: held(accounts[0]).balance,
    level_progress: Math.floor(drift(`${seed}/level`, now, 30 * DAY) * 100),
    updated_at: plainDate(before(now, 2 * HOUR)),
    last_seen: carbonDate(before(now, 2 * HOUR)),
    avatar: avatar(''),
    avatar_medium: avatar('_medium'),
    avatar_full: avatar('_full'),
    donations: donationsOf(now),
    licenses: licencesOf(now),
    company_owned: own.record.company_owned.map(({ bank_details: of, ...company }) => ({
      ...company,
      bank_details: of && { bank_1: held(of.bank_1), bank_2: held(of.bank_2) },
    })),
    bank_main: accounts.map(held).map(accountRow),
    banks: sharedAccounts.map((account) => ({ pid: steamId, ...held(account), default_account: 0 })),
  }
}

const garages = ['garage_car_1', 'ship_4', 'garage_impound', 'rac_car', 'rental_2', 'custom_garage_17', 'unknown']
const letters = 'ABCDEFGHKLMNPRSTUVWXYZ'

function vehiclesOf({ seed, now }: DemoQuery) {
  const random = createRandom(`${seed}/garage`)
  const plate = () =>
    Array.from({ length: 4 }, () => random.pick([...letters])).join('') + String(random.whole(0, 9999)).padStart(4, '0')
  return random
    .shuffled(vehicles)
    .slice(0, 17)
    .map((vehicle, at) => ({
      id: 90_000 + at * 37,
      pid: demoPlayer.steamId,
      side: at % 6 === 5 ? 'EAST' : at % 2 === 0 ? 'CIV' : 'civ',
      classname: vehicle.classname,
      type: vehicle.type,
      plate: plate(),
      active: at % 5 === 0 ? 1 : 0,
      impound: at === 3 ? 1 : 0,
      alarm: random.whole(0, 1),
      insurance: random.whole(0, 1),
      tuning_perm: at === 2 ? 1 : 0,
      disabled: at === 8 ? 1 : 0,
      alive: at === 11 ? 0 : at === 12 ? -1 : 1,
      color: JSON.stringify([random.whole(0, 9), random.whole(0, 9)]),
      inventory: at === 1 ? '"[[[`apple`,`rock_u`],[12,4]],160]"' : '"[[],0]"',
      gear: '"[[[],[]],[[`nw_warning_triangle`,`nw_spare_tire`],[1,2]],[],[]]"',
      fuel: random.next().toFixed(4),
      fuelcargo: vehicle.name.includes('Tank') ? 9400 : -1,
      tuning_color: null,
      tuning_array: '[]',
      hitpoints: JSON.stringify(Array.from({ length: 24 }, () => Number((random.next() * 0.2).toFixed(2)))),
      kilometer: random.whole(0, 4000),
      kilometer_total: random.whole(4000, 90_000),
      lastgarage: random.pick(garages),
      companyid: at === 4 ? 43 : 0,
      companytype: '',
      updated_at: plainDate(before(now, random.whole(1, 200) * HOUR)),
      created_at: plainDate(before(now, random.whole(10, 700) * DAY)),
      vehicle_data: at === 9 ? null : vehicle,
      export_vehicles: at % 3 === 0 ? [vehicle] : [],
    }))
}

const isDemoPlayer = ({ params }: DemoQuery) => params.secret === demoPlayer.secret

/** The player's data. A wrong secret is not found, and refused when it is validated. */
export const playerAnswers = {
  player: (query) => (isDemoPlayer(query) ? [player(query)] : undefined),
  playerVehicles: (query) => (isDemoPlayer(query) ? vehiclesOf(query) : undefined),
  playerValidate: (query) => (isDemoPlayer(query) ? { status: 'Success', name: demoPlayer.name } : { status: 'Error' }),
} satisfies SomeAnswers
