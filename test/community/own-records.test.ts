import { describe, expect, it } from 'vitest'
import { player, playerCheck } from '../../src-main/community/records/player.ts'
import { account, company, phonebook, playerLicence } from '../../src-main/community/records/possessions.ts'
import { playerVehicle } from '../../src-main/community/records/vehicles.ts'
import { at, day, read, readAll } from './read-record.ts'

describe('a player', () => {
  it('is checked by the word success alone', () => {
    const said = ['Success', 'success', 'error'].map((status) => ({ status, name: 'N' }))
    expect(readAll(playerCheck, said).map(({ valid }) => valid)).toEqual([true, true, false])
  })

  it('has a share of a level between 0 and 100, and what the record does not say is nothing', () => {
    const levels = [-5, 0, 55, 100, 130, 'x'].map((level_progress) => ({ id: 1, level_progress }))
    expect(readAll(player, levels).map((one) => one.levelProgress)).toEqual([0, 0, 55, 100, 100, null])
    const bare = read(player, { id: 1, coplevel: 3, mediclevel: 2, adaclevel: 1, adminlevel: 4, donatorlvl: 5 })
    expect(bare).toMatchObject({
      levels: { cop: 3, medic: 2, rac: 1, admin: 4, donator: 5, justice: 0 },
      playTime: { active: null, total: null },
      garage: { value: null, count: null },
      houses: [],
    })
  })

  it('has what the service calls otherwise', () => {
    const own = { id: 7 }
    const names = { bankacc: 1, chat_muted: 1, skillpoint: 2 }
    const more = { jail_time: 3, quest_daily: 4, quest_row: 5, tuning_tickets: 6, pos: '[1,2,3]', server_id: 8 }
    const lists = { houses_keyed: [own], buildings_keyed: [own], company_owned: [own], houses: [own, own] }
    const accounts = { bank_main: [{ iban: 'a', default_account: 1 }], banks: [{ iban: 'b' }] }
    const phones = {
      phones: [{ phone: '1' }],
      licenses: [{ license: 'l' }],
      donations: [{ days_left: 2, activated_at: day, valid_until: day }],
    }
    const nested = { play_time: { active: 1, total: 2 }, garage: { value: 1, count: 2 } }
    const dates = { joined_at: day, last_seen: day }
    const raw = { id: 1, justizlevel: 9, ...names, ...more, ...lists, ...accounts, ...phones, ...nested, ...dates }
    const got = read(player, raw)
    expect(got).toMatchObject({
      ...{ bank: 1, chatMuted: true, skillPoints: 2 },
      ...{ jailTime: 3, questDaily: 4, questRow: 5, tuningTickets: 6, position: { x: 1, y: 2, z: 3 }, serverId: 8 },
      ...{ housesKeyed: [own], buildingsKeyed: [own], companies: [own], houses: [own, own] },
      accounts: [{ iban: 'a', isDefault: true }],
      accountsShared: [{ iban: 'b', isDefault: false }],
      ...{ phones: [{ number: '1' }], licences: [{ licence: 'l' }], donations: [{ daysLeft: 2 }] },
      ...{ playTime: { active: 1, total: 2 }, garage: { value: 1, count: 2 }, levels: { justice: 9 } },
    })
    for (const time of [got.joinedAt, got.lastSeen]) expect(JSON.stringify(time)).toContain(at.slice(0, 10))
  })
})

