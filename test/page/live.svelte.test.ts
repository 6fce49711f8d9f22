import { flushSync } from 'svelte'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LiveNumbers } from '../../src-renderer/servers/live.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

it('asks the servers again when their list is read anew, as by Refresh', async () => {
  let asked = 0
  const live = () => {
    asked++
    return Promise.resolve([{ serverId: 1 }])
  }
  const main = { play: { live, seatWatches: () => () => undefined } } as unknown as Main
  let servers = $state.raw<{ id: number }[]>([])
  const made: LiveNumbers[] = []
  onTestFinished($effect.root(() => void made.push(new LiveNumbers(main, () => servers))))
  flushSync()
  servers = [{ id: 1 }]
  flushSync()
  expect(asked).toBe(1)
  servers = [{ id: 1 }]
  flushSync()
  expect(asked).toBe(1) // the answer is on its way
  await vi.waitFor(() => expect(made[0]?.of(1)).toBeTruthy())
  servers = [{ id: 1 }]
  flushSync()
  expect(asked).toBe(2)
})
