/** A wall-clock time without a zone; month 1–12. */
interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms?: number
}

/** Twice as long as the longest name of a zone. */
const MOST_LETTERS = 64
/** By lower-case name, so that each zone has at most one format. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The format of a zone, which is cached because it is expensive. Undefined if the zone is unknown. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (zone.length > MOST_LETTERS) return undefined
  const name = zone.toLowerCase()
  const known = formats.get(name)
  if (known) return known
  try {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...fields, ...time })
    formats.set(name, format)
    return format
  } catch {
    return undefined
  }
}

export const isTimeZone = (zone: string): boolean => formatOf(zone) !== undefined

/** No zone changes its offset between two half hours of the clock. */
const BUCKET_MS = 30 * 60_000
/** The cache's size. A bucket replaces another one with the same slot. */
const SLOTS = 4_096
const slots = new Array<{ zone: string; bucket: number; offset: number } | undefined>(SLOTS)

/** The zone's offset from UTC at an instant, in ms. */
function offsetAt(epochMs: number, zone: string): number {
  const bucket = Math.floor(epochMs / BUCKET_MS)
  const slot = Math.abs(bucket) % SLOTS
  const known = slots[slot]
  if (known?.bucket === bucket && known.zone === zone) return known.offset
  const offset = measureOffset(bucket * BUCKET_MS, zone)
  slots[slot] = { zone, bucket, offset }
  return offset
}

function measureOffset(epochMs: number, zone: string): number {
  const format = formatOf(zone)
  if (!format) return 0
  const parts = format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)])
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Omit<WallTime, 'ms'>
  return Date.UTC(year, month - 1, day, hour, minute, second) - epochMs
}

/**
 * The instant (ms since 1970 UTC) of a wall-clock time in a zone; `undefined` for dates that do not exist (31 February). A time that the
 * clocks skip counts with the offset before the change. If a time occurs twice, the result is the first.
 */
export function instantOf(wall: WallTime, zone: string): number | undefined {
  const { year, month, day, hour, minute, second, ms = 0 } = wall
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  const back = new Date(asUtc)
  if (year < 1900 || back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined
  if (minute > 59 || second > 60) return undefined // an hour above 23 has already changed the date
  const before = offsetAt(asUtc - 86_400_000, zone)
  const after = offsetAt(asUtc + 86_400_000, zone)
  const fits = [before, after].map((offset) => asUtc - offset).filter((at) => at + offsetAt(at, zone) === asUtc)
  return fits.length > 0 ? Math.min(...fits) : asUtc - before
}

const GERMAN =
  /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})(?:[\s-]{0,5}(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s{0,5}(?:Uhr|h)?[\s.,]{0,5}$/i

/** The instant of `DD.MM.YY - HH:mm` (also with seconds, a four-digit year, or no time) in a zone; `undefined` for anything else. */
export function germanInstant(text: string, zone: string): number | undefined {
  const figures = GERMAN.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0))
  if (!figures) return undefined
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = figures
  return instantOf({ year: year < 100 ? 2000 + year : year, month, day, hour, minute, second }, zone)
}
