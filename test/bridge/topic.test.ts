import { expect, it } from 'vitest'
import { connect } from './support.ts'

it('tells a late listener the present value, then each change, then nothing', async () => {
  let announce: (value: { players: number }) => void = () => undefined
  const { client, wire, server, caller } = connect({
    status: (tell) => {
      announce = tell
      tell({ players: 1 })
    },
  })
  server.start((name, value) => caller.send(name, value))
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
})

it('tells a change once when it comes before the present value', async () => {
  const { client, server, caller } = connect({
    status: (tell) => {
      tell({ players: 1 })
      queueMicrotask(() => tell({ players: 5 }))
    },
  })
  server.start((name, value) => caller.send(name, value))
  const seen: number[] = []
  client.server.status(({ players }) => seen.push(players))
  await client.files.count({ folder: 'a' }) // a question asked later is answered later
  expect(seen).toEqual([5])
})

it('begins a topic when it is first asked for, once', async () => {
  let begun = 0
  const { server, wire } = connect({ status: () => void begun++ })
  server.start(() => undefined)
  expect(begun).toBe(0)
  await Promise.all(['a', 'b'].map((id) => wire.invoke('server/status', id, undefined)))
  expect(begun).toBe(1)
})
