import type { Account, House, Player, PlayerBuilding, Rental } from '../../src-preload/contract/community/player.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate, MessageKey } from '#shared/i18n/index.ts'
import { mask } from '#shared/privacy/index.ts'
import type { Spot } from '#shared/spot.ts'
import type { Tone } from '#shared/ui/icon.ts'
import { endOf, leftNow, leftWords } from '#shared/ends.ts'

/** A line in a list about the player. */
export interface Fact {
  name: string
  detail?: string
  /** Always hidden in streamer mode. */
  value?: string
  badge?: { tone: Tone; text: string }
  /** True if name and detail are hidden in streamer mode too. */
  isPrivate?: boolean
  /** Its place on the map. */
  spot?: Spot | null
  /** The class of a house or building, for its picture; `''` if the record does not contain it. */
  classname?: string
}

/** Words and formats of the current language, and facts for the lists. */
export interface Words {
  t: Translate
  format: Format
  /** When the record was read: remaining times count from then. */
  asOf: string
  /** The name of a building type by its class; undefined if unknown. */
  typeName?: (classname: string) => string | undefined
  /** Where a company sells, by its id. */
  shopSpot?: (company: number | null) => Spot | null
}

/** How long it is paid for, and until when. Nothing if it `isDue`, because the card of upkeep says it then. */
function paid(hours: number | null, isDue: boolean, { t, format, asOf }: Words): string | undefined {
  if (hours === null || isDue) return undefined
  const end = endOf({ hoursLeft: hours }, asOf)
  return joined(
    leftWords(leftNow({ hoursLeft: hours }, asOf), t),
    end && t('player.until', { date: format.timeOrDate(end) }),
  )
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ') || undefined

const offBadge = (words: Words) => ({ tone: 'neutral' as const, text: words.t('player.disabled') })

const keysOf = ({ players }: Pick<House, 'players'>, { t }: Words) =>
  players.length > 0 ? t('player.keys', { names: players.join(', ') }) : undefined

const house = (item: House, words: Words, key: 'player.house' | 'player.house-keyed'): Fact => ({
  name: words.t(key, { id: item.id }),
  detail: joined(paid(item.paidHours, key === 'player.house' && !item.disabled, words), keysOf(item, words)),
  badge: item.disabled ? offBadge(words) : undefined,
  isPrivate: item.players.length > 0,
  spot: item.position,
  classname: '',
})

const building = (item: PlayerBuilding, words: Words, key: 'player.building' | 'player.building-keyed'): Fact => ({
  name: words.t(key, { id: item.id }),
  detail: joined(
    words.typeName?.(item.classname),
    words.t('player.building-stage', { stage: item.stage ?? 0 }),
    paid(item.paidHours, key === 'player.building' && !item.disabled, words),
    keysOf(item, words),
  ),
  badge: item.disabled ? offBadge(words) : undefined,
  isPrivate: item.players.length > 0,
  spot: item.position,
  classname: item.classname,
})

const rental = (item: Rental, words: Words): Fact => ({
  name: words.t('player.rental', { id: item.id }),
  detail: paid(item.paidHours, item.active && !item.disabled, words),
  badge: item.disabled || !item.active ? offBadge(words) : undefined,
  classname: '',
})

/** A number for sorting by urgency: what expires first, then what has no known end, then what is disabled. */
const needOf = (hours: number | null, isOff: boolean): number => (isOff ? 2e9 : (hours ?? 1e9))

const byNeed = <T>(items: readonly T[], need: (item: T) => number): T[] => [...items].sort((a, b) => need(a) - need(b))

/**
 * Houses, rentals and buildings: the player's own before those of others, and in each what expires first. Removed buildings (with a
 * negative stage) are left out.
 */
export function homesOf(player: Player, words: Words): Fact[] {
  const line = <T extends House | Rental | PlayerBuilding>(item: T, fact: Fact) => ({
    fact,
    need: needOf(item.paidHours, item.disabled || ('active' in item && !item.active)),
  })
  const own = [
    ...player.houses.map((item) => line(item, house(item, words, 'player.house'))),
    ...player.rentals.map((item) => line(item, rental(item, words))),
    ...player.buildings.filter(stands).map((item) => line(item, building(item, words, 'player.building'))),
  ]
  const keyed = [
    ...player.housesKeyed.map((item) => line(item, house(item, words, 'player.house-keyed'))),
    ...player.buildingsKeyed.filter(stands).map((item) => line(item, building(item, words, 'player.building-keyed'))),
  ]
  return [own, keyed].flatMap((lines) => byNeed(lines, ({ need }) => need).map(({ fact }) => fact))
}

const stands = ({ stage }: PlayerBuilding) => (stage ?? 0) >= 0

export const licencesOf = (player: Player, { t, format }: Words): Fact[] =>
  player.licences.map((licence) => ({
    name: licence.name || licence.licence,
    detail: licence.createdAt ? t('player.since', { date: format.date(licence.createdAt) }) : undefined,
    badge: licence.illegal ? { tone: 'warn', text: t('common.illegal') } : undefined,
  }))

export const donationsOf = (player: Player, { t, format }: Words): Fact[] =>
  byNeed(
    player.donations.filter(({ active }) => active),
    ({ duration, daysLeft }) => needOf(duration === -1 ? null : daysLeft, duration !== -1 && (daysLeft ?? 0) <= 0),
  ).map((donation) => ({
    name: t('player.donation-level', { level: donation.level ?? 0 }),
    detail: joined(
      donation.activatedAt ? t('player.since', { date: format.date(donation.activatedAt) }) : undefined,
      donation.validUntil ? t('player.until', { date: format.date(donation.validUntil) }) : undefined,
    ),
    value: donation.amount === null ? undefined : format.number(donation.amount),
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
    contacts.map(({ name, number, iban }) => ({
      name: name || number || iban,
      detail: joined(name && number, (name || number) && iban),
      isPrivate: true,
    })),
  )

export const companiesOf = (player: Player, words: Words): Fact[] =>
  byNeed(player.companies, ({ state, paidHours }) =>
    needOf(state === 'unpaid' ? -1e9 : paidHours, state === 'deleted'),
  ).map((company) => ({
    name: company.name,
    detail: joined(
      words.t('player.company-level', { level: company.level ?? 0 }),
      company.nonProfit ? words.t('player.non-profit') : undefined,
      company.phone,
      company.description,
    ),
    badge:
      company.state === 'deleted' ? { tone: 'neutral' as const, text: words.t('player.company-deleted') } : undefined,
    isPrivate: true,
    spot: words.shopSpot?.(company.id),
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

/** The figures of the record. Missing ones are left out. */
export function figuresOf(player: Player, { t, format }: Words): { label: string; value: string }[] {
  const percent = (value: number | null) => (value === null ? undefined : format.percent(value / 100))
  const number = (value: number | null) => (value === null ? undefined : format.number(value))
  const { value: worth, count } = player.garage
  const all: [label: string, value: string | undefined][] = [
    [t('player.exp'), number(player.exp)],
    [t('player.skill-points'), number(player.skillPoints)],
    [t('player.quest-row'), number(player.questRow)],
    [t('player.quest-daily'), number(player.questDaily)],
    [t('player.tuning-tickets'), number(player.tuningTickets)],
    [t('player.hunger'), percent(player.hunger)],
    [t('player.thirst'), percent(player.thirst)],
    [t('player.garage-worth'), joined(number(count), worth === null ? undefined : mask(format.money(worth)))],
  ]
  return all.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
}

/** The player's jobs and ranks; a level of 0 means none. Police level 1 belongs to the court. */
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