describe('a possession', () => {
  it('a company is named by its number, has its accounts, and a state', () => {
    const [active, deleted, unpaid, odd] = readAll(
      () => company,
      [
        { id: 1, bank_1: 'A', bank_2: '', bank_details: { bank_1: { iban: 'A', balance: 5 }, bank_2: null } },
        { id: 2, disabled: 1, name: 'N', payed_for: 7 },
        { id: 3, disabled: 2, non_profit: 1, created_at: day },
        { id: 4, disabled: 'x' },
      ],
    )
    expect(active).toMatchObject({ name: '#1', ibans: ['A'], accounts: [{ iban: 'A', balance: 5 }], state: 'active' })
    expect(deleted).toMatchObject({ name: 'N', ibans: [], accounts: [], state: 'deleted', paidHours: 7 })
    expect([unpaid?.state, unpaid?.nonProfit, odd?.state]).toEqual(['unpaid', true, 'active'])
  })

  it('a phonebook may be text, and leaves out what is no contact', () => {
    const contacts = [{ number: 1, name: 'A' }, 'none']
    const want = [{ number: '1', name: 'A', iban: '' }]
    const books = [contacts, JSON.stringify(contacts), '[broken'].map((given) => ({ phonebook: given }))
    expect(readAll(() => phonebook, books).map((book) => book.contacts)).toEqual([want, want, []])
    expect(read(() => account, { iban: 'x', disabled: 1 })).toMatchObject({ disabled: true, isDefault: false })
  })

  it('a licence has what the export tells of it', () => {
    const exported = { name: 'Driver', price: 5, illegal: 1, side: 'civ', level: 2 }
    const [known, bare] = readAll(playerLicence, [
      { license: 'driver', export_licence: exported },
      { license: 'driver', created_at: day },
    ])
    expect(known).toMatchObject({ ...exported, illegal: true, licence: 'driver' })
    expect(bare).toMatchObject({ name: 'driver', price: null, illegal: false, side: '', level: null })
  })
})

describe('a vehicle', () => {
  const vehicle = (more: object) => read(playerVehicle, { id: 1, classname: 'c', ...more })

  it('has a state, and fuel in percent', () => {
    expect([null, 1, 0, -1].map((alive) => vehicle({ alive }).state)).toEqual(['ok', 'ok', 'sold', 'hidden'])
    expect([null, -1, 0.256, 2].map((fuel) => vehicle({ fuel }).fuelPercent)).toEqual([null, 0, 26, 100])
    expect([null, -1, 0, 5].map((fuelcargo) => vehicle({ fuelcargo }).fuelCargo)).toEqual([null, null, 0, 5])
    const shop = { classname: 's', name: 'Shop' }
    expect(vehicle({ side: 'civ', vehicle_data: shop })).toMatchObject({ name: 'Shop', side: 'CIV', vehicle: shop })
    expect(vehicle({ export_vehicles: [1] })).toMatchObject({ name: '', classname: 'c', vehicle: null })
    expect(vehicle({ export_vehicles: [shop, 1], impound: 1, disabled: 1, kilometer: 7 })).toMatchObject({
      ...{ name: 'Shop', shops: [shop], impounded: true, destroyed: true, kilometres: 7, vehicle: shop },
    })
  })

  it('has what the service calls otherwise', () => {
    const names = { insurance: 1, tuning_perm: 1, kilometer_total: 9, lastgarage: 'g', companyid: 4 }
    expect(vehicle({ ...names, updated_at: day, created_at: '2026-04-01' })).toMatchObject({
      ...{ insured: true, tuningAllowed: true, kilometresTotal: 9, lastGarage: 'g', companyId: 4 },
      ...{ updatedAt: at, createdAt: '2026-04-01T00:00:00.000Z' },
    })
  })

  it('has things by name and number, however they are wrapped', () => {
    const pairs = [[['a', 'b'], [2]], 7, [[[['c'], ['3']]]]]
    const want = [
      { item: 'a', count: 2 },
      { item: 'b', count: 1 },
      { item: 'c', count: 3 },
    ]
    const json = JSON.stringify(pairs)
    const wrapped = [pairs, json, ` "${json.replaceAll('"', '`')}" `]
    for (const inventory of wrapped) expect(vehicle({ inventory }).inventory).toEqual(want)
    for (const gear of [
      'broken',
      null,
      [[[], []]],
      [
        [
          ['a', 1],
          [1, 1],
        ],
      ],
    ])
      expect(vehicle({ gear }).gear).toEqual([])
    const deep = (depth: number): unknown => (depth === 0 ? [['d'], [1]] : [deep(depth - 1)])
    expect([4, 5, 6].map((depth) => vehicle({ gear: deep(depth) }).gear.length)).toEqual([1, 1, 0])
    const many = Array.from({ length: 501 }, () => [['m'], [1]])
    expect(vehicle({ gear: many }).gear).toHaveLength(500)
    const padded = (length: number) => json.padEnd(length)
    expect([100_000, 100_001].map((length) => vehicle({ gear: padded(length) }).gear.length)).toEqual([3, 0])
  })
})
