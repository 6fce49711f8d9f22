import { expect, it } from 'vitest'
import type { AppState } from '../../src-renderer/views/app.svelte.ts'
import { Setup } from '../../src-renderer/views/setup/setup.svelte.ts'
import { Router } from '#shared/router/index.ts'
import { firstStart } from './support/start.ts'

it.each([
  ['goes on with the demo that runs', true, []],
  ['starts the demo, not the community that was added before', false, [{ id: 'demo' }]],
])('"Try the demo" %s', async (_, demo, chosen) => {
  const { settings, profile } = firstStart()
  const calls: unknown[] = []
  const note = (input: unknown) => Promise.resolve(void calls.push(input))
  const main = { settings: { change: note }, communities: { choose: note } }
  const app = { main, settings, profile: { ...profile, demo } } as unknown as AppState
  const attempt = (work: () => Promise<unknown>) => work().then(() => true)
  const setup = new Setup(app, new Router('home'), attempt)
  expect(setup.isOpen).toBe(true)
  setup.tryDemo()
  expect(setup.isOpen).toBe(false)
  await expect.poll(() => calls).toEqual([{ welcomeLater: true }, ...chosen])
})
