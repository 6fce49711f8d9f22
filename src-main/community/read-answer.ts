import * as v from 'valibot'
import type { EndpointName, Reading } from '../../src-preload/contract/community/index.ts'
import { asWire, Failure, isFailure, type WireFailure } from '../../src-preload/contract/failure.ts'
import { isGroup } from '../../src-preload/contract/profile-editor.ts'
import { createRedactor } from '../lib/redact.ts'
import { type Endpoint, endpointOf, type Shape } from './endpoints.ts'
import { createSchemaHelpers } from './records/index.ts'

/** An answer to read in a thread: plain data. */
export interface AnswerOrder {
  endpoint: EndpointName
  bytes: Uint8Array
  contentType: string
  host: string
  /** IANA zone of the service's plain dates. */
  zone: string
  /** Texts that a copy of the answer must not contain. */
  secrets: readonly string[]
}

/** `clean`: the answer without its secrets; absent if it has none, null if they cannot be removed. */
export type AnswerRead = { found: Interpreted; clean?: Uint8Array | null } | { failure: WireFailure }

/** Main receives so many records and passes them to the page in a few milliseconds. A value weighs 1, a list or record 5. */
const MOST_WEIGHT = 150_000
const MOST_LETTERS = 8_000_000

/** True if there are more records than main and the page can handle at once. */
function isTooMuch(value: unknown): boolean {
  let [weight, letters] = [0, 0]
  const open = [value]
  while (open.length > 0 && weight <= MOST_WEIGHT && letters <= MOST_LETTERS) {
    const next = open.pop()
    weight++
    if (typeof next === 'string') letters += next.length
    if (typeof next !== 'object' || next === null) continue
    weight += 4
    for (const inner of next instanceof Map ? next.values() : Object.values(next)) open.push(inner)
  }
  return open.length > 0
}

/** The answer without secrets, as JSON. Undefined if it contains none, null if one is in a field's name. */
function cleanOf(text: string, secrets: readonly string[]): Uint8Array | null | undefined {
  if (secrets.length === 0) return undefined
  const { redact } = createRedactor(secrets)
  const whole = JSON.stringify(JSON.parse(text))
  const holds = (json: string) => secrets.some((secret) => json.includes(JSON.stringify(secret).slice(1, -1)))
  const clean = JSON.stringify(JSON.parse(whole), (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  )
  if (holds(clean)) return null
  return clean === whole ? undefined : new TextEncoder().encode(clean)
}

/** Reads an answer into records, or says why not. */
export function readAnswer(order: AnswerOrder): AnswerRead {
  const { endpoint: name, bytes, host, secrets } = order
  try {
    const endpoint = endpointOf(name)
    const text = new TextDecoder().decode(bytes)
    const found = interpret(endpoint, text, order)
    if (isTooMuch(found.value)) throw new Failure('too-large', { host, limitBytes: endpoint.maxBytes })
    return { found, clean: cleanOf(text, secrets) }
  } catch (error) {
    if (isFailure(error)) return { failure: asWire(error) }
    if (error instanceof RangeError) return { failure: { code: 'unreadable', facts: { host } } } // nested too deeply, or too long
    throw error
  }
}

/** A body as records. `gone`: a single thing was asked for, and the service does not know it. */
export type Interpreted = Pick<Reading<unknown>, 'state' | 'value' | 'aside'>

/**
 * Reads a body into records.
 * @throws Failure `not-json`, or `wrong-shape` for JSON that has nothing of this endpoint
 */
export function interpret(
  { shape, reader: readerOf, unique }: Endpoint,
  text: string,
  { contentType, host, zone }: Pick<AnswerOrder, 'contentType' | 'host' | 'zone'>,
): Interpreted {
  const body = parse(text, contentType, host)
  const helpers = createSchemaHelpers(zone)
  const { aside } = helpers
  const reader = readerOf(helpers)
  const wrong = (reason: string) => new Failure('wrong-shape', { host, reason })
  const whole = (data: unknown): Interpreted => {
    const parsed = v.safeParse(reader, data)
    if (!parsed.success) throw wrong(parsed.issues[0].message.slice(0, 200))
    return { state: 'ok', value: parsed.output, aside }
  }
  const data = dataOf(body, shape)
  if (data === undefined) throw wrong('no data')
  if (shape === 'data' || shape === 'body') return whole(data)
  if (shape === 'one') {
    const first: unknown = Array.isArray(data) ? data[0] : data
    return first === undefined || first === null ? { state: 'gone', aside } : whole(first)
  }
  const value = v.parse(helpers.records(reader, unique), data)
  if (value.length === 0 && aside.count > 0) throw wrong(aside.entries[0]?.reason ?? 'no record is readable')
  return { state: 'ok', value, aside }
}

function parse(text: string, contentType: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('not-json', { host, contentType })
  }
}

/** The part of an answer that the shape names; `undefined` if the answer has no such part. */
function dataOf(body: unknown, shape: Shape): unknown {
  if (isGroup(body) && body['success'] === false) return undefined // an error of the service that comes with status 200
  if (shape === 'body') return isGroup(body) ? body : undefined
  const data = isGroup(body) && 'data' in body ? body.data : Array.isArray(body) ? body : undefined
  switch (shape) {
    case 'list':
    case 'one':
      return isGroup(data) || Array.isArray(data) ? data : undefined
    case 'nested':
      return Array.isArray(data) ? (Array.isArray(data[0]) ? (data.flat(1) as unknown[]) : data) : undefined
    case 'data':
      return typeof data === 'object' && data !== null ? data : undefined
    case 'any':
      return anyOf(data)
  }
}

/** A list of records from a list, an object of records, or one record. */
function anyOf(data: unknown): unknown[] | undefined {
  if (Array.isArray(data) || data === undefined || data === null) return data ?? undefined
  if (!isGroup(data)) return undefined
  const values = Object.values(data)
  return values.length > 0 && values.every(isGroup) ? values : [data]
}
