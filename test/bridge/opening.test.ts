import { expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Openings } from '../../src-main/bridge/index.ts'
import { codeOf, connect, type contract, failureOf, gate } from './support.ts'

const files: Openings<typeof contract>['files'] = () => ({
  count: ({ folder }) => ({ files: folder.length }),
  install: () => Promise.resolve({ files: 0 }),
})
const server: Openings<typeof contract>['server'] = () => ({
  status: (announce) => {
    announce({ players: 3 })
    return () => undefined
  },
})

it('answers what was asked before anything was open', async () => {
  const opened = gate()
  const { client, server: bridge } = connect(
    {},
    opened.opened.then(() => ({ files, server })),
  )
  bridge.start(() => undefined)
  const players = new Promise((resolve) => client.server.status((status) => resolve(status.players)))
  const count = client.files.count({ folder: 'abc' })
  opened.open()
  expect(await count).toEqual({ files: 3 })
  expect(await players).toBe(3)
})

it('opens a domain once, and no other one with it', async () => {
  const calls: string[] = []
  const { client } = connect(
    {},
    {
      files: () => {
        calls.push('files')
        return files()
      },
      server: () => {
        calls.push('server')
        return server()
      },
    },
  )
  await Promise.all([client.files.count({ folder: 'a' }), client.files.count({ folder: 'b' })])
  await client.files.install({ folder: 'c' })
  expect(calls).toEqual(['files'])
})

it('refuses at once what does not fit, though nothing is open', async () => {
  const { wire } = connect({}, new Promise(() => undefined))
  expect(codeOf(await wire.invoke('files/count', 'a', { folder: 7 }))).toBe('bad-request')
  expect(codeOf(await wire.invoke('files/nothing', 'b', {}))).toBe('forbidden')
})

it('does not begin what was cancelled while it waited', async () => {
  const opened = gate()
  let asked = 0
  const late: Openings<typeof contract>['files'] = async () => {
    await opened.opened
    return { count: () => ({ files: 0 }), install: () => Promise.resolve({ files: ++asked }) }
  }
  const { client } = connect({}, { files: late, server })
  const control = new AbortController()
  const running = client.files.install({ folder: 'a' }, { signal: control.signal })
  control.abort()
  opened.open()
  expect((await failureOf(running)).code).toBe('cancelled')
  expect(asked).toBe(0)
})

it('tells everyone who asks a domain that cannot be opened why', async () => {
  const why = new Failure('settings-not-saved', { errno: 'EACCES' })
  const { client } = connect({}, { files: () => Promise.reject(why), server })
  for (const folder of ['a', 'b']) expect((await failureOf(client.files.count({ folder }))).code).toBe(why.code)
})
