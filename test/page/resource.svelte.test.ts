import { keepReading } from '#shared/resource/kept.ts'
import { flushSync } from 'svelte'
import { expect, it, onTestFinished } from 'vitest'
import type { Reading } from '../../src-preload/contract/community/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Resource } from '#shared/resource/index.ts'

const gone: Reading<never> = {
  state: 'gone',
  asOf: '2026-01-01T00:00:00Z',
  source: 'live',
  freshMs: 1,
  aside: { count: 0, entries: [] },
}

it('what was gone and then cannot be asked for is a failure, not gone', async () => {
  const answers = [
    () => Promise.resolve(gone),
    () => Promise.reject(new Failure('http-status', { host: 'a', status: 503 })),
  ]
  const asked: Promise<unknown>[] = []
  const read = () => {
    const answer = answers.shift()?.() ?? new Promise<never>(() => undefined)
    asked.push(answer)
    return answer
  }
  let resource: Resource<'marketAll'> | undefined
  const stop = $effect.root(() => {
    resource = new Resource<'marketAll'>(read, () => ({ endpoint: 'marketAll', params: {} }))
  })
  onTestFinished(stop)
  flushSync()
  await Promise.allSettled(asked)
  expect(resource?.state).toBe('gone')
  resource?.refresh()
  await Promise.allSettled(asked)
  expect(resource?.state).toBe('failed')
})

it('is no longer busy when another question, whose answer is still good, takes the place of one under way', () => {
  const asOf = new Date().toISOString()
  const read = () => new Promise<never>(() => undefined)
  keepReading(read, JSON.stringify({ endpoint: 'server', params: { id: '2' } }), {
    ...gone,
    state: 'ok',
    asOf,
    freshMs: 60_000,
  })
  let id = $state('1')
  let resource: Resource<'server'> | undefined
  const stop = $effect.root(() => {
    resource = new Resource<'server'>(read, () => ({ endpoint: 'server', params: { id } }))
  })
  onTestFinished(stop)
  flushSync()
  expect(resource?.busy).toBe(true)
  id = '2'
  flushSync()
  expect(resource?.reading?.asOf).toBe(asOf)
  expect(resource?.busy).toBe(false)
})
