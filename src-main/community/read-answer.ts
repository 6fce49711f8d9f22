import type { EndpointName } from '../../src-preload/contract/community/index.ts'
import { asWire, Failure, isFailure, type WireFailure } from '../../src-preload/contract/failure.ts'
import { createRedactor } from '../lib/redact.ts'
import { endpointOf } from './endpoints.ts'
import { type Interpreted, interpret } from './interpret.ts'

/** An answer to be read in a thread: plain data. */
export interface AnswerOrder {
  endpoint: EndpointName
  bytes: Uint8Array
  contentType: string
  host: string
  /** IANA zone of the service's plain dates. */
  zone: string
  /** What must not stand in a copy of the answer. */
  secrets: readonly string[]
}

/** `clean`: the answer without the secrets that it repeated, where it did; null where they cannot be taken out. */
export type AnswerRead = { found: Interpreted; clean?: Uint8Array | null } | { failure: WireFailure }

/** Main takes records in, and hands them to the page, in a few milliseconds up to here: one per value, five per list or record. */
const MOST_WEIGHT = 150_000
const MOST_LETTERS = 8_000_000

/** True where records are more than main and the page can take in at once. Stops where that is certain. */
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

/** The answer without what is secret, as JSON. Undefined where nothing secret is in it, null where it stays in a name. */
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
export function readAnswer({ endpoint: name, bytes, contentType, host, zone, secrets }: AnswerOrder): AnswerRead {
  try {
    const endpoint = endpointOf(name)
    const text = new TextDecoder().decode(bytes)
    const found = interpret(endpoint, text, contentType, { host, zone })
    if (found.kind === 'value' && isTooMuch(found.value))
      throw new Failure('too-large', { host, limitBytes: endpoint.maxBytes })
    return { found, clean: cleanOf(text, secrets) }
  } catch (error) {
    if (isFailure(error)) return { failure: asWire(error) }
    if (error instanceof RangeError) return { failure: { code: 'unreadable', facts: { host } } } // nested too deep, or too long
    throw error
  }
}
