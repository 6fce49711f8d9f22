import { demoPlayer } from '../demo-player.ts'
import { before, carbonDate, DAY, plainDate, positionText } from '../wire.ts'

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

const accountRow = ({ iban, balance }: { iban: string; balance: number }, at: number) => ({
  id: 700 + at,
  pid: demoPlayer.steamId,
  iban,
  balance,
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

const companies = () => [
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
      bank_1: { iban: 'NH330190', balance: 412_905, default_account: 1 },
      bank_2: { iban: 'NH330191', balance: 0 },
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
export const belongings = (now: Date) => ({
  donations: donations(now),
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
    { id: 12, classname: 'nw_build_workshop', stage: 2, location: positionText(6402, 5288), disabled: 0, players: [] },
    { id: 13, classname: 'nw_build_shed', stage: -1, location: positionText(6420, 5301), disabled: 1, players: [] },
  ],
  buildings_keyed: [],
  ...phones,
  company_owned: companies(),
  licenses: [
    licenceRow('driver', 'Führerschein Klasse B', 1500, 0, 700, now),
    licenceRow('truck', 'Führerschein Klasse C', 12500, 5, 612, now),
    licenceRow('boat', 'Bootsführerschein', 8000, 3, 430, now),
    licenceRow('fishing', 'Fischereischein', 2400, 1, 428, now),
    licenceRow('old_lottery', '', 0, 0, 900, now),
  ],
  bank_main: demoPlayer.accounts.map(accountRow),
  banks: demoPlayer.sharedAccounts.map(({ iban, balance }) => ({
    pid: demoPlayer.steamId,
    iban,
    balance,
    default_account: 0,
  })),
})
