import { demoPlayer } from '../demo-player.ts'
import { createRandom, drift } from '../random.ts'
import { before, carbonDate, DAY, HOUR, plainDate, positionText } from '../wire.ts'
import type { SomeAnswers, Asked } from './answer.ts'
import { vehicles } from './shops.ts'

const licenceRow = (license: string, name: string, price: number, level: number, days: number, now: Date) => ({
  pid: demoPlayer.steamId,
  license: `license_${license}`,
  created_at: plainDate(before(now, days * DAY)),
  export_licence: name
    ? { id: days, license: `license_${license}`, name, price, illegal: 0, side: 'CIV', level }
    : null,
})

const identity = {
  id: 1,
  pid: demoPlayer.steamId,
  side: 'CIV',
  name: 'Fenja Carstens',
  created_at: '2021-06-04 20:14:10',
  id_birthday: '14.03.1994',
  id_nationality: 'Nordwind',
  rac_membership: 1,
}

/** An account with what the bank's books say of it. */
const heldOf = ({ balanceOf }: Asked, { iban, balance }: { iban: string; balance: number }) => ({
  iban,
  balance: balanceOf?.(iban) ?? balance,
})

const accountRow = (asked: Asked) => (account: { iban: string; balance: number }, at: number) => ({
  id: 700 + at,
  pid: demoPlayer.steamId,
  ...heldOf(asked, account),
  default_account: at === 0 ? 1 : 0,
  disabled: 0,
  created_at: '2021-06-04 20:15:00',
  updated_at: '2024-01-12 08:40:11',
})

const donations = (now: Date) => [
  {
    amount: 10,
    level: 1,
    duration: -1,
    active: 1,
    activated_at: '2021-08-06 23:23:35',
    created_at: '2021-08-06 23:23:35',
    valid_until: '-',
    days_left: 0,
  },
  {
    amount: 12.5,
    level: 2,
    duration: 30,
    active: 1,
    activated_at: plainDate(before(now, 12 * DAY)),
    created_at: plainDate(before(now, 12 * DAY)),
    valid_until: carbonDate(before(now, -18 * DAY)),
    days_left: 18,
  },
]

const companies = (asked: Asked) => [
  {
    id: 43,
    name: 'Carstens Seefracht',
    description: 'Fisch, Frachten und gelegentlich Klavier',
    phone: '55 31 07',
    bank_1: 'NH330190',
    bank_2: 'NH330191',
    icon: '',
    level: 3,
    non_profit: 0,
    special_type: '',
    perms: '[]',
    payed_for: 412,
    disabled: 0,
    created_by: demoPlayer.steamId,
    created_at: '2022-02-19 19:02:44',
    updated_at: '2024-01-12 08:40:11',
    bank_details: {
      bank_1: { ...heldOf(asked, { iban: 'NH330190', balance: 412_905 }), default_account: 1 },
      bank_2: heldOf(asked, { iban: 'NH330191', balance: 0 }),
    },
    shops: [],
  },
  {
    id: 44,
    name: 'Moin e. V.',
    description: '',
    phone: '',
    bank_1: 'NH440010',
    bank_2: '',
    level: 1,
    non_profit: 1,
    special_type: '',
    payed_for: 0,
    disabled: 2,
    created_by: demoPlayer.steamId,
    created_at: '2023-07-01 12:00:00',
  },
]

const phones = {
  phones: [
    {
      pid: demoPlayer.steamId,
      phone: '55 28 19',
      note: 'default',
      side: 'CIV',
      idNR: 1,
      disabled: 0,
      created_at: '2021-06-04 20:14:10',
      updated_at: '2021-06-04 20:14:10',
    },
    {
      pid: demoPlayer.steamId,
      phone: '55 77 02',
      note: 'bought',
      side: 'CIV',
      idNR: 1,
      disabled: 0,
      created_at: '2023-01-20 18:30:00',
      updated_at: '2023-01-20 18:30:00',
    },
  ],
  phonebooks: [
    {
      pid: demoPlayer.steamId,
      idNR: 1,
      phonebook: demoPlayer.contacts.map(({ name, number, iban }, at) => ({
        number,
        name,
        type: at === 1 ? 'company' : 'private',
        special: at === 2 ? '1' : '0',
        iban,
      })),
      updated_at: '2024-01-12 08:40:11',
      created_at: '2021-06-04 20:14:10',
      laravel_through_key: demoPlayer.steamId,
      side: 'CIV',
      identity,
    },
  ],
}

