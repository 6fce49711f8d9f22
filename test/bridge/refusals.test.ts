import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src-main/bridge/index.ts'
import { call } from '../../src-preload/contract/members.ts'
import { codeOf, connect, noActs, untilAborted } from './support.ts'

describe('a question is refused', () => {
  const { wire, notes } = connect()
  let last = 0
  const ask = async (name: string, input: unknown) => codeOf(await wire.invoke(name, `id-${++last}`, input))

  it('for a payload that does not fit', async () => {
    for (const input of [{ folder: '' }, { folder: 7 }, {}, undefined, null, [], 'folder', { folder: ['a'] }])
      expect(await ask('files/count', input)).toBe('bad-request')
  })

  it('for a list, where every field of an object may be missing', async () => {
    const filters = { things: { find: call<string>()('reads', v.object({ name: v.optional(v.string()) })) } }
    const server = createServer(filters, { things: () => ({ find: () => 'found' }) }, () => 'incident', noActs)
    const find = (input: unknown) => server.invoke({ id: 1, send: () => undefined }, 'things/find', 'x', input)
    expect(codeOf(await find({}))).toBeUndefined()
    expect(await find([])).toMatchObject({ failure: { code: 'bad-request', facts: { issues: ['a list'] } } })
  })

  it('for a key that is not in the schema', async () => {
    expect(await ask('files/count', { folder: 'a', extra: 1 })).toBe('bad-request')
    const own = JSON.parse('{"folder":"a","__proto__":{"admin":true}}') as object
    expect(await ask('files/count', own)).toBe('bad-request')
    expect(await ask('files/count', { folder: 'a', constructor: 1 })).toBe('bad-request')
  })

  it('for a name that is not in the contract', async () => {
    const names = ['', 'files', 'count', 'files/', '/count', 'files/nothing', '__proto__', 'constructor', 'toString']
    for (const name of [...names, 'files/__proto__', 'files/constructor', '__proto__/count', 'files/count/'])
      expect(await ask(name, { folder: 'a' })).toBe('forbidden')
  })

  it('and none of that is an incident', () => expect(notes).toEqual([]))

  it('for an id that is in use', async () => {
    const slow = connect({ install: (_input, { signal }) => untilAborted(signal).then(() => ({ files: 0 })) })
    const first = slow.wire.invoke('files/install', 'same', { folder: 'a' })
    expect(codeOf(await slow.wire.invoke('files/install', 'same', { folder: 'a' }))).toBe('forbidden')
    slow.wire.cancel('same')
    await first
  })

  it('once a page has more open than any page of ours would', async () => {
    const slow = connect({ install: (_input, { signal }) => untilAborted(signal).then(() => ({ files: 0 })) })
    const open = Array.from({ length: 256 }, (_, index) =>
      slow.wire.invoke('files/install', `n${index}`, { folder: 'a' }),
    )
    expect(codeOf(await slow.wire.invoke('files/count', 'one more', { folder: 'a' }))).toBe('forbidden')
    slow.server.forget(slow.caller)
    await Promise.all(open)
    expect(codeOf(await slow.wire.invoke('files/count', 'again', { folder: 'a' }))).toBeUndefined()
  })
})
