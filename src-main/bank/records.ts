import * as v from 'valibot'

/** One booking as the bank tells it, read tolerantly. */
export interface Booking {
  id: string
  source: string
  destination: string
  /** Whole units, never negative; undefined when unreadable. */
  amount?: number
  type: string
  initiator: string
  info: string
  /** Epoch ms, exact to the minute; undefined when unreadable. */
  at?: number
  dateText: string
}

/** A whole number from a number or its text; thousands may be marked the way people mark them. */
export function wholeFrom(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!/^[+-]?(\d+|\d{1,3}([.,' ]\d{3})+)(\.0+)?$/.test(text)) return undefined
  const whole = /^[+-]?\d+\.0+$/.test(text) ? text.replace(/\.0+$/, '') : text.replace(/[.,' ]/g, '')
  const number = Number(whole)
  return Number.isSafeInteger(number) ? number : undefined
}

const text = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => String(value).trim()),
  ),
  '',
)

const Raw = v.object({
  id: text,
  source: text,
  destination: text,
  amount: v.optional(v.unknown()),
  type: text,
  initiator: text,
  info: v.fallback(v.string(), ''),
  created_at: text,
})

/** Reads a list of bookings; records that are none are counted, not fatal. */
export function readBookings(
  list: readonly unknown[],
  readDate: (text: string) => number | undefined,
): { bookings: Booking[]; setAside: number } {
  const bookings: Booking[] = []
  for (const raw of list) {
    const parsed = v.safeParse(Raw, raw)
    if (!parsed.success || (!parsed.output.source && !parsed.output.destination)) continue
    const { created_at, amount: rawAmount, ...rest } = parsed.output
    const amount = wholeFrom(rawAmount)
    bookings.push({
      ...rest,
      amount: amount === undefined ? undefined : Math.abs(amount),
      at: readDate(created_at),
      dateText: created_at,
    })
  }
  return { bookings, setAside: list.length - bookings.length }
}
