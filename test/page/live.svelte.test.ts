import { flushSync } from 'svelte'
import { expect, it, onTestFinished } from 'vitest'
import { LiveNumbers } from '../../src-renderer/servers/live.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

it('asks the servers again when their list is read anew, as by Refresh', () => {
  let asked = 0
  const live = () => {
    asked++
    return Promise.resolve([])
  }
  const main = { play: { live, seatWatches: () => () => undefined } } as unknown as Main
  let servers = $state.raw<{ id: number }[]>([])
  onTestFinished($effect.root(() => void new LiveNumbers(main, () => servers)))
  flushSync()
  servers = [{ id: 1 }]
  flushSync()
  expect(asked).toBe(1)
  servers = [{ id: 1 }]
  flushSync()
  expect(asked).toBe(2)
})
