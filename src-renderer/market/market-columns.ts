import type { Snippet } from 'svelte'
import type { ServerMarket } from '../../src-preload/contract/community/index.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { numberColumn, textColumn, type Column } from '#shared/table/index.ts'
import type { PriceChanges, Span } from './changes.svelte.ts'
import { aboutSign, changeTone, perKg, serverLabel, serverNames, type Good } from './goods.ts'

interface Needs {
  t: Translate
  format: Format
  markets: readonly ServerMarket[]
  changes: Pick<PriceChanges, 'of' | 'order'>
}

type Cells = Record<'name' | 'day', Snippet<[row: Good]>>

/** Up to this number, each server has a column, which marks the best prices. With more, the best price has a column. */
const FEW_SERVERS = 2

const bestServer = (good: Good) => good.bestServer

/** A column of prices on a server, with the sign of those that are not exact. */
const about = (column: Column<Good>, serverOf: (good: Good) => number): Column<Good> => ({
  ...column,
  text(good) {
    const price = column.text(good)
    return price === '–' ? price : aboutSign(good, serverOf(good)) + price
  },
})

/** The columns of the market: what a good pays, how the price changed, and facts about it. The good's dialog shows the spare ones too. */
export function marketColumns({ t, format, markets, changes }: Needs, cells: Cells): Column<Good>[] {
  const money = (price: number) => format.money(Math.round(price))
  const change = (span: Span, spare: number): Column<Good> => ({
    key: span,
    spare,
    late: true,
    title: t(`common.range.${span}`),
    hint: t('market.change-hint'),
    width: '5.25rem',
    align: 'end',
    sort: (row) => changes.order(row, span),
    text(row) {
      const share = changes.of(row, span)
      return share === undefined ? '–' : format.change(share)
    },
    tone: (row) => changeTone(changes.of(row, span)),
  })
  const of = (name: 'weight' | 'exp') => (row: Good) => row.item.virtual?.[name] ?? null
  const facts = [
    numberColumn('weight', t('market.weight'), of('weight'), (kg) => format.unit(kg, 'kilogram'), '4.75rem'),
    about(numberColumn('kg', t('market.per-kg'), perKg, money, '6rem'), bestServer),
    numberColumn('exp', t('market.exp'), of('exp'), format.number, '3.75rem'),
  ]
  const servers = serverColumns(markets, t, money)
  const best = about(
    numberColumn('best', t('market.best'), ({ best }: Good) => best, money, 'minmax(6.75rem, 0.5fr)'),
    bestServer,
  )
  const areFew = servers.length <= FEW_SERVERS
  return [
    { ...textColumn('name', t('market.item'), ({ name }: Good) => name, 'minmax(17rem, 4fr)'), cell: cells.name },
    ...(areFew ? servers : [{ ...best, mark: () => true }]),
    { ...change('day', 8), title: t('market.plan.lately'), cell: cells.day, width: '10.25rem', align: 'start' },
    change('week', 5),
    ...(areFew ? [] : servers.map((column) => ({ ...column, spare: 7 }))),
    ...facts.map((column, at) => ({ ...column, spare: facts.length - at })),
  ]
}

function serverColumns(markets: readonly ServerMarket[], t: Translate, money: (price: number) => string) {
  const names = serverNames(markets)
  const trading = markets.filter(({ items }) => items.length > 0)
  const isBest = (serverId: number) => (good: Good) => good.prices.size > 1 && good.bestServer === serverId
  return trading.map(({ serverId, serverName, online }) => {
    const name = serverLabel(names.get(serverId) ?? serverName, t)
    const title = online ? name : t('market.server-offline', { name })
    const price = ({ prices }: Good) => prices.get(serverId) ?? null
    const width = `minmax(${online ? 6.5 : 9.5}rem, 0.5fr)`
    const column = numberColumn(`server ${serverId}`, title, price, money, width)
    return { ...about(column, () => serverId), hint: t('market.best-hint'), mark: isBest(serverId) }
  })
}
