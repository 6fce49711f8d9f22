import * as v from 'valibot'
import type { Aside, Field, Instant, Position } from '../../../src-preload/contract/community/index.ts'
import { isBlank } from '../../lib/index.ts'
import { toInstant } from './dates.ts'

/** A tolerant reader: it turns what the service sends into a record. */
export type Reader<T> = v.GenericSchema<unknown, T>

/** What readers need for one answer: the service's zone, and a count of unreadable records. */
export interface SchemaHelpers {
  /** A date in any form, as an instant. */
  instant: Reader<Instant>
  /**
   * A list whose unreadable records are set aside and counted. An object counts as the list of its values. Of records with the same
   * value in the field `unique`, the first counts.
   */
  records<T>(reader: Reader<T>, unique?: string): Reader<T[]>
  aside: Aside
}

const KEPT_ENTRIES = 20
const MAX_TEXT = 100_000
/** Numbers, flags and positions are not longer than this. */
const MAX_SHORT = 200

export function createSchemaHelpers(zone: string): SchemaHelpers {
  const aside: Aside = { count: 0, entries: [] }
  /** The indexes of the present record, since lists are nested. */
  const at: number[] = []
  const reasonOf = (issue: v.BaseIssue<unknown>) => `${v.getDotPath(issue) ?? 'record'}: ${issue.message}`.slice(0, 200)
  const setAside = (reason: string) => {
    aside.count++
    if (aside.entries.length < KEPT_ENTRIES) aside.entries.push({ at: [...at], reason })
  }
  const records = <T>(reader: Reader<T>, unique?: string): Reader<T[]> =>
    v.pipe(
      v.unknown(),
      v.transform((value) => {
        const taken: T[] = []
        const known = new Set<unknown>()
        for (const [place, item] of itemsOf(value).entries()) {
          at.push(place)
          const parsed = v.safeParse(reader, item)
          const name = unique && parsed.success ? (parsed.output as Record<string, unknown>)[unique] : undefined
          if (!parsed.success) setAside(reasonOf(parsed.issues[0]))
          else if (known.has(name)) setAside(`${unique ?? 'record'}: came before`)
          else taken.push(parsed.output)
          if (name !== undefined) known.add(name)
          at.pop()
        }
        return taken
      }),
    )
  return { instant: lenient((value) => toInstant(value, zone)), records, aside }
}

/** The items of a list. PHP sends a list with gaps as an object. */
export const itemsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** A field that accepts anything, also a missing value, and never fails. */
export const lenient = <T>(read: (value: unknown) => T): Reader<T> => v.pipe(v.unknown(), v.transform(read))

const isLong = (value: unknown) => typeof value === 'string' && value.length > MAX_SHORT

