import type { ShopType, CompanyShop, Money } from '../../src-preload/contract/community/index.ts'
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

/** A good that a company sells. */
export interface Good {
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
export const goodsOf = (shops: readonly CompanyShop[]): Good[] =>
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
