import type { WireFailure } from '../failure.ts'

/** A record that could not be read. */
export interface AsideEntry {
  /** Its place in the answer's list, from 0; a second number is its place in a list within that record, and so on. */
  at: number[]
  /** The field and what is wrong with it. */
  reason: string
}

/** Records that could not be read: how many, and the first of them. */
export interface Aside {
  count: number
  /** At most twenty. */
  entries: AsideEntry[]
}

/** A value of the service as it reaches the page: always with its age and where it comes from. */
export interface Reading<T> {
  /** Absent only where the service says the thing is gone and no earlier copy is kept. */
  value?: T
  /** ISO instant at which the service gave (or confirmed) the value; of the refusal where there is no value. */
  asOf: string
  /** `live`: from the service within this freshness; `stored`: the last good copy. */
  source: 'live' | 'stored'
  /** `gone`: the service answered 404 or 410, or knows no such thing. Shown as archived; nothing to retry. */
  state: 'ok' | 'gone'
  aside: Aside
  /** How long the value counts as fresh from `asOf` on, in ms: the measure for the next refresh. */
  freshMs: number
  /** Why the value could not be refreshed; then it is the stored copy. */
  refreshFailure?: WireFailure
}

/** One named value of a record whose shape nobody promises: shown as it came. `name` is a dotted path. */
export interface Field {
  name: string
  value: string
}

/** A record of unknown shape: a title if one of its fields looks like one, and all its fields. */
export interface GenericRecord {
  /** The record's own number or key, as text, or else its title; `''` where it has neither. */
  key: string
  title: string
  fields: Field[]
}

/** A place on the map, in metres. */
export interface Position {
  x: number
  y: number
  z: number
}

/** An amount of game money: always a whole number. */
export type Money = number

/** A moment as ISO 8601 text with `Z`; `null` where the service names none. */
export type Instant = string | null

/** A path parameter: an id, an address, an item's name. */
export type Param = string | number
export type NoParams = Record<never, never>

/** One endpoint of the information interface: its path parameters and what it gives. Types alone; at run time it is empty. */
export interface EndpointTypes<Value, Params> {
  readonly value: Value
  readonly params: Params
}

/** Declares an endpoint: `endpoint<Server[]>()`, `endpoint<Server, { id: Param }>()`. */
export const endpoint = <Value, Params = NoParams>() => ({}) as EndpointTypes<Value, Params>