const numberOf = (value: unknown): number | null => {
  if (typeof value === 'boolean') return Number(value)
  if (isLong(value)) return null
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.trim().replace(',', '.')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
/** A whole number with separators of thousands. Three digits after a point are thousands, as in the bank's bookings. */
const GROUPED = /^\s*-?[1-9]\d{0,2}(?:[.,' ]\d{3})+\s*$/
/** The safe whole number in a value, or `null`. */
export const wholeOf = (value: unknown): number | null => {
  const isGrouped = typeof value === 'string' && GROUPED.test(value)
  const number = numberOf(isGrouped ? value.replace(/[.,' ]/g, '') : value)
  if (number === null) return null
  const whole = Math.round(number)
  return Number.isSafeInteger(whole) ? whole + 0 : null
}

/** A whole number, also as text; anything else is `null`. */
export const whole = lenient(wholeOf)
/** A whole number; 0 if there is none. */
export const count = lenient((value) => wholeOf(value) ?? 0)
const wholeIn = (least: number, most: number) =>
  lenient((value) => {
    const given = wholeOf(value)
    return given !== null && given >= least && given <= most ? given : null
  })
/** A number of people. One that no server holds is `null`, like anything else. */
export const people = wholeIn(0, 99_999)
/** A network port; anything else is `null`. */
export const port = wholeIn(1, 65_535)
/** A number, also as text; anything else is `null`. */
export const number = lenient(numberOf)
/** A whole number that the record must have. */
export const id: Reader<number> = v.pipe(v.unknown(), v.transform(wholeOf), v.number('must be a whole number'))

/** Half a letter, which no address can contain. */
const LONE_SURROGATE = /\p{Cs}/gu

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? isBlank(value)
      ? ''
      : value.slice(0, MAX_TEXT).replace(LONE_SURROGATE, '\ufffd')
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
/** Text, also from a number; `''` if there is none, or nothing of it can be seen. */
export const text = lenient(textOf)
/** Text; a number is none. */
export const words = lenient((value) => (typeof value === 'string' ? textOf(value) : ''))
/** Text, or `null` if there is none. */
export const maybeText = lenient((value) => textOf(value) || null)
/** Text that the record must have. */
export const key: Reader<string> = v.pipe(v.unknown(), v.transform(textOf), v.nonEmpty('must be text'))

/** Text that must be there, but may be empty. */
export const requiredText: Reader<string> = v.pipe(
  v.unknown(),
  v.check((value) => value !== undefined, 'is missing'),
  v.transform(textOf),
)

/** 0/1, true/false, also as text; false if there is none. */
export const flag = lenient((value) =>
  typeof value === 'string'
    ? !isLong(value) && /^(1|true|yes|on)$/i.test(value.trim())
    : value === true || (typeof value === 'number' && value > 0),
)

/** A list of texts. Other items are left out. */
export const texts = lenient((value) => itemsOf(value).map(textOf).filter(Boolean))

/** `"[x,y,z]"`, `[x,y,z]` or `{x,y,z}` as a position. */
export const position = lenient((value): Position | null => {
  const parts = Array.isArray(value)
    ? value
    : typeof value === 'string' && !isLong(value)
      ? value.replace(/[[\]\s]/g, '').split(',')
      : undefined
  const { x, y, z } = (
    parts ? { x: parts[0] as unknown, y: parts[1] as unknown, z: parts[2] as unknown } : (value ?? {})
  ) as Partial<Record<string, unknown>>
  const [east, north] = [numberOf(x), numberOf(y)]
  return east === null || north === null ? null : { x: east, y: north, z: numberOf(z) ?? 0 }
})

/** Renames a record's fields to the reader's names if only the case differs (`Id`, `id`). Missing ones are undefined. */
function alignNames(names: readonly string[]) {
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]))
  return (raw: object): Record<string, unknown> => {
    const aligned = Object.create(null) as Record<string, unknown>
    for (const name of names) aligned[name] = undefined
    for (const [name, value] of Object.entries(raw)) {
      const mine = byLower.get(name.toLowerCase())
      if (mine !== undefined && (mine === name || !(mine in raw))) aligned[mine] = value
    }
    return aligned
  }
}

/** A field with another name at the service. */
interface Renamed<T> {
  name: string
  reader: Reader<T>
}

/** Reads the service's field `name`. */
export const as = <T>(name: string, reader: Reader<T>): Renamed<T> => ({ name, reader })

type Fields = Readonly<Record<string, Reader<unknown> | Renamed<unknown>>>
type FieldsRead<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Reader<infer T> ? T : F[K] extends Renamed<infer T> ? T : never
}

/**
 * A record: reads its fields, whose names may be in any case, and gives them the app's names. `shape` computes values from several
 * fields; `raw` is the service's own record.
 */
export function record<const F extends Fields, T = FieldsRead<F>>(
  fields: F,
  shape = (read: FieldsRead<F>, _raw: object): T => read as unknown as T,
): Reader<T> {
  const named = Object.entries(fields).map(([name, field]) => ({
    mine: name,
    ...('reader' in field ? field : { name, reader: field }),
  }))
  const schema = v.object(Object.fromEntries(named.map(({ name, reader }) => [name, reader])))
  const align = alignNames(named.map(({ name }) => name))
  return v.pipe(
    v.custom<object>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'must be a record',
    ),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const raw = dataset.value
      const parsed = v.safeParse(schema, align(raw))
      if (parsed.success) {
        const read = Object.fromEntries(named.map(({ mine, name }) => [mine, parsed.output[name]]))
        return shape(read as FieldsRead<F>, raw)
      }
      const issue = parsed.issues[0]
      addIssue({ message: `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim() })
      return NEVER
    }),
  )
}

/** A record that may be missing or unreadable. */
export const maybe = <T>(reader: Reader<T>): Reader<T | null> =>
  lenient((value) => {
    const parsed = v.safeParse(reader, value)
    return parsed.success ? parsed.output : null
  })

const MAX_FIELDS = 200
const MAX_DEPTH = 6

/** All values of a record as name and text, nested ones with dotted names, for records of unknown fields. */
export function fieldsOf(raw: unknown, without: readonly string[] = []): Field[] {
  const fields: Field[] = []
  const skipped = new Set(without.map((name) => name.toLowerCase()))
  const walk = (value: unknown, name: string, depth: number) => {
    if (fields.length >= MAX_FIELDS) return
    if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      const plain = Array.isArray(value) && value.every((item) => typeof item !== 'object')
      if (!plain) {
        for (const [inner, item] of Object.entries(value))
          if (depth > 0 || !skipped.has(inner.toLowerCase()))
            walk(item, (name ? `${name}.${inner}` : inner).slice(0, MAX_SHORT), depth + 1)
        return
      }
    }
    fields.push({ name: name || 'value', value: shown(value) })
  }
  walk(raw, '', 0)
  return fields
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ').slice(0, MAX_TEXT)
  return typeof value === 'object' ? '…' : textOf(value)
}
