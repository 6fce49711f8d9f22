import { instantOf } from '../lib/index.ts'

const SHAPE = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})(?:\s*-?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?)?\D*$/

/**
 * Reads the bank's `DD.MM.YY - HH:mm` (also with seconds, a four-digit year, or no time) in a zone: epoch ms, or
 * undefined for anything else. In the hour that a clock change repeats, the earlier instant is meant.
 */
export const bankDateReader =
  (timeZone: string) =>
  (text: string): number | undefined => {
    const match = SHAPE.exec(text)
    if (!match) return undefined
    const [day = 0, month = 0, year = 0, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
    return instantOf({ year: year < 100 ? 2000 + year : year, month, day, hour, minute, second }, timeZone)
  }
