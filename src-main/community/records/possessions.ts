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
  record(
    {
      amount: number,
      level: whole,
      duration: whole,
      active: flag,
      activated_at: instant,
      created_at: instant,
      valid_until: instant,
      days_left: whole,
    },
    (r) => ({
      amount: r.amount,
      level: r.level,
      duration: r.duration,
      active: r.active,
      activatedAt: r.activated_at,
      createdAt: r.created_at,
      validUntil: r.valid_until,
      daysLeft: r.days_left,
    }),
  )

export const house: Reader<House> = record(
  { id, payed_for: whole, disabled: flag, location: position, players: texts },
  (r) => ({ id: r.id, paidHours: r.payed_for, disabled: r.disabled, position: r.location, players: r.players }),
)

export const rental: Reader<Rental> = record({ id, payed_for: whole, disabled: flag, active: flag }, (r) => ({
  id: r.id,
  paidHours: r.payed_for,
  disabled: r.disabled,
  active: r.active,
}))

export const building: Reader<PlayerBuilding> = record(
  { id, classname: text, stage: whole, payed_for: whole, disabled: flag, location: position, players: texts },
  (r) => ({
    id: r.id,
    classname: r.classname,
    stage: r.stage,
    paidHours: r.payed_for,
    disabled: r.disabled,
    position: r.location,
    players: r.players,
  }),
)

export const phone = ({ instant }: SchemaHelpers): Reader<Phone> =>
  record({ phone: key, note: text, side: text, idNR: whole, disabled: flag, created_at: instant }, (r) => ({
    number: r.phone,
    note: r.note,
    side: r.side,
    identityId: r.idNR,
    disabled: r.disabled,
    createdAt: r.created_at,
  }))

const contact: Reader<Contact> = record({ number: text, name: text, type: text, special: flag, iban: text }, (r) => ({
  ...r,
}))
const identity = record({ name: text, id_birthday: text, id_nationality: text }, (r) => ({ ...r }))

/** Contacts; a service may send the list as text that holds JSON. */
const contacts = lenient((value) => {
  const list = typeof value === 'string' ? parsedOr(value, []) : value
  return itemsOf(list).flatMap((item) => {
    const parsed = v.safeParse(contact, item)
    return parsed.success ? [parsed.output] : []
  })
})

/** The JSON that a text holds, or something else where it holds none. */
export function parsedOr(json: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return otherwise
  }
}

export const phonebook: Reader<Phonebook> = record(
  { idNR: whole, side: text, phonebook: contacts, identity: maybe(identity) },
  (r) => ({
    identityId: r.idNR,
    side: r.side,
    identityName: r.identity?.name ?? '',
    birthday: r.identity?.id_birthday ?? '',
    nationality: r.identity?.id_nationality ?? '',
    contacts: r.phonebook,
  }),
)

export const account: Reader<Account> = record(
  { iban: key, balance: whole, default_account: flag, disabled: flag },
  (r) => ({
    iban: r.iban,
    balance: r.balance,
    isDefault: r.default_account,
    disabled: r.disabled,
  }),
)

const accountsOf = record({ bank_1: maybe(account), bank_2: maybe(account) }, (r) =>
  [r.bank_1, r.bank_2].filter((one) => one !== null),
)

const companyState = (disabled: number | null): Company['state'] =>
  disabled === 1 ? 'deleted' : disabled === 2 ? 'unpaid' : 'active'

export const company = ({ instant }: SchemaHelpers): Reader<Company> =>
  record(
    {
      id,
      name: text,
      description: text,
      phone: text,
      bank_1: text,
      bank_2: text,
      level: whole,
      non_profit: flag,
      special_type: text,
      payed_for: whole,
      disabled: whole,
      created_by: text,
      created_at: instant,
      bank_details: maybe(accountsOf),
    },
    (r) => ({
      id: r.id,
      name: r.name || `#${r.id}`,
      description: r.description,
      phone: r.phone,
      level: r.level,
      nonProfit: r.non_profit,
      specialType: r.special_type,
      paidHours: r.payed_for,
      state: companyState(r.disabled),
      createdBy: r.created_by,
      createdAt: r.created_at,
      ibans: [r.bank_1, r.bank_2].filter(Boolean),
      accounts: r.bank_details ?? [],
    }),
  )

const exported = record({ name: text, price: whole, illegal: flag, side: text, level: whole }, (r) => ({ ...r }))

export const playerLicence = ({ instant }: SchemaHelpers): Reader<PlayerLicence> =>
  record({ license: key, created_at: instant, export_licence: maybe(exported) }, (r) => ({
    licence: r.license,
    name: r.export_licence?.name || r.license,
    price: r.export_licence?.price ?? null,
    illegal: r.export_licence?.illegal ?? false,
    side: r.export_licence?.side ?? '',
    level: r.export_licence?.level ?? null,
    createdAt: r.created_at,
  }))
