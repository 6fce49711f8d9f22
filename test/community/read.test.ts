import { afterEach, beforeEach, expect, test } from 'vitest'
import { setStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await setStage()
})
afterEach(() => stage.close())

test('reads live, then answers from its copy while that is fresh', async () => {
  const community = stage.open()
  const first = await community.read('notification', {})
  expect(first).toMatchObject({
    source: 'live',
    state: 'ok',
    asOf: '2026-03-01T12:00:00.000Z',
    value: { active: true },
  })
  stage.clock.pass(60_000)
  expect(await community.read('notification', {})).toEqual(first)
  expect(stage.service.asked).toHaveLength(1)
})

test('a record that comes twice is taken once, and the second one is set aside with its reason', async () => {
  const once = await stage.open().read('mods', {})
  stage.service.faults.set(/^\/v1\//, { kind: 'twice' })
  const twice = await stage.open().read('mods', {}, { maxAgeMs: 0 })
  expect(twice.value).toEqual(once.value)
  expect(twice.aside.count).toBe(once.value?.length)
  expect(twice.aside.entries[0]?.reason).toBe('id: came before')
})

test('a hash list comes as the bytes that the service sent, of the caller alone, and from no copy', async () => {
  const list = { data: [{ FileName: '@größe/a.pbo' }] }
  const community = stage.open({ baseUrl: await stage.serve(list) })
  const { signal } = new AbortController()
  const [one, other] = await Promise.all([community.hashList(1, signal), community.hashList(1, signal)])
  expect(Buffer.from(one).toString()).toBe(JSON.stringify(list))
  structuredClone(one, { transfer: [one.buffer as ArrayBuffer] })
  expect(Buffer.from(other).toString()).toBe(JSON.stringify(list))
  stage.service.faults.set(/hashlist/, { kind: 'status', status: 404 })
  await expect(stage.open().hashList(1, signal)).rejects.toMatchObject({ code: 'gone' })
})
