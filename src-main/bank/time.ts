const MINUTE = 60_000

/** Minutes by which a zone is ahead of UTC at an instant. */
function aheadOfUtc(zone: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Math.round((Date.UTC(year, month - 1, day, hour % 24, minute) - Math.floor(at / MINUTE) * MINUTE) / MINUTE)
}

/**
 * Reads the bank's `DD.MM.YY - HH:mm` (also with seconds, a four-digit year, or no time) in a zone: epoch ms, or
 * undefined for anything else. In the hour that a clock change repeats, the earlier instant is meant.
 */
export function bankDateReader(timeZone: string): (text: string) => number | undefined {
  const zone = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsets = new Map<number, number>()
  /** The zone's lead, looked up once an hour: 100,000 dates need no 100,000 look-ups. */
  const ahead = (at: number) => {
    const hour = Math.floor(at / (60 * MINUTE))
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const found = aheadOfUtc(zone, hour * 60 * MINUTE)
    offsets.set(hour, found)
    return found
  }
  return (text) => {
    const match = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})(?:\s*-?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?)?\D*$/.exec(text)
    if (!match) return undefined
    const [day = 0, month = 0, shortYear = 0, hour = 0, minute = 0, second = 0] = match
      .slice(1)
      .map((part) => Number(part ?? 0))
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return undefined
    const year = shortYear < 100 ? 2000 + shortYear : shortYear
    const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
    if (new Date(asUtc).getUTCDate() !== day) return undefined
    const first = asUtc - ahead(asUtc) * MINUTE
    const second_ = asUtc - ahead(first) * MINUTE
    return Math.min(first, second_) === first && asUtc - ahead(first) * MINUTE === first ? first : second_
  }
}
