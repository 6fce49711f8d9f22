import { expect, it } from 'vitest'
import { connect, gate } from './support.ts'

it('tells a late listener the present value, then each change, then nothing', async () => {
  let announce: (value: { players: number }) => void = () => undefined
  const { client, wire, server, caller } = connect({
    status: (tell) => {
      announce = tell
      tell({ players: 1 })
      return () => undefined
    },
  })
  const stop = server.start((name, value) => caller.send(name, value))
  await wire.invoke('server/status', 'an earlier listener', undefined)
  announce({ players: 2 })
  const seen: number[] = []
  const present = new Promise<void>((resolve) => {
    const hush = client.server.status(({ players }) => {
      seen.push(players)
      if (players === 2) announce({ players: 3 })
      if (players === 3) {
        hush()
        announce({ players: 4 })
        resolve()
      }
    })
  })
  await present
  expect(seen).toEqual([2, 3])
  stop()
})

it('tells a change once when it comes before the present value', async () => {
  const { client, server, caller } = connect({
    status: (tell) => {
      tell({ players: 1 })
      queueMicrotask(() => tell({ players: 5 }))
      return () => undefined
    },
  })
  server.start((name, value) => caller.send(name, value))
  const seen: number[] = []
  client.server.status(({ players }) => seen.push(players))
  await client.files.count({ folder: 'a' }) // a question asked later is answered later
  expect(seen).toEqual([5])
})

it('begins none once the server has stopped, though it was asked for before', async () => {
  const { opened, open } = gate()
  let begun = 0
  const files = () => ({ count: () => ({ files: 0 }), install: () => Promise.resolve({ files: 0 }) })
  const status = () => {
    begun++
    return () => undefined
  }
  const { server, wire } = connect(
    {},
    opened.then(() => ({ files, server: () => ({ status }) })),
  )
  const stop = server.start(() => undefined)
  const asked = wire.invoke('server/status', 'x', undefined)
  stop()
  open()
  await asked
  expect(begun).toBe(0)
})

it('begins a topic when it is first asked for, once, and stops it', async () => {
  const calls: string[] = []
  const { server, wire } = connect({
    status: () => {
      calls.push('begun')
      return () => void calls.push('stopped')
    },
  })
  const stop = server.start(() => undefined)
  expect(calls).toEqual([])
  await Promise.all(['a', 'b'].map((id) => wire.invoke('server/status', id, undefined)))
  stop()
  expect(calls).toEqual(['begun', 'stopped'])
})
