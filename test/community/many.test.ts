import { expect, it } from 'vitest'
import { endpointOf } from '../../src-main/community/endpoints.ts'
import { interpret } from '../../src-main/community/interpret.ts'
import type { EndpointName } from '../../src-preload/contract/community/index.ts'

/** So many that work which grows with their square would not end within a test. */
const MANY = 100_000

const manyOf = <T>(make: (name: string) => T) => Array.from({ length: MANY }, (_, at) => make(`n${at}`))

function read(name: EndpointName, data: unknown): unknown {
  const found = interpret(endpointOf(name), JSON.stringify({ data }), 'application/json', { host: 'x', zone: 'UTC' })
  return found.kind === 'value' ? found.value : undefined
}

it('an answer within its size limit is read in a time that grows with it, however small its entries', () => {
  expect(
    read(
      'fuelStations',
      manyOf(() => ({})),
    ),
  ).toMatchObject([{ stations: { length: MANY } }])
  const markers = Object.fromEntries(manyOf((name) => [name, []]))
  expect(read('mapMarkers', { markers })).toMatchObject({ categories: { length: MANY } })
  const required = Object.fromEntries(manyOf((name) => [name, 1]))
  expect(read('cbs', [{ id: 1, required }])).toMatchObject([{ resources: { length: MANY } }])
})
