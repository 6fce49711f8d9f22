import type { Account, Company, House, Player, Rental } from '../../src-preload/contract/community/player.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate, MessageKey } from '#shared/i18n/index.ts'
import type { Tone } from '#shared/ui/icon.ts'

/** One line of a list about the player. */
export interface Fact {
  name: string
  detail?: string
  /** Always hidden in streamer mode. */
  value?: string
  badge?: { tone: Tone; text: string }
  /** Name and detail are hidden in streamer mode too. */
  isPrivate?: boolean
}

/** What makes the lists: words and formats of the present language. */
export interface Words {
  t: Translate
  format: Format
}

const days = (hours: number | null, { t }: Words) =>
  hours === null ? undefined : t('player.days-left', { count: Math.max(0, Math.floor(hours / 24)) })

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ') || undefined

const offBadge = (words: Words) => ({ tone: 'neutral' as const, text: words.t('player.disabled') })

const house = (item: House, words: Words, key: 'player.house' | 'player.house-keyed'): Fact => ({
  name: words.t(key, { id: item.id }),
  detail: joined(days(item.paidHours, words), item.players.length > 0 ? item.players.join(', ') : undefined),
  badge: item.disabled ? offBadge(words) : undefined,
  isPrivate: item.players.length > 0,
})

const rental = (item: Rental, words: Words): Fact => ({
  name: words.t('player.rental', { id: item.id }),
  detail: days(item.paidHours, words),
  badge: item.disabled || !item.active ? offBadge(words) : undefined,
})

/** Houses, rentals and buildings. Buildings that are gone (a negative stage) are left out. */
export const homesOf = (player: Player, words: Words): Fact[] => [
  ...player.houses.map((item) => house(item, words, 'player.house')),
  ...player.housesKeyed.map((item) => house(item, words, 'player.house-keyed')),
  ...player.rentals.map((item) => rental(item, words)),
  ...[...player.buildings, ...player.buildingsKeyed]
    .filter(({ stage }) => (stage ?? 0) >= 0)
    .map((item): Fact => ({
      name: words.t('player.building', { id: item.id }),
      detail: joined(item.classname, words.t('player.building-stage', { stage: item.stage ?? 0 })),
      badge: item.disabled ? offBadge(words) : undefined,
    })),
]

export const licencesOf = (player: Player, { t, format }: Words): Fact[] =>
  player.licences.map((licence) => ({
    name: licence.name || licence.licence,
    detail: licence.createdAt ? t('player.since', { date: format.date(licence.createdAt) }) : undefined,
    badge: licence.illegal ? { tone: 'warn', text: t('common.illegal') } : undefined,
  }))

export const donationsOf = (player: Player, { t, format }: Words): Fact[] =>
  player.donations
    .filter(({ active }) => active)
    .map((donation) => ({
      name: t('player.donation-level', { level: donation.level ?? 0 }),
      detail: donation.activatedAt ? format.date(donation.activatedAt) : undefined,
      badge:
        donation.duration === -1
          ? { tone: 'ok', text: t('player.for-ever') }
          : (donation.daysLeft ?? 0) > 0
            ? { tone: 'info', text: t('player.days-left', { count: donation.daysLeft ?? 0 }) }
            : { tone: 'neutral', text: t('player.ended') },
    }))

export const phonesOf = (player: Player, { t }: Words): Fact[] => [
  ...player.phones.map((phone) => ({
    name: phone.number,
    detail:
      phone.note === 'default'
        ? t('player.phone-default')
        : phone.note === 'bought'
          ? t('player.phone-bought')
          : phone.note,
    badge: phone.disabled ? { tone: 'neutral' as const, text: t('player.disabled') } : undefined,
    isPrivate: true,
  })),
]

export const contactsOf = (player: Player): Fact[] =>
  player.phonebooks.flatMap(({ contacts }) =>
    contacts.map((contact) => ({ name: contact.name, detail: joined(contact.number, contact.iban), isPrivate: true })),
  )

const stateBadge = (company: Company, words: Words): Fact['badge'] =>
  company.state === 'active'
    ? undefined
    : company.state === 'unpaid'
      ? { tone: 'bad', text: words.t('player.company-unpaid') }
      : { tone: 'neutral', text: words.t('player.company-deleted') }

export const companiesOf = (player: Player, words: Words): Fact[] =>
  player.companies.map((company) => ({
    name: company.name,
    detail: joined(
      words.t('player.company-level', { level: company.level ?? 0 }),
      company.state === 'active' ? days(company.paidHours, words) : undefined,
      company.description,
    ),
    badge: stateBadge(company, words),
    isPrivate: true,
  }))

const account = (item: Account, { t, format }: Words, shared: boolean): Fact => ({
  name: item.iban,
  detail: shared ? t('player.account-shared') : item.isDefault ? t('player.account-default') : undefined,
  value: item.balance === null ? undefined : format.money(item.balance),
  badge: item.disabled ? { tone: 'neutral', text: t('player.disabled') } : undefined,
  isPrivate: true,
})

export const accountsOf = (player: Player, words: Words): Fact[] => [
  ...player.accounts.map((item) => account(item, words, false)),
  ...player.accountsShared.map((item) => account(item, words, true)),
]

/** The jobs and ranks a player has; a level of 0 is none. Police level 1 is the court's. */
export function ranksOf(levels: Player['levels']): { key: MessageKey; level: number }[] {
  const all: { key: MessageKey; level: number }[] = [
    { key: 'player.rank-cop', level: levels.cop > 1 ? levels.cop : 0 },
    { key: 'player.rank-justice', level: levels.justice || (levels.cop === 1 ? 1 : 0) },
    { key: 'player.rank-medic', level: levels.medic },
    { key: 'player.rank-rac', level: levels.rac },
    { key: 'player.rank-donator', level: levels.donator },
    { key: 'player.rank-admin', level: levels.admin },
  ]
  return all.filter(({ level }) => level > 0)
}
