import type { Snippet } from 'svelte'
import { numberColumn, textColumn, type Column } from '#shared/table/index.ts'
import type { Trip } from './plan.ts'
import { rough, type Telling } from './trip-lines.ts'

interface Needs extends Pick<Telling, 't' | 'format'> {
  /** Names of the servers by id. */
  names: ReadonlyMap<number, string>
  name: Snippet<[row: Trip]>
}

/** The columns of the planned trips. */
export function tripColumns({ t, format, names, name }: Needs): Column<Trip>[] {
  const money = (value: number) => format.money(Math.round(value))
  const kilometres = (km: number) => format.unit(Math.round(km * 10) / 10, 'kilometer')
  const profitOf = ({ evening, profit }: Trip) => (evening === undefined ? profit : (evening?.profit ?? null))
  /** A column of figures that count the way. */
  const onTheWay = (
    key: string,
    title: string,
    of: (row: Trip) => number | null,
    show: (value: number) => string,
    width: string,
  ): Column<Trip> => ({
    ...numberColumn(key, title, of, show, width),
    text(row) {
      const value = of(row)
      return value === null ? '–' : rough(row, value, show)
    },
  })
  const profit = (row: Trip) => (row.evening ? rough(row, row.evening.profit, money) : money(row.profit))
  return [
    { ...textColumn('name', t('market.item'), (row: Trip) => row.good.name, 'minmax(9rem, 2fr)'), cell: name },
    textColumn('to', t('market.server'), (row: Trip) => names.get(row.server) ?? '', '4.75rem'),
    { ...onTheWay('way', t('market.plan.way'), (row) => row.km, kilometres, '8.25rem'), spare: 2 },
    {
      ...numberColumn('profit', t('market.plan.profit'), profitOf, money, '9rem'),
      text: (row) => (profitOf(row) === null ? '–' : profit(row)),
    },
    { ...numberColumn('kg', t('market.per-kg'), (row: Trip) => row.perKg, money, '5rem'), spare: 1 },
    onTheWay('hour', t('market.plan.per-hour'), (row) => row.perHour, money, '9rem'),
  ]
}
