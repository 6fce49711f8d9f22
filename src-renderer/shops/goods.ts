import type { CompanyShop, Money } from '../../src-preload/contract/community/index.ts'

/** One thing that one company sells. */
export interface Good {
  key: string
  name: string
  amount: number
  price: Money
  company: string
  owner: string
  area: number | null
  position: CompanyShop['position']
}

/** All goods of all companies as one list. */
export const goodsOf = (shops: readonly CompanyShop[]): Good[] =>
  shops.flatMap(({ company, goods, industrialAreaId, position }, shop) =>
    goods.map(({ item, name, amount, price }) => ({
      key: `${shop} ${item}`,
      name: name || item,
      amount,
      price,
      company: company.name,
      owner: company.owner,
      area: industrialAreaId,
      position,
    })),
  )
