import type { Instant } from '../../../src-preload/contract/community/index.ts'
import { germanInstant, instantOf, isTimeZone } from '../../lib/index.ts'

const PLAIN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?$/
const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i
/** Dates and zones are not longer than this. */
const MOST = 64

/** Abbreviations that PHP's dates may have instead of a zone. */
const abbreviations: Record<string, string> = {
  UTC: '+00:00',
  GMT: '+00:00',
  Z: '+00:00',
  CET: '+01:00',
  CEST: '+02:00',
}

/** A larger number is in milliseconds, not seconds (as seconds, it would be the year 5138). */
const SECONDS_UNTIL = 1e11

/**
 * The instant of a date in any of the service's forms, as ISO text: `YYYY-MM-DD HH:mm:ss[.ffffff]`, ISO, Unix seconds,
 * `DD.MM.YY - HH:mm`, and `{date, timezone_type, timezone}`. Plain forms are in `zone`. `null` if it is no date.
 */
export function toInstant(value: unknown, zone: string): Instant {
  if (typeof value === 'number') return iso(fromNumber(value))
  if (typeof value === 'object' && value !== null && 'date' in value) {
    const { date, timezone } = value as { date: unknown; timezone?: unknown }
    return typeof date === 'object' ? null : toInstant(date, zoneOf(timezone, zone))
  }
  return typeof value === 'string' && value.length <= MOST ? iso(fromText(value.trim(), zone)) : null
}

const fromNumber = (value: number) => (value <= 0 ? undefined : value < SECONDS_UNTIL ? value * 1000 : value)

function fromText(text: string, zone: string): number | undefined {
  if (/^\d{9,13}$/.test(text)) return fromNumber(Number(text))
  const german = germanInstant(text, zone)
  if (german !== undefined) return german
  const named = OFFSET.exec(text)
  return named ? fromPlain(text.slice(0, named.index).trimEnd(), named[0]) : fromPlain(text, zone)
}

function fromPlain(text: string, zone: string): number | undefined {
  const found = PLAIN.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const ms = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const wall = { year, month, day, hour, minute, second, ms }
  const offset = offsetMs(zone)
  if (offset === undefined) return instantOf(wall, zone)
  return (instantOf(wall, 'UTC') ?? NaN) - offset
}

/** A Carbon date's zone is an offset, an abbreviation or a zone's name. */
function zoneOf(timezone: unknown, standard: string): string {
  if (typeof timezone !== 'string' || timezone.length > MOST) return standard
  const named = abbreviations[timezone.toUpperCase()] ?? timezone
  return offsetMs(named) !== undefined || isTimeZone(named) ? named : standard
}

function offsetMs(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!found) return undefined
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

function iso(epochMs: number | undefined): Instant {
  if (epochMs === undefined || !Number.isFinite(epochMs) || Math.abs(epochMs) > 8.64e15) return null
  return new Date(epochMs).toISOString()
}
