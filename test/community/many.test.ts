import { expect, it } from 'vitest'
import { endpointOf } from '../../src-main/community/endpoints.ts'
import { interpret } from '../../src-main/community/read-answer.ts'
import type { EndpointName } from '../../src-preload/contract/community/index.ts'

const MANY = 500_000
/** Work that grows with the square of their number takes longer than this. Reading them takes a second or two. */
const LIMIT_MS = 60_000

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

const read = (name: EndpointName, text: string): unknown =>
  interpret(endpointOf(name), text, { contentType: '', host: 'x', zone: 'UTC' }).value

it.each<[EndpointName, (names: string[]) => unknown, (count: number) => unknown]>([
  ['fuelStations', (names) => names.map(() => ({})), (length) => [{ stations: { length } }]],
  [
    'mapMarkers',
    (names) => ({ markers: Object.fromEntries(names.map((name) => [name, []])) }),
    (length) => ({ categories: { length } }),
  ],
  [
    'cbs',
    (names) => [{ id: 1, required: Object.fromEntries(names.map((name) => [name, 1])) }],
    (length) => [{ resources: { length } }],
  ],
])(
  '%s: an answer of many small entries is read whole, in a time that grows with their number',
  { timeout: LIMIT_MS },
  (name, make, expected) => {
    const text = JSON.stringify({ data: make(namesOf(MANY)) })
    expect(read(name, text)).toMatchObject(expected(MANY) as object)
  },
)
