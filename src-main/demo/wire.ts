import { createRandom, hashOf, type Random } from '../lib/index.ts'

const ZONE = 'Europe/Berlin'

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** A date as the service's plain text: `YYYY-MM-DD HH:mm:ss`, wall clock. */
export const plainDate = (date: Date): string => format.format(date).replace(',', '')

/** A date as the service's date objects. */
export const carbonDate = (date: Date): object => ({
  date: `${plainDate(date)}.000000`,
  timezone_type: 3,
  timezone: ZONE,
})

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const before = (date: Date, ms: number): Date => new Date(date.getTime() - ms)

export const positionText = (place: readonly number[]): string => `[${place.join(',')}]`

/** A number of a text. It determines every invented value of the demo. */
export const seedOf = (key: string): number => hashOf(`nordwind/${key}`)

/** Random numbers of a text, the same at each start. */
export const randomOf = (key: string): Random => createRandom(`nordwind/${key}`)

/** A value in [0, 1] that changes smoothly with time. The same key and instant always give the same value. */
export function drift(key: string, at: Date, periodMs: number): number {
  const position = at.getTime() / periodMs
  const step = Math.floor(position)
  const share = position - step
  const from = seedOf(`${key}/${step}`) / 4294967296
  const to = seedOf(`${key}/${step + 1}`) / 4294967296
  const eased = share * share * (3 - 2 * share)
  return from + (to - from) * eased
}
