import { expect, it } from 'vitest'
import { endpointOf } from '../../src-main/community/endpoints.ts'
import { interpret } from '../../src-main/community/read-answer.ts'
import type { EndpointName } from '../../src-preload/contract/community/index.ts'
import { spent } from '../support/stand-still.ts'

/** With so many, reading takes up to 8 times as long as parsing the JSON; work that grows with their square takes over 200 times as long. */
const [MANY, MOST_TIMES] = [250_000, 50]

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

function read(name: EndpointName, text: string): unknown {
  const found = interpret(endpointOf(name), text, 'application/json', { host: 'x', zone: 'UTC' })
  return found.kind === 'value' ? found.value : undefined
}

/** The result and the CPU time in ms. */
function timed<T>(work: () => T): [result: T, ms: number] {
  const before = spent()
  return [work(), spent() - before]
}

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
])('%s: an answer of many small entries is read in a time that grows with their number', (name, make, expected) => {
  const text = JSON.stringify({ data: make(namesOf(MANY)) })
  const [, parsing] = timed(() => JSON.parse(text) as unknown)
  const [value, reading] = timed(() => read(name, text))
  expect(value).toMatchObject(expected(MANY) as object)
  expect(reading / parsing).toBeLessThan(MOST_TIMES)
})
