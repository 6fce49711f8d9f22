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
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'
import * as v from 'valibot'

export const donation = ({ instant }: SchemaHelpers): Reader<Donation> =>
  read.record({
    amount: read.number,
    level: read.whole,
    duration: read.whole,
    active: read.flag,
    activatedAt: read.as('activated_at', instant),
    validUntil: read.as('valid_until', instant),
    daysLeft: read.as('days_left', read.whole),
  })

const paidHours = read.as('payed_for', read.whole)
const placed = { position: read.as('location', read.position), players: read.texts }

export const house: Reader<House> = read.record({ id: read.id, paidHours, disabled: read.flag, ...placed })

export const rental: Reader<Rental> = read.record({ id: read.id, paidHours, disabled: read.flag, active: read.flag })

export const building: Reader<PlayerBuilding> = read.record({
  id: read.id,
  classname: read.text,
  stage: read.whole,
  paidHours,
  disabled: read.flag,
  ...placed,
})

export const phone: Reader<Phone> = read.record({
  number: read.as('phone', read.key),
  note: read.text,
  disabled: read.flag,
})

const contact: Reader<Contact> = read.record({ number: read.text, name: read.text, iban: read.text })

/** Contacts. A service may send the list as a text of JSON. */
const contacts = read.lenient((value) => {
  const list = typeof value === 'string' ? jsonIn(value) : value
  return read.itemsOf(list).flatMap((item) => {
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

export const phonebook: Reader<Phonebook> = read.record({ contacts: read.as('phonebook', contacts) })

export const account: Reader<Account> = read.record({
  iban: read.key,
  balance: read.whole,
  isDefault: read.as('default_account', read.flag),
  disabled: read.flag,
})

const accountsOf = read.record({ bank_1: read.maybe(account), bank_2: read.maybe(account) }, (r) =>
  [r.bank_1, r.bank_2].filter((one) => one !== null),
)

const companyState = read.lenient((value): Company['state'] => {
  const disabled = v.parse(read.whole, value)
  return disabled === 1 ? 'deleted' : disabled === 2 ? 'unpaid' : 'active'
})

export const company: Reader<Company> = read.record(
  {
    id: read.id,
    name: read.text,
    description: read.text,
    phone: read.text,
    bank_1: read.text,
    bank_2: read.text,
    level: read.whole,
    nonProfit: read.as('non_profit', read.flag),
    paidHours,
    state: read.as('disabled', companyState),
    accounts: read.as('bank_details', read.maybe(accountsOf)),
  },
  ({ bank_1, bank_2, ...r }) => ({
    ...r,
    name: r.name || `#${r.id}`,
    ibans: [bank_1, bank_2].filter(Boolean),
    accounts: r.accounts ?? [],
  }),
)

const exported = read.record({
  name: read.text,
  price: read.whole,
  illegal: read.flag,
  side: read.text,
  level: read.whole,
})

export const playerLicence = ({ instant }: SchemaHelpers): Reader<PlayerLicence> =>
  read.record(
    {
      licence: read.as('license', read.key),
      createdAt: read.as('created_at', instant),
      exported: read.as('export_licence', read.maybe(exported)),
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
