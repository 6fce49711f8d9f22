import type { WireFailure } from '../failure.ts'

export interface AsideEntry {
  /** Its index in the answer's list, from 0. A second number is the index in a list inside that record, and so on. */
  at: number[]
  /** The field and what is wrong with it. */
  reason: string
}

/** The number of records that could not be read, and the first of them. */
export interface Aside {
  count: number
  /** At most twenty. */
  entries: AsideEntry[]
}

/** A value of the service for the page, with its age and its source. */
export interface Reading<T> {
  /** Absent only if the thing no longer exists and there is no copy. */
  value?: T
  /** ISO instant at which the service sent or confirmed the value. Without a value: instant of the refusal. */
  asOf: string
  /** `live`: from the service and still fresh; `stored`: the last good copy. */
  source: 'live' | 'stored'
  /** `gone`: the thing no longer exists at the service (404, 410 or empty). The page shows it as archived, without a retry. */
  state: 'ok' | 'gone'
  aside: Aside
  /** How long the value is fresh from `asOf` on, in ms. It determines the next refresh. */
  freshMs: number
  /** Why the value could not be refreshed. Then it is the stored copy. */
  refreshFailure?: WireFailure
}

/** One value of a record without a guaranteed shape, shown as received. `name` is a dotted path. */
export interface Field {
  name: string
  value: string
}

/** A record of unknown shape. The title is a field that looks like one. */
export interface GenericRecord {
  /** The record's id or key as text, or else its title; `''` if it has neither. */
  key: string
  title: string
  fields: Field[]
}

/** A position on the map, in metres. */
export interface Position {
  x: number
  y: number
  z: number
}

/** An amount of game money, always a whole number. */
export type Money = number

/** An instant as ISO 8601 text with `Z`; `null` if the service has none. */
export type Instant = string | null

/** A path parameter: an id, an address, an item's name. */
export type Param = string | number
export type NoParams = Record<never, never>

/** The types of an endpoint's value and path parameters. Empty at run time. */
export interface EndpointTypes<Value, Params> {
  readonly value: Value
  readonly params: Params
}

/** Declares an endpoint: `endpoint<Server[]>()`, `endpoint<Server, { id: Param }>()`. */
export const endpoint = <Value, Params = NoParams>() => ({}) as EndpointTypes<Value, Params>
