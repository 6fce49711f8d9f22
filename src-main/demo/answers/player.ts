import garage from '../../../resources/demo/garage.json' with { type: 'json' }
import own from '../../../resources/demo/player.json' with { type: 'json' }
import world from '../../../resources/demo/world.json' with { type: 'json' }
import { demoPlayer } from '../demo-player.ts'
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
    balance: balanceOf(account.iban) ?? account.balance,
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
  const { now, origin } = query
  const { name, steamId, accounts, sharedAccounts } = demoPlayer
  const held = heldOf(query)
  const avatar = (size: string) => `${origin}/images/avatars/fenja${size}.png`
  return {
    ...own.record,
    pid: steamId,
    name,
    cash: 4200 + Math.round(drift('cash', now, HOUR) * 900),
    bankacc: held(accounts[0]).balance,
    level_progress: Math.floor(drift('level', now, 30 * DAY) * 100),
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

/** The vehicles of the garage. The service knows most of them as the shops sell them. */
const vehiclesOf = (now: Date) =>
  garage.vehicles.map(({ hours_ago, days_old, ...vehicle }, at) => {
    const sold = vehicles.find(({ classname }) => classname === vehicle.classname)
    return {
      id: 90_000 + at * 37,
      pid: demoPlayer.steamId,
      ...garage.usual,
      type: sold?.type,
      vehicle_data: sold,
      ...vehicle,
      export_vehicles: at % 3 === 0 ? [sold] : [],
      updated_at: plainDate(before(now, hours_ago * HOUR)),
      created_at: plainDate(before(now, days_old * DAY)),
    }
  })

const isDemoPlayer = ({ params }: DemoQuery) => params.secret === demoPlayer.secret

/** The player's data. A wrong secret is not found, and refused when it is validated. */
export const playerAnswers = {
  player: (query) => (isDemoPlayer(query) ? [player(query)] : undefined),
  playerVehicles: (query) => (isDemoPlayer(query) ? vehiclesOf(query.now) : undefined),
  playerValidate: (query) => (isDemoPlayer(query) ? { status: 'Success', name: demoPlayer.name } : { status: 'Error' }),
} satisfies SomeAnswers
