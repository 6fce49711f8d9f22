import type { BankAccount, BankAccounts, Payee } from '../../src-preload/contract/bank.ts'
import type { Position } from '../../src-preload/contract/community/reading.ts'
import type { Account, Player } from '../../src-preload/contract/community/player.ts'
import type { Upkeep } from '../../src-preload/contract/player.ts'

/** The first entry of each account number. */
function once<T extends { iban: string }>(list: readonly T[]): T[] {
  const seen = new Map<string, T>()
  for (const item of list) if (item.iban && !seen.has(item.iban)) seen.set(item.iban, item)
  return [...seen.values()]
}

const open = (accounts: readonly Account[], kind: BankAccount['kind'], label = ''): BankAccount[] =>
  accounts
    .filter(({ disabled }) => !disabled)
    .map(({ iban, balance, isDefault }) => ({ iban, balance: balance ?? undefined, kind, label, isDefault }))

/** The accounts that a player may use (the default one first), and those who can be paid. */
export function bankAccountsOf(player: Player): Pick<BankAccounts, 'accounts' | 'payees'> {
  const companies = player.companies.filter(({ state }) => state !== 'deleted')
  const accounts = once([
    ...open(player.accounts, 'own').sort((a, b) => Number(b.isDefault) - Number(a.isDefault)),
    ...open(player.accountsShared, 'shared'),
    ...companies.flatMap((company) => [
      ...open(company.accounts, 'company', company.name),
      ...company.ibans.map((iban): BankAccount => ({ iban, kind: 'company', label: company.name, isDefault: false })),
    ]),
  ])
  const payees = once<Payee>([
    ...player.phonebooks.flatMap(({ contacts }) =>
      contacts.map(({ iban, name }): Payee => ({ iban: iban.trim(), name, from: 'phonebook' })),
    ),
    ...accounts.map(({ iban, label }): Payee => ({ iban, name: label, from: 'own' })),
  ])
  return { accounts, payees }
}

const withoutBalance = (accounts: readonly Account[]): Account[] =>
  accounts.map((account) => ({ ...account, balance: null }))

export const withoutMoney = (player: Player): Player => ({
  ...player,
  cash: null,
  bank: null,
  garage: { ...player.garage, value: null },
  accounts: withoutBalance(player.accounts),
  accountsShared: withoutBalance(player.accountsShared),
  companies: player.companies.map((company) => ({ ...company, accounts: withoutBalance(company.accounts) })),
})

/** The player's things with a term that must be paid for, soonest first. Leaves out disabled, deleted and unknown ones. */
export function upkeepOf(player: Player): Upkeep[] {
  const entry = (
    kind: Upkeep['kind'],
    { id, position }: { id: number; position?: Position | null },
    hours: number | null,
    name = '',
  ): Upkeep[] =>
    hours === null
      ? []
      : [{ kind, id, name, hoursLeft: hours, ...(position && { spot: { x: position.x, y: position.y } }) }]
  return [
    ...player.houses.filter(({ disabled }) => !disabled).flatMap((h) => entry('house', h, h.paidHours)),
    ...player.buildings
      .filter(({ disabled, stage }) => !disabled && (stage ?? 0) >= 0)
      .flatMap((b) => entry('building', b, b.paidHours)),
    ...player.rentals
      .filter(({ disabled, active }) => !disabled && active)
      .flatMap((r) => entry('rental', r, r.paidHours)),
    ...player.companies
      .filter(({ state }) => state !== 'deleted')
      .flatMap((c) => entry('company', c, c.state === 'unpaid' ? Math.min(c.paidHours ?? 0, 0) : c.paidHours, c.name)),
  ].sort((a, b) => a.hoursLeft - b.hoursLeft)
}
