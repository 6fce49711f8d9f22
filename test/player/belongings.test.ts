import { expect, test } from 'vitest'
import { bankAccountsOf, upkeepOf } from '../../src-main/player/index.ts'
import type { Account, Company, Player } from '../../src-preload/contract/community/player.ts'

const account = (iban: string, more: Partial<Account> = {}): Account => ({
  iban,
  balance: 10,
  isDefault: false,
  disabled: false,
  ...more,
})
const company = (more: Partial<Company>): Company =>
  ({ id: 1, name: 'Hafen AG', state: 'active', paidHours: 50, ibans: [], accounts: [], ...more }) as Company
const player = (more: Partial<Player>): Player =>
  ({
    houses: [],
    rentals: [],
    buildings: [],
    companies: [],
    accounts: [],
    accountsShared: [],
    phonebooks: [],
    ...more,
  }) as unknown as Player
const contact = (iban: string, name: string) => ({ iban, name, number: '', type: '' })

test('own accounts with the main one first, then shared ones, then those of companies; each once, none that is closed', () => {
  const { accounts } = bankAccountsOf(
    player({
      accounts: [account('NH2'), account('NH1', { isDefault: true }), account('NH9', { disabled: true })],
      accountsShared: [account('NH3'), account('NH1')],
      companies: [
        company({ accounts: [account('NH4', { balance: null })], ibans: ['NH4', 'NH5', ''] }),
        company({ id: 2, state: 'deleted', ibans: ['NH6'] }),
      ],
    }),
  )
  expect(accounts.map(({ iban, kind, label }) => `${iban} ${kind} ${label}`)).toEqual([
    'NH1 own ',
    'NH2 own ',
    'NH3 shared ',
    'NH4 company Hafen AG',
    'NH5 company Hafen AG',
  ])
  expect(accounts.find(({ iban }) => iban === 'NH4')?.balance).toBeUndefined()
})

test('money can go to who stands in the phonebook, and between the player’s accounts', () => {
  const phonebooks = [{ contacts: [contact(' NH7 ', 'Ole'), contact('', 'Pannendienst'), contact('NH7', 'Ole again')] }]
  const { payees } = bankAccountsOf(player({ accounts: [account('NH1')], phonebooks }))
  expect(payees).toEqual([
    { iban: 'NH7', name: 'Ole', from: 'phonebook' },
    { iban: 'NH1', name: '', from: 'own' },
  ])
})

test('what ends first comes first; what is off, gone or of unknown term is left out', () => {
  const house = { position: null, players: [] }
  const upkeep = upkeepOf(
    player({
      houses: [
        { id: 1, paidHours: 90, disabled: false, ...house, position: { x: 3122, y: 12838, z: 5 } },
        { id: 2, paidHours: 1, disabled: true, ...house },
        { id: 3, paidHours: null, disabled: false, ...house },
      ],
      rentals: [
        { id: 4, paidHours: 5, disabled: false, active: true },
        { id: 5, paidHours: 4, disabled: false, active: false },
      ],
      buildings: [
        { id: 8, classname: '', stage: 2, paidHours: 70, disabled: false, ...house },
        { id: 9, classname: '', stage: -1, paidHours: 1, disabled: false, ...house },
      ],
      companies: [
        company({}),
        company({ id: 6, name: 'Moin', state: 'unpaid', paidHours: 30 }),
        company({ id: 7, state: 'deleted', paidHours: 2 }),
      ],
    }),
  )
  expect(upkeep.map(({ kind, id, hoursLeft }) => `${kind} ${id} ${hoursLeft}`)).toEqual([
    'company 6 0',
    'rental 4 5',
    'company 1 50',
    'building 8 70',
    'house 1 90',
  ])
  expect(upkeep.map(({ spot }) => spot)).toEqual([...Array(4).fill(undefined), { x: 3122, y: 12838 }])
})
