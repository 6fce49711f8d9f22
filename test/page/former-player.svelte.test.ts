import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { expect, it, onTestFinished } from 'vitest'
import type { PlayerData, PlayerView } from '../../src-preload/contract/player.ts'
import { PlayerState } from '../../src-renderer/player/player.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import OwnCase from './support/OwnCase.svelte'

const silent = () => () => undefined
const recordOf = (name: string) => ({ player: { value: { name } }, upkeep: [] }) as unknown as PlayerData

/** Settles after what was answered has arrived. */
const settled = () => new Promise((done) => setImmediate(done))

/** A main whose answers the test gives, one after the other. */
function slowMain() {
  const answers: ((data: PlayerData) => void)[] = []
  const told = {
    state: (_: Pick<PlayerView, 'state'>): void => undefined,
    lock: (_: { locked: boolean }): void => undefined,
  }
  const player = {
    state: (listen: typeof told.state) => ((told.state = listen), listen({ state: 'signed-in' }), () => undefined),
    lock: (listen: typeof told.lock) => ((told.lock = listen), listen({ locked: false }), () => undefined),
    data: () => new Promise<PlayerData>((resolve) => answers.push(resolve)),
    signOut: () => Promise.resolve(),
  }
  const main = {
    settings: { state: silent, profile: silent },
    play: { game: silent },
    vault: { state: silent },
    player,
  } as unknown as Main
  return { main, answers, told }
}

function open() {
  const { main, ...rest } = slowMain()
  let state: PlayerState | undefined
  onTestFinished($effect.root(() => void (state = new PlayerState(main))))
  flushSync()
  if (!state) throw new Error('no state')
  return { player: state, ...rest }
}

it('shows no record that arrives after its player has signed out', async () => {
  const { player, answers } = open()
  const loading = player.load()
  await player.signOut()
  answers[0]?.(recordOf('Fenja'))
  await loading
  expect(player.data).toBeUndefined()
  expect(player.busy).toBe(false)
})

it('shows the record that was asked for last, not the one that arrives last', async () => {
  const { player, answers } = open()
  const loading = [player.load(), player.load(true)]
  answers[1]?.(recordOf('Ole'))
  answers[0]?.(recordOf('Fenja'))
  await Promise.all(loading)
  expect(player.data?.player.value?.name).toBe('Ole')
})

it('reads the record again that was on its way when the money was locked', async () => {
  const { player, answers, told } = open()
  const loading = player.load()
  told.lock({ locked: true })
  answers[0]?.(recordOf('with amounts'))
  await loading
  expect(player.data).toBeUndefined()
  answers[1]?.(recordOf('without'))
  await settled()
  expect(player.data?.player.value?.name).toBe('without')
})

it("keeps a former player's record off the other screens, however late it arrives", async () => {
  const { main, answers, told } = slowMain()
  const i18n = new I18n()
  await i18n.use('en')
  render(Host, { main, i18n, router: new Router('map'), view: OwnCase })
  answers[0]?.(recordOf('Fenja'))
  await screen.findByText('Fenja')
  told.state({ state: 'signed-in' })
  told.state({ state: 'signed-out' })
  answers[1]?.(recordOf('Fenja'))
  await settled()
  expect(screen.getByText('nobody')).toBeTruthy()
  told.state({ state: 'signed-in' })
  answers[2]?.(recordOf('Ole'))
  expect(await screen.findByText('Ole')).toBeTruthy()
})
