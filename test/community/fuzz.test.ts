import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointOf } from '../../src-main/community/endpoints.ts'
import { interpret } from '../../src-main/community/read-answer.ts'
import { type DemoService, startDemoService } from '../support/demo-service.ts'
import { createRandom } from '../../src-main/lib/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { garble, mutate, shorten } from './mutate.ts'
import { questions } from './questions.ts'

/** Bodies for each endpoint. */
const ROUNDS = 300
const where = { contentType: 'application/json', host: 'service.example', zone: 'Europe/Berlin' }

let service: DemoService
beforeAll(async () => {
  service = await startDemoService({ now: () => new Date('2026-03-01T12:00:00Z') })
})
afterAll(() => service.close())

/** The places of a value that break a promise of the contract. */
function broken(value: unknown, path = 'value'): string[] {
  if (value === undefined) return [`${path} is undefined`]
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? wholes.test(path) && !Number.isSafeInteger(value)
        ? [`${path} is no whole number`]
        : []
      : [`${path} is ${value}`]
  if (typeof value === 'string')
    return instants.test(path) && new Date(value).toISOString() !== value ? [`${path} is no instant`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => broken(inner, `${path}.${key}`))
}
const wholes = /\.(id|price|cash|bank|balance|buyPrice|playerCount|fuel)$/
const instants = /(At|\.at|lastSeen|validUntil)$/

test.each(questions)('$name: whatever comes is read or refused in words', async ({ name, path }) => {
  const endpoint = endpointOf(name)
  // the server may close a connection that nobody used while the fuzz ran
  const once = { headers: { connection: 'close' } }
  const body = shorten(await (await fetch(service.baseUrl + path, once)).json())
  const random = createRandom(`fuzz/${name}`)
  let read = 0
  for (let round = 0; round < ROUNDS; round++) {
    const mutated = JSON.stringify(mutate(body, random))
    const text = round % 5 === 0 ? garble(mutated, random) : mutated
    try {
      const found = interpret(endpoint, text, where)
      if (found.state === 'gone') continue
      read++
      expect(broken(found.value)).toEqual([])
      expect(found.aside.entries.length).toBe(Math.min(20, found.aside.count))
    } catch (error) {
      if (!isFailure(error)) throw new Error(`on ${text.slice(0, 2_000)}`, { cause: error })
      expect(['not-json', 'wrong-shape']).toContain(error.code)
    }
  }
  expect(read).toBeGreaterThan(ROUNDS / 5)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