/** What the demo's player owns. */
const belongings = (asked: Asked) => ({
  donations: donations(asked.now),
  houses: [
    {
      id: 311,
      payed_for: 288,
      disabled: 0,
      location: positionText(3188.2, 12790.4, 5.1),
      players: ['Ole Tams', 'Wiebke Harms'],
    },
    { id: 502, payed_for: 6, disabled: 0, location: '[]', players: [] },
  ],
  houses_keyed: [{ id: 128, payed_for: 640, disabled: 0, location: positionText(5490, 10190.5) }],
  rentals: [{ id: 77, payed_for: 52, disabled: 0, active: 1 }],
  buildings: [
    {
      id: 12,
      classname: 'nw_build_workshop',
      stage: 2,
      location: positionText(6402, 5288),
      disabled: 0,
      payed_for: 700,
      players: ['Ole Tams'],
    },
    { id: 13, classname: 'nw_build_shed', stage: -1, location: positionText(6420, 5301), disabled: 1, players: [] },
  ],
  buildings_keyed: [],
  ...phones,
  company_owned: companies(asked),
  licenses: [
    licenceRow('driver', 'Führerschein Klasse B', 1500, 0, 700, asked.now),
    licenceRow('truck', 'Führerschein Klasse C', 12500, 5, 612, asked.now),
    licenceRow('boat', 'Bootsführerschein', 8000, 3, 430, asked.now),
    licenceRow('fishing', 'Fischereischein', 2400, 1, 428, asked.now),
    licenceRow('old_lottery', '', 0, 0, 900, asked.now),
  ],
  bank_main: demoPlayer.accounts.map(accountRow(asked)),
  banks: demoPlayer.sharedAccounts.map((account) => ({
    pid: demoPlayer.steamId,
    ...heldOf(asked, account),
    default_account: 0,
  })),
})

const levels = { coplevel: '2', mediclevel: '0', adaclevel: '5', adminlevel: '0', donatorlvl: '2', justizlevel: '0' }
const states = {
  arrested: 0,
  citizen: 1,
  tutorial: 1,
  dsgvo: 1,
  pos_alive: 1,
  pos_free: 1,
  suspended: 0,
  chat_muted: 0,
  second_char: 0,
}

function player(asked: Asked) {
  const { seed, now, origin } = asked
  const { name, steamId, accounts } = demoPlayer
  const avatar = (size: string) => `${origin}/images/avatars/fenja${size}.png`
  return {
    id: 2718,
    pid: steamId,
    guid: '9c1e4f0a77d24bb0a6f0c2d1e8b35a64',
    name,
    cash: 4200 + Math.round(drift(`${seed}/cash`, now, HOUR) * 900),
    bankacc: heldOf(asked, accounts[0]).balance,
    ...levels,
    ...states,
    level: 34,
    level_progress: Math.floor(drift(`${seed}/level`, now, 30 * DAY) * 100),
    exp: 1_142_300,
    skillpoint: 3,
    hunger: 82,
    thirst: '67',
    tuning_tickets: 1,
    jail_time: 0,
    quest_daily: 1,
    quest_row: 17,
    pos: positionText(3122.418, 12838.07, 6.2),
    server_id: 1,
    joined_at: '2021-06-04 20:11:52',
    updated_at: plainDate(before(now, 2 * HOUR)),
    created_at: '2021-06-04 20:11:52',
    last_seen: carbonDate(before(now, 2 * HOUR)),
    avatar: avatar(''),
    avatar_medium: avatar('_medium'),
    avatar_full: avatar('_full'),
    profilename: 'fenja',
    profileurl: 'https://profiles.nordwind.example/fenja',
    play_time: { active: 71_244, total: 98_310 },
    garage: { value: 1_842_300, count: 14 },
    ...belongings(asked),
  }
}

const garages = ['garage_car_1', 'ship_4', 'garage_impound', 'rac_car', 'rental_2', 'custom_garage_17', 'unknown']
const letters = 'ABCDEFGHKLMNPRSTUVWXYZ'

function vehiclesOf({ seed, now }: Asked) {
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

const isDemoPlayer = ({ params }: Asked) => params.secret === demoPlayer.secret

/** The player's own. A wrong secret is not found, or politely refused where it is validated. */
export const playerAnswers = {
  player: (asked) => (isDemoPlayer(asked) ? [player(asked)] : undefined),
  playerVehicles: (asked) => (isDemoPlayer(asked) ? vehiclesOf(asked) : undefined),
  playerValidate: (asked) => (isDemoPlayer(asked) ? { status: 'Success', name: demoPlayer.name } : { status: 'Error' }),
} satisfies SomeAnswers
