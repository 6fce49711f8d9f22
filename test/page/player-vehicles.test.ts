import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import type { Player, PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Reading } from '../../src-preload/contract/community/reading.ts'
import type { PlayerData } from '../../src-preload/contract/player.ts'
import { createSchemaHelpers } from '../../src-main/community/records/schema-helpers.ts'
import { player as playerRecord } from '../../src-main/community/records/player.ts'
import Vehicles from '../../src-renderer/player/Vehicles.svelte'
import PlayerView from '../../src-renderer/views/PlayerView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const readingOf = <T>(value: T): Reading<T> => ({
  value,
  asOf: new Date().toISOString(),
  source: 'live',
  state: 'ok',
  aside: { count: 0, entries: [] },
  freshMs: 60_000,
})
const ada: Player = v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), { id: 1, name: 'Ada' })

it('says of vehicles that could not be read that they could not, and asks again', async () => {
  const answers: Partial<PlayerData>[] = [
    { vehiclesFailure: { code: 'not-json', facts: { host: 'demo.example', contentType: 'text/html' } } },
    { vehicles: readingOf<PlayerVehicle[]>([]) },
  ]
  const main = {
    ...playMain().main,
    vault: {
      state: (hear: (vault: object) => void) => {
        hear({ mode: 'keychain', state: 'ok' })
        return () => undefined
      },
    },
    player: {
      state: () => () => undefined,
      lock: () => () => undefined,
      data: () => Promise.resolve({ player: readingOf(ada), upkeep: [], ...answers.shift() }),
    },
  } as unknown as Main
  render(Host, { main, i18n, router: new Router('player'), view: PlayerView })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('could not be loaded')
  expect(screen.queryByText('No vehicles')).toBeNull()
  ;(await screen.findByRole('button', { name: 'Try again' })).click()
  await waitFor(() => expect(screen.getByText('No vehicles')).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('tells vehicles that a search does not find from no vehicles', async () => {
  const { main } = playMain()
  render(Host, { main, i18n, router: new Router('player'), view: Vehicles, given: { vehicles: [] } })
  expect(screen.getByText('No vehicles')).toBeTruthy()
  await fireEvent.input(screen.getByRole('textbox'), { target: { value: 'zeppelin' } })
  expect(screen.getByText(/zeppelin/)).toBeTruthy()
})
