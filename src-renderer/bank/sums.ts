import type { BankAccount, Transaction } from '../../src-preload/contract/bank.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Bookings } from './rows.ts'

export interface Flow {
  income: number
  /** Never negative. */
  spending: number
}

export interface PartnerFlow extends Flow {
  iban: string
  name: string
}

const add = (flow: Flow, amount: number) => {
  if (amount > 0) flow.income += amount
  else flow.spending -= amount
}

export function flowOf(rows: readonly Transaction[]): Flow {
  const flow = { income: 0, spending: 0 }
  for (const { amount } of rows) add(flow, amount ?? 0)
  return flow
}

/** Income and spending per counterpart, the one with the largest of both first. Cash counts under an empty number. */
export function flowByPartner(rows: readonly Transaction[]): PartnerFlow[] {
  const partners = new Map<string, PartnerFlow>()
  for (const { counterpart, counterpartName, amount } of rows) {
    if (amount === undefined) continue
    const flow = partners.get(counterpart) ?? { iban: counterpart, name: counterpartName, income: 0, spending: 0 }
    partners.set(counterpart, flow)
    add(flow, amount)
  }
  return [...partners.values()].sort((a, b) => Math.max(b.income, b.spending) - Math.max(a.income, a.spending))
}

/** A local month `YYYY-MM`. */
export type Month = string

const monthAt = (at: number): Month => dayAt(new Date(at)).slice(0, 7)

/** The start and end of a month, epoch ms. */
export function spanOf(month: Month): { from: number; until: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: new Date(year, number - 1).getTime(), until: new Date(year, number).getTime() }
}

/** Every month from the first booking to now, newest first. */
export function monthsOf(rows: readonly Transaction[], now: number): Month[] {
  const first = rows.reduce((least, { at = least }) => Math.min(least, at), now)
  const months: Month[] = []
  for (let at = spanOf(monthAt(now)).from; at >= spanOf(monthAt(first)).from; at = spanOf(monthAt(at - 1)).from)
    months.push(monthAt(at))
  return months
}

/** The newest of the months with bookings, as {@link rowsIn} counts them, since the present one may be a day old. Else the present one. */
export const newestOf = (months: readonly Month[], rows: readonly Transaction[], own: readonly string[]): Month =>
  months.find((month) => rowsIn(rows, month, own).length > 0) ?? months[0] ?? ''

/** A month's bookings. Transfers between the accounts in `own` are left out, since they are neither income nor spending. */
export function rowsIn(rows: readonly Transaction[], month: Month, own: readonly string[] = []): Transaction[] {
  const { from, until } = spanOf(month)
  return rows.filter(
    ({ at, counterpart }) => at !== undefined && at >= from && at < until && !own.includes(counterpart),
  )
}

/** An account's balance at a time; undefined if the bookings do not show it. `rows`: newest first. */
function balanceAt(rows: readonly Transaction[], present: number | undefined, time: number): number | undefined {
  const dated = rows.filter(({ at }) => at !== undefined)
  const last = dated.find(({ at = 0 }) => at < time)
  if (last) return last.balance
  const first = dated.at(-1)
  if (!first) return present
  return first.balance === undefined || first.amount === undefined ? undefined : first.balance - first.amount
}

/**
 * The total balance of accounts at the start of a month and at the end of each of its days, until now. Undefined if one balance is
 * unknown, because a sum of the others would be wrong.
 */
export function balanceOver(
  accounts: readonly Pick<BankAccount, 'iban' | 'balance'>[],
  bookings: (iban: string) => Bookings | undefined,
  month: Month,
  now: number,
): { times: number[]; values: number[] } | undefined {
  const { from, until } = spanOf(month)
  const midnights = [from]
  for (const day = new Date(from); day.getTime() < Math.min(until, now);) {
    day.setDate(day.getDate() + 1)
    midnights.push(day.getTime())
  }
  const values: number[] = []
  for (const midnight of midnights) {
    const each = accounts.map(({ iban, balance }) => {
      const read = bookings(iban)
      return read && balanceAt(read.rows, balance, midnight)
    })
    if (each.includes(undefined)) return undefined
    values.push(each.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  }
  return { times: midnights.map((midnight) => Math.min(midnight, now)), values }
}
