import { expect, it } from 'vitest'
import { endpointOf } from '../../src-main/community/endpoints.ts'
import { interpret } from '../../src-main/community/read-answer.ts'
import type { EndpointName } from '../../src-preload/contract/community/index.ts'
import { spent } from '../support/stand-still.ts'

/** Eight times as many take about eight times as long; work that grows with their square takes 64 times as long. */
const [FEW, MANY, MOST_TIMES] = [4_000, 32_000, 24]
const [LEAST_ROUNDS, MOST_ROUNDS] = [3, 20]

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
  const spentOn = (count: number) => {
    const data = make(namesOf(count))
    return () => {
      const before = spent()
      expect(read(name, data)).toMatchObject(expected(count) as object)
      return spent() - before
    }
  }
  const [few, many] = [spentOn(FEW), spentOn(MANY)]
  const shortest = { few: Infinity, many: Infinity }
  // a busy computer lengthens some rounds, never all
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    shortest.few = Math.min(shortest.few, few())
    shortest.many = Math.min(shortest.many, many())
    if (round >= LEAST_ROUNDS && shortest.many < shortest.few * MOST_TIMES) return
  }
  expect(shortest.many / shortest.few).toBeLessThan(MOST_TIMES)
})
