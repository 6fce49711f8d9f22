import type {
  Account,
  Company,
  Contact,
  Donation,
  House,
  Phone,
  Phonebook,
  PlayerBuilding,
  PlayerLicence,
  Rental,
} from '../../../src-preload/contract/community/index.ts'
import {
  as,
  flag,
  id,
  itemsOf,
  key,
  type SchemaHelpers,
  lenient,
  maybe,
  number,
  position,
  type Reader,
  record,
  text,
  texts,
  whole,
} from './schema-helpers.ts'
import * as v from 'valibot'

export const donation = ({ instant }: SchemaHelpers): Reader<Donation> =>
  record({
    amount: number,
    level: whole,
    duration: whole,
    active: flag,
    activatedAt: as('activated_at', instant),
    validUntil: as('valid_until', instant),
    daysLeft: as('days_left', whole),
  })

const paidHours = as('payed_for', whole)
const placed = { position: as('location', position), players: texts }

export const house: Reader<House> = record({ id, paidHours, disabled: flag, ...placed })

export const rental: Reader<Rental> = record({ id, paidHours, disabled: flag, active: flag })

export const building: Reader<PlayerBuilding> = record({
  id,
  classname: text,
  stage: whole,
  paidHours,
  disabled: flag,
  ...placed,
})

export const phone: Reader<Phone> = record({ number: as('phone', key), note: text, disabled: flag })

const contact: Reader<Contact> = record({ number: text, name: text, iban: text })

/** Contacts. A service may send the list as a text of JSON. */
const contacts = lenient((value) => {
  const list = typeof value === 'string' ? jsonIn(value) : value
  return itemsOf(list).flatMap((item) => {
    const parsed = v.safeParse(contact, item)
    return parsed.success ? [parsed.output] : []
  })
})

/** Parses JSON; undefined if the text is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const phonebook: Reader<Phonebook> = record({ contacts: as('phonebook', contacts) })

export const account: Reader<Account> = record({
  iban: key,
  balance: whole,
  isDefault: as('default_account', flag),
  disabled: flag,
})

const accountsOf = record({ bank_1: maybe(account), bank_2: maybe(account) }, (r) =>
  [r.bank_1, r.bank_2].filter((one) => one !== null),
)

const companyState = lenient((value): Company['state'] => {
  const disabled = v.parse(whole, value)
  return disabled === 1 ? 'deleted' : disabled === 2 ? 'unpaid' : 'active'
})

export const company: Reader<Company> = record(
  {
    id,
    name: text,
    description: text,
    phone: text,
    bank_1: text,
    bank_2: text,
    level: whole,
    nonProfit: as('non_profit', flag),
    paidHours,
    state: as('disabled', companyState),
    accounts: as('bank_details', maybe(accountsOf)),
  },
  ({ bank_1, bank_2, ...r }) => ({
    ...r,
    name: r.name || `#${r.id}`,
    ibans: [bank_1, bank_2].filter(Boolean),
    accounts: r.accounts ?? [],
  }),
)

const exported = record({ name: text, price: whole, illegal: flag, side: text, level: whole })

export const playerLicence = ({ instant }: SchemaHelpers): Reader<PlayerLicence> =>
  record(
    {
      licence: as('license', key),
      createdAt: as('created_at', instant),
      exported: as('export_licence', maybe(exported)),
    },
    ({ exported, ...r }) => ({
      ...r,
      price: exported?.price ?? null,
      illegal: exported?.illegal ?? false,
      side: exported?.side ?? '',
      level: exported?.level ?? null,
      name: exported?.name || r.licence,
    }),
  )
