import * as v from 'valibot'
import type { Aside } from '../../src-preload/contract/community/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Endpoint, Shape } from './endpoints.ts'
import { createSchemaHelpers, type SchemaHelpers, type Reader } from './records/index.ts'

/** A body as records; `gone` where a single thing is asked for and the service knows none. */
export type Interpreted = { kind: 'value'; value: unknown; aside: Aside } | { kind: 'gone' }

interface Service {
  host: string
  /** IANA zone of its plain dates. */
  zone: string
}

/**
 * Reads a body.
 * @throws Failure `not-json`, or `wrong-shape` where it is JSON but nothing in it is what this endpoint gives
 */
export function interpret(endpoint: Endpoint, text: string, contentType: string, service: Service): Interpreted {
  const body = parse(text, contentType, service.host)
  const helpers = createSchemaHelpers(service.zone)
  const reader = endpoint.reader(helpers)
  const wrong = (reason: string) => new Failure('wrong-shape', { host: service.host, reason })
  const data = dataOf(body, endpoint.shape)
  if (data === undefined) throw wrong('no data')
  if (endpoint.shape === 'one') return readOne(reader, data, helpers, wrong)
  if (endpoint.shape === 'data' || endpoint.shape === 'body')
    return { kind: 'value', value: readWhole(reader, data, wrong), aside: helpers.aside }
  const value = v.parse(helpers.records(reader, endpoint.unique), data)
  if (value.length === 0 && helpers.aside.count > 0)
    throw wrong(helpers.aside.entries[0]?.reason ?? 'no record is readable')
  return { kind: 'value', value, aside: helpers.aside }
}

function parse(text: string, contentType: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('not-json', { host, contentType })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part of an answer that the shape names; `undefined` where the answer cannot have it. */
function dataOf(body: unknown, shape: Shape): unknown {
  if (shape === 'body') return isObject(body) ? body : undefined
  const data = isObject(body) && 'data' in body ? body.data : Array.isArray(body) ? body : undefined
  switch (shape) {
    case 'list':
    case 'one':
      return isObject(data) || Array.isArray(data) ? data : undefined
    case 'nested':
      return Array.isArray(data) ? (Array.isArray(data[0]) ? (data.flat(1) as unknown[]) : data) : undefined
    case 'data':
      return typeof data === 'object' && data !== null ? data : undefined
    case 'any':
      return anyOf(data ?? (isObject(body) ? body : undefined))
  }
}

/** A list of records out of whatever came: a list, an object of records, or one record. */
function anyOf(data: unknown): unknown[] | undefined {
  if (Array.isArray(data) || data === undefined || data === null) return data ?? undefined
  if (!isObject(data)) return undefined
  const values = Object.values(data)
  return values.length > 0 && values.every(isObject) ? values : [data]
}

function readOne(
  reader: Reader<unknown>,
  data: unknown,
  helpers: SchemaHelpers,
  wrong: (reason: string) => Failure,
): Interpreted {
  const first: unknown = Array.isArray(data) ? data[0] : data
  if (first === undefined || first === null) return { kind: 'gone' }
  return { kind: 'value', value: readWhole(reader, first, wrong), aside: helpers.aside }
}

function readWhole(reader: Reader<unknown>, value: unknown, wrong: (reason: string) => Failure): unknown {
  const parsed = v.safeParse(reader, value)
  if (parsed.success) return parsed.output
  throw wrong(parsed.issues[0].message.slice(0, 200))
}
