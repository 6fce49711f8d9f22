import type { Transaction } from '../../src-preload/contract/bank.ts'

export interface Flow {
  income: number
  /** Never negative. */
  spending: number
}

export interface WeekFlow extends Flow {
  /** Monday, 00:00 local, epoch ms. */
  week: number
}

export interface PartnerFlow extends Flow {
  iban: string
  name: string
}

const add = (flow: Flow, amount: number) => {
  if (amount > 0) flow.income += amount
  else flow.spending -= amount
}

/** The Monday a moment's week begins with, in local time. */
export function weekOf(at: number): number {
  const day = new Date(at)
  const fromMonday = (day.getDay() + 6) % 7
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - fromMonday).getTime()
}

/** Income and spending per week, oldest first; weeks without bookings are there with zeros. */
export function weeklyFlow(rows: readonly Transaction[]): WeekFlow[] {
  const weeks = new Map<number, WeekFlow>()
  for (const { at, amount } of rows) {
    if (at === undefined || amount === undefined) continue
    const week = weekOf(at)
    const flow = weeks.get(week) ?? { week, income: 0, spending: 0 }
    weeks.set(week, flow)
    add(flow, amount)
  }
  const found = [...weeks.keys()]
  const last = Math.max(...found)
  const full: WeekFlow[] = []
  for (let week = Math.min(...found); week <= last && full.length < 2_000; week = weekOf(week + 8 * 86_400_000))
    full.push(weeks.get(week) ?? { week, income: 0, spending: 0 })
  return full
}

/** Income and spending per counterpart, those with the most money moved first. Cash counts under an empty number. */
export function flowByPartner(rows: readonly Transaction[]): PartnerFlow[] {
  const partners = new Map<string, PartnerFlow>()
  for (const { counterpart, counterpartName, amount } of rows) {
    if (amount === undefined) continue
    const flow = partners.get(counterpart) ?? { iban: counterpart, name: counterpartName, income: 0, spending: 0 }
    partners.set(counterpart, flow)
    add(flow, amount)
  }
  return [...partners.values()].sort((a, b) => b.income + b.spending - a.income - a.spending)
}
