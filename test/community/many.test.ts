import { expect, it } from 'vitest'
import { endpointOf } from '../../src-main/community/endpoints.ts'
import { interpret } from '../../src-main/community/read-answer.ts'
import type { EndpointName } from '../../src-preload/contract/community/index.ts'
import { spent } from '../support/stand-still.ts'

/** Eight times as many take about eight times as long; work that grows with their square takes 64 times as long. */
const [FEW, MANY, MOST_TIMES] = [4_000, 32_000, 24]

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

function read(name: EndpointName, data: unknown): unknown {
  const found = interpret(endpointOf(name), JSON.stringify({ data }), 'application/json', { host: 'x', zone: 'UTC' })
  return found.kind === 'value' ? found.value : undefined
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
  const shortest = (count: number) => {
    const data = make(namesOf(count))
    const times = [1, 2, 3].map(() => {
      const before = spent()
      expect(read(name, data)).toMatchObject(expected(count) as object)
      return spent() - before
    })
    return Math.min(...times)
  }
  const few = shortest(FEW)
  expect(shortest(MANY) / few).toBeLessThan(MOST_TIMES)
})
