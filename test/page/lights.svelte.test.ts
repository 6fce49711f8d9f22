import { expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Light, LightState, Preflight } from '../../src-preload/contract/play.ts'
import { Lights } from '../../src-renderer/play/lights.svelte.ts'
import type { PlayState } from '../../src-renderer/play/play.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

it('keeps each light in its place, and yet tells first what is first in the way', async () => {
  const way = ['game', 'mods', 'server'] as const
  const looks: LightState[][] = [
    ['good', 'bad', 'good'],
    ['bad', 'bad', 'good'],
  ]
  const preflight = (): Promise<Preflight> => {
    const states = looks.shift() ?? []
    const lights = way.map((id, at) => ({ id, state: states[at], at: 0 }) as Light)
    return Promise.resolve({ serverId: 1, lights, state: 'bad' })
  }
  const main = { play: { preflight, game: () => () => undefined } } as unknown as Main
  const made: Lights[] = []
  onTestFinished($effect.root(() => void made.push(new Lights(main, {} as PlayState, () => 1))))
  const [lights] = made
  await lights?.look()
  expect(lights?.shown.map(({ id }) => id)).toEqual(['mods', 'game', 'server'])
  await lights?.look()
  expect(lights?.shown.map(({ id }) => id)).toEqual(['mods', 'game', 'server'])
  expect(lights?.worst.map(({ id }) => id)).toEqual(['game', 'mods'])
})

it('says nothing of before where a look failed, and nothing of that failure for another server', async () => {
  const answers: (() => Promise<Preflight>)[] = [
    () => Promise.resolve({ serverId: 1, lights: [], state: 'good' }),
    () => Promise.reject(new Failure('server-gone', { server: 1 })),
  ]
  const main = { play: { preflight: () => answers.shift()?.(), game: () => () => undefined } } as unknown as Main
  const made: Lights[] = []
  let chosen = $state(1)
  onTestFinished($effect.root(() => void made.push(new Lights(main, {} as PlayState, () => chosen))))
  const [lights] = made
  await lights?.look()
  expect(lights?.preflight).toMatchObject({ state: 'good' })
  await lights?.look()
  expect(lights).toMatchObject({ preflight: undefined, failure: { code: 'server-gone' } })
  chosen = 2
  expect(lights?.failure).toBeUndefined()
})
