import { render, waitFor } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import MapView from '../../src-renderer/views/MapView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { refreshScreen } from '#shared/resource/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const station = { id: 1, name: 'Pier', position: { x: 5, y: 5, z: 0 }, fuel: 1, capacity: 9, more: [] }

it('keeps an empty map, with what the player did on it, when its first place arrives', async () => {
  const { main } = playMain([])
  const follow = (listener: (value: { state: string }) => void) => (listener({ state: 'signed-out' }), () => undefined)
  Object.assign(main, { player: { state: follow } })
  const answers: Partial<Record<string, unknown>> = { mapMarkers: { categories: [], markers: [] } }
  Object.assign(main.community, {
    read: ({ endpoint }: { endpoint: string }) =>
      Promise.resolve({
        value: answers[endpoint] ?? [],
        asOf: new Date().toISOString(),
        source: 'live',
        state: 'ok',
        aside: { count: 0, entries: [] },
        freshMs: 0,
      }),
  })
  const router = new Router('home')
  router.go('map')
  render(Host, { main, i18n, router, view: MapView })
  await waitFor(() => expect(document.querySelector('.stage')).not.toBeNull())
  const stage = document.querySelector('.stage')
  answers.fuelStations = [{ serverId: 1, stations: [station] }]
  refreshScreen()
  await waitFor(() => expect(document.querySelector('.none')).toBeNull())
  expect(document.querySelector('.stage')).toBe(stage)
})
