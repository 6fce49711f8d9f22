import type { ShopType, CompanyShop, Money } from '../../src-preload/contract/community/index.ts'
import type { Tone } from '#shared/ui/icon.ts'
import type { MessageKey, Translate } from '#shared/i18n/index.ts'

const types: Partial<Record<string, MessageKey>> = {
  Car: 'shops.type.Car',
  Air: 'shops.type.Air',
  Ship: 'shops.type.Ship',
}

/** A vehicle's type in the player's language. An unknown type is shown as it is. */
export function vehicleType(type: string, t: Translate): string {
  const key = Object.hasOwn(types, type) ? types[type] : undefined
  return key ? t(key) : type
}

/** The choices of a shop filter: all shops, then each by its name. */
export const shopChoices = (types: readonly ShopType[], all: string) => [
  { value: '', label: all },
  ...[...types]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((type) => ({ value: type.shoptype, label: type.name || type.shoptype })),
]

/** The tone of a required level: bad if the player's own is lower. */
export const levelTone = (level: number | null, own: number | undefined): Tone | undefined =>
  own !== undefined && (level ?? 0) > own ? 'bad' : undefined

/** A required level on a card, which has little room: nothing if the player has reached it. */
export const levelOnCard = (level: number | null, own: number | undefined, t: Translate): string =>
  level && (own === undefined || level > own) ? t('player.level', { level }) : ''

/** A good that a company sells. */
export interface StockedGood {
  key: string
  /** The good's key in the market. */
  item: string
  name: string
  amount: number
  price: Money
  company: string
  owner: string
  area: number | null
  position: CompanyShop['position']
}

/** All goods of all companies in one list. */
export const goodsOf = (shops: readonly CompanyShop[]): StockedGood[] =>
  shops.flatMap(({ company, goods, industrialAreaId, position }, shop) =>
    goods.map(({ item, name, amount, price }) => ({
      key: `${shop} ${item}`,
      item,
      name: name || item,
      amount,
      price,
      company: company.name,
      owner: company.owner,
      area: industrialAreaId,
      position,
    })),
  )

/** The choices of a filter by goods: all of them, then each by its name. */
export const goodChoices = (goods: readonly StockedGood[], all: string) => [
  { value: '', label: all },
  ...[...new Map(goods.map(({ item, name }) => [item, name]))]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
]
