import { afterEach, beforeEach, expect, test } from 'vitest'
import { pathToFileURL } from 'node:url'
import { programAt } from '../support/programs.ts'
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
  for (const passed of [0, 60_000]) {
    stage.clock.pass(passed)
    expect(await community.read('notification', {})).toEqual(first)
  }
  expect(stage.service.asked).toHaveLength(1)
  expect(stage.lines).toEqual([])
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

test('an answer that ends the thread which reads it is unreadable; a thread that cannot read at all is a bug', async () => {
  const ending = stage.open({ thread: new URL('data:text/javascript,process.exit(3)') })
  await expect(ending.read('mods', {})).rejects.toMatchObject({
    code: 'unreadable',
    facts: { host: new URL(stage.service.baseUrl).host },
  })
  expect(stage.lines).toContainEqual(expect.stringMatching(/^community: mods: \S/))
  await stage.open().read('mods', {})
  const other = stage.open({ thread: pathToFileURL(programAt('rpc-child')) })
  await expect(other.read('mods', {})).rejects.toThrow('there is no method read')
  expect(stage.service.asked).toHaveLength(2)
})

test('what is set aside is in the log, each reason once', async () => {
  const bad = (type: unknown) => ({ Id: 'x', Name: type })
  const list = [{ Id: 1, Name: 'X' }, bad(1), bad(2), 'none', 7]
  await stage.open({ baseUrl: await stage.serve({ data: list }) }).read('mods', {})
  expect(stage.lines.map((line) => line.trim())).toEqual([
    'community: mods: 4 set aside: record: Id must be a whole number; record: must be a record',
  ])
})

test('what is gone keeps its last copy as an archive, however the service says so; without one it is gone just so', async () => {
  const community = stage.open()
  const read = () => community.read('mod', { id: 1 }, { maxAgeMs: 0 })
  const there = await read()
  stage.clock.pass(60_000)
  const asOf = stage.clock.now().toISOString()
  stage.service.faults.set(/mod/, { kind: 'status', status: 404 })
  expect(await read()).toEqual({ ...there, state: 'gone', source: 'stored' })
  const empty = stage.open({ baseUrl: await stage.serve({ data: [] }) })
  expect(await empty.read('mod', { id: 1 }, { maxAgeMs: 0 })).toEqual({ ...there, state: 'gone', source: 'stored' })
  const { freshMs } = there
  const nowhere = { state: 'gone', asOf, source: 'live', aside: { count: 0, entries: [] }, freshMs }
  expect(await empty.read('mod', { id: 2 })).toEqual(nowhere)
  expect(await community.read('mod', { id: 3 })).toEqual(nowhere)
})

test('a copy is fresh for as long as its endpoint says, and may be asked for at another age', async () => {
  const community = stage.open()
  const { freshMs, asOf } = await community.read('mods', {})
  stage.clock.pass(freshMs - 1)
  expect(await community.read('mods', {})).toMatchObject({ source: 'live', asOf })
  stage.clock.pass(1)
  expect(await community.read('mods', {}, { maxAgeMs: freshMs + 1 })).toMatchObject({ source: 'stored', asOf })
  expect(await community.read('mods', {})).toMatchObject({ asOf: stage.clock.now().toISOString() })
  expect(stage.service.asked).toHaveLength(2)
})

test('an error that comes as a success is a failure also where records have any shape, and the last copy stays', async () => {
  const there = await stage.open().read('buildings', {})
  const baseUrl = await stage.serve({ status: 'Error', requested_at: 1_772_366_400 })
  const failed = { code: 'wrong-shape', facts: { reason: 'no data' } }
  const broken = await stage.open({ baseUrl }).read('buildings', {}, { maxAgeMs: 0 })
  expect(broken).toMatchObject({ value: there.value, refreshFailure: failed })
  for (const answer of [{ data: null }, { success: false, data: [] }])
    await expect(stage.open({ baseUrl: await stage.serve(answer) }).read('licences', {})).rejects.toMatchObject(failed)
})

test('what the service itself calls no success replaces no copy, and is no empty list', async () => {
  const there = await stage.open().read('mods', {})
  const refusing = stage.open({ baseUrl: await stage.serve({ success: false, data: [], Notification: '' }) })
  const failed = { code: 'wrong-shape', facts: { reason: 'no data' } }
  const mods = await refusing.read('mods', {}, { maxAgeMs: 0 })
  expect(mods).toMatchObject({ value: there.value, refreshFailure: failed })
  for (const endpoint of ['fuelStations', 'notification'] as const)
    await expect(refusing.read(endpoint, {})).rejects.toMatchObject(failed)
  const empty = stage.open({ baseUrl: await stage.serve({ success: true, data: [] }) })
  expect(await empty.read('cbs', {})).toMatchObject({ value: [] })
})

test('an answer without a body to a first question is no sign that something is gone', async () => {
  stage.service.faults.set(/mod/, { kind: 'status', status: 304 })
  const refused = { code: 'http-status', facts: { status: 304 } }
  await expect(stage.open().read('mods', {})).rejects.toMatchObject(refused)
  await expect(stage.open().hashList(1, new AbortController().signal)).rejects.toMatchObject(refused)
})
