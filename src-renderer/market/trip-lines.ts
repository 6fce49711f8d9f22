import type { useFormat } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Row } from '#shared/ui/rows.ts'
import type { Trip } from './plan.ts'
import type { TripStop } from './ways.ts'

/** The input for the lines of a trip. */
export interface Telling {
  t: Translate
  format: ReturnType<typeof useFormat>
  speed: number
  stopMinutes: number
  /** 0 for one trip. */
  hours: number
  /** Prices of the last day. */
  lately: readonly number[]
}

/** A figure that counts the way. It is rounded if the way is a straight line, because roads are longer. */
export const rough = ({ way }: Trip, value: number, show: (value: number) => string): string =>
  way.metres === undefined ? show(value) : `≈ ${show(Number(value.toPrecision(2)))}`

/** Where the good is from, who buys it, and how far that is. */
function wayLines({ way: { from, to, metres } }: Trip, { t, format }: Telling): Row[] {
  const stop = (label: string, at?: TripStop): Row[] => (at ? [{ label, value: at.name, spot: at }] : [])
  const km = (metres: number) => format.number(Math.round(metres / 100) / 10)
  const length = metres === undefined ? t('market.plan.no-way') : t('market.plan.how-way', { way: km(metres) })
  return [
    ...stop(t('market.plan.source'), from),
    ...stop(t('market.plan.buyer'), to),
    { label: t('market.plan.way'), value: length },
  ]
}

type Line = [label: string, value: string | false | null | undefined]

const toRows = (lines: readonly Line[]): Row[] => lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))

const moneyOf =
  ({ format }: Pick<Telling, 'format'>): Money =>
  (value) =>
    format.money(Math.round(value))

/** Where a trip leads, what it needs, and how reliable its figures are. */
export function linesOf(trip: Trip, telling: Telling): Row[] {
  const { t } = telling
  const money = moneyOf(telling)
  const lines = toRows([
    [t('common.illegal'), policeText(trip, telling, money)],
    [t('market.plan.licence'), licenceText(trip, t)],
    [t('market.plan.lately'), latelyText(trip, telling, money)],
  ])
  return [...wayLines(trip, telling), ...lines]
}

/** Each figure of a trip with its calculation. */
export function sumsOf(trip: Trip, telling: Telling): Row[] {
  const { t, format } = telling
  const money = moneyOf(telling)
  const { pieces, weight, evening, exp } = trip
  const load = format.number(pieces * weight)
  const many = format.number(pieces)
  return toRows([
    [t('market.plan.load'), t('market.plan.how-pieces', { pieces: many, weight: format.number(weight), load })],
    [
      t('market.plan.profit'),
      t('market.plan.how-profit', {
        pieces: many,
        sell: money(trip.sell),
        cost: money(trip.from?.price ?? 0),
        profit: money(trip.profit),
      }),
    ],
    [t('market.per-kg'), t('market.plan.how-kg', { profit: money(trip.profit), load, kg: money(trip.perKg) })],
    [t('market.plan.per-hour'), hourText(trip, telling, money)],
    [
      t('market.plan.hours', { count: telling.hours }),
      evening &&
        t('market.plan.how-evening', {
          count: evening.trips,
          pieces: format.number(evening.pieces),
          profit: rough(trip, evening.profit, money),
        }),
    ],
    [
      t('market.exp'),
      exp > 0 && t('market.plan.how-exp', { pieces: many, each: format.number(exp / pieces), exp: format.number(exp) }),
    ],
    [
      t('common.price'),
      trip.at === null
        ? t('market.plan.no-age', { price: money(trip.sell) })
        : t('market.plan.age', { price: money(trip.sell), date: format.dateTime(trip.at) }),
    ],
  ])
}

type Money = (value: number) => string

const hourText = (trip: Trip, { t, format, speed, stopMinutes }: Telling, money: Money): string => {
  const { km, perHour } = trip
  return km === null || perHour === null
    ? t('market.plan.no-hour')
    : t('market.plan.how-hour', {
        km: format.number(Math.round(km * 10) / 10),
        speed: format.number(speed),
        minutes: format.number(stopMinutes),
        hour: rough(trip, perHour, money),
      })
}

/** What the police do to the price, and how far it could change. */
function policeText({ range, police, sell }: Trip, { t, format }: Telling, money: Money): string | undefined {
  if (!range) return undefined
  const now =
    police &&
    t('market.plan.police-now', {
      count: police.officers,
      base: money(police.base),
      share: format.number(police.share),
      sell: money(sell),
    })
  const whole = t('market.plan.how-police', { least: money(range.least), most: money(range.most) })
  return now ? `${now} ${whole}` : whole
}

/** The licence that goods need is a guess: the one with the same name. */
function licenceText({ licence: found }: Trip, t: Translate): string | undefined {
  if (!found) return undefined
  const { licence, held } = found
  const state = held === undefined ? 'unknown' : held ? 'held' : 'missing'
  return t(`market.plan.licence-${state}`, { name: licence.name, level: licence.level ?? 0 })
}

function latelyText({ pieces, from, police }: Trip, { t, lately }: Telling, money: Money): string {
  if (lately.length < 2) return t('market.plan.unsure')
  const prices = lately.map((price) => Math.round(price * (police?.share ?? 1)))
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const profit = (price: number) => money(pieces * (price - (from?.price ?? 0)))
  return t('market.plan.sure', { least: money(least), most: money(most), from: profit(least), to: profit(most) })
}
