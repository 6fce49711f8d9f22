import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../../src-main/community/index.ts'
import type { Fault } from '../support/demo-service.ts'
import { type FailureCode, isFailure } from '../../src-preload/contract/failure.ts'
import { questions } from './questions.ts'
import { onStage, patient } from './support.ts'

const MB = 1024 * 1024

/** Every fault, and what becomes of a reading that meets it: a failure's code, or a state. */
const cases: [name: string, fault: Fault, outcome: FailureCode | 'live' | 'gone-state'][] = [
  ['slow', { kind: 'slow', ms: 30 }, 'live'],
  ['status 500', { kind: 'status', status: 500 }, 'http-status'],
  ['status 403', { kind: 'status', status: 403 }, 'http-status'],
  ['status 404', { kind: 'status', status: 404 }, 'gone-state'],
  ['status 410', { kind: 'status', status: 410 }, 'gone-state'],
  ['truncate', { kind: 'truncate' }, 'connection-lost'],
  ['half', { kind: 'half' }, 'not-json'],
  ['html', { kind: 'html' }, 'not-json'],
  ['twice', { kind: 'twice' }, 'live'],
  ['wrong-type', { kind: 'wrong-type' }, 'live'],
  ['wrong-shape', { kind: 'wrong-shape' }, 'wrong-shape'],
  ['drip', { kind: 'drip', everyMs: 100 }, 'timeout'],
  ['stall', { kind: 'stall' }, 'timeout'],
  ['reset', { kind: 'reset' }, 'connection-lost'],
  ['not-json', { kind: 'not-json' }, 'not-json'],
  ['empty', { kind: 'empty' }, 'not-json'],
  ['redirect elsewhere', { kind: 'redirect', to: 'http://localhost:9/v1/servers' }, 'redirect-refused'],
  ['redirect without end', { kind: 'redirect', to: '/v1/again' }, 'redirect-refused'],
]

/** Short only where a timeout is what is to be met. */
const timeoutsFor = (outcome: string) =>
  outcome === 'timeout' ? { ...patient, headersMs: 2_000, stallMs: 150, bodyMs: 100 } : patient

const outcomeOf = async (work: Promise<{ state: string; source: string }>) => {
  try {
    const { state, source } = await work
    return state === 'gone' ? 'gone-state' : source
  } catch (error) {
    return isFailure(error) ? error.code : error
  }
}

/** One community has six connections: what hangs on each of them would be waited for in turn. */
const CONNECTIONS = 6

// Side by side: a timeout is waited for, not worked on. A community starts a thread, so there are as few as the timeouts allow.
test.concurrent.each(cases)(
  'a service that answers with %s gives every endpoint its typed failure or its value, breaks nothing, and leaves the last good copy standing',
  async (_, fault, outcome) => {
    await onStage(async (stage) => {
      const timeouts = timeoutsFor(outcome)
      const community = stage.open()
      const hasty = Array.from(
        { length: outcome === 'timeout' ? Math.ceil(questions.length / CONNECTIONS) : 0 },
        (_, at) => stage.open({ timeouts, cacheDir: join(stage.cacheDir, String(at)) }),
      )
      const asked = (at: number) => hasty[Math.floor(at / CONNECTIONS)] ?? hasty[0] ?? community
      stage.service.faults.set(/^\/v1\//, fault)
      const outcomes = await Promise.all(
        questions.map(({ name, params }, at) => outcomeOf(asked(at).read(name, params))),
      )
      expect(outcomes).toEqual(questions.map(() => outcome))

      stage.service.faults.clear()
      const again = await Promise.all(
        questions.map(({ name, params }) => outcomeOf(community.read(name, params, { maxAgeMs: 0 }))),
      )
      expect(again).toEqual(questions.map(() => 'live'))

      const good = await community.read('servers', {})
      stage.service.faults.set(/^\/v1\//, fault)
      stage.clock.pass(86_400_000)
      const later = await stage.open({ timeouts }).read('servers', {})
      if (outcome === 'live') expect(later.source).toBe('live')
      else expect(later).toMatchObject({ value: good.value, asOf: good.asOf, source: 'stored' })
      if (outcome === 'gone-state') expect(later.state).toBe('gone')
      else if (outcome !== 'live') expect(later.refreshFailure?.code).toBe(outcome)
    })()
  },
)

const capOf = (name: string) => endpoints.find((row) => row.name === name)?.maxBytes ?? 0
const caps = [...new Set(endpoints.map(({ maxBytes }) => maxBytes))]

test(
  'a body beyond its endpoint’s cap is cut off',
  onStage(async (stage) => {
    const community = stage.open()
    for (const { name, params } of questions) {
      stage.service.faults.clear()
      stage.service.faults.set(/^\/v1\//, { kind: 'huge', bytes: capOf(name) + MB })
      expect(await outcomeOf(community.read(name, params))).toBe('too-large')
    }
  }),
)

test.each(caps)('a small body that unpacks to more than %i bytes is cut off', async (cap) => {
  await onStage(async (stage) => {
    const { name, params } = questions.find((question) => capOf(question.name) === cap) ?? raise()
    stage.service.faults.set(/^\/v1\//, { kind: 'bomb', bytes: cap + MB })
    expect(await outcomeOf(stage.open().read(name, params))).toBe('too-large')
  })()
})

const raise = (): never => {
  throw new Error('no endpoint has this cap')
}

test(
  'a page that is told to be a small gzip but is none is no JSON',
  onStage(async (stage) => {
    const community = stage.open()
    stage.service.faults.set(/^\/v1\//, { kind: 'bomb', bytes: 100 })
    expect(await outcomeOf(community.read('mods', {}))).toBe('not-json')
  }),
)
