import { render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { PlayerData } from '../../src-preload/contract/player.ts'
import PlayerScreen from '../../src-renderer/views/PlayerView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

/** A topic with one value. */
const topic =
  <T>(value: T) =>
  (listen: (value: T) => void) => {
    listen(value)
    return () => undefined
  }
const silent = () => () => undefined

it('says so where the service has no record of a player who is signed in', async () => {
  const aside = { count: 0, entries: [] }
  const gone = { asOf: new Date().toISOString(), source: 'live', state: 'gone', aside, freshMs: 60_000 } as const
  const main = {
    settings: { state: silent, profile: silent },
    play: { game: silent },
    player: {
      state: topic({ state: 'signed-in', name: 'Fenja' }),
      data: () => Promise.resolve({ player: gone, upkeep: [] } satisfies PlayerData),
    },
    vault: { state: topic({ mode: 'keychain', state: 'ok' }) },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  render(Host, { main, i18n, router: new Router('player'), view: PlayerScreen })
  expect(await screen.findByText('The community has no record of your player')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(document.querySelector('.skeleton')).toBeNull()
})
