import { fireEvent, render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { expect, it } from 'vitest'
import type { InstallsView } from '../../src-preload/contract/play.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { opensSetup, type PlayerSettings } from '../../src-preload/contract/settings.ts'
import type { AppState } from '../../src-renderer/views/app.svelte.ts'
import { Setup } from '../../src-renderer/views/setup/setup.svelte.ts'
import SetupView from '../../src-renderer/views/setup/SetupView.svelte'
import GameStep from '../../src-renderer/views/setup/GameStep.svelte'
import PlayerStep from '../../src-renderer/views/setup/PlayerStep.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'
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
  await expect.poll(() => calls).toEqual([{ triedDemo: true }, ...chosen])
})

it('the demo is no "Set up later": the entry stays until that was pressed twice', async () => {
  const { settings: start, profile } = firstStart()
  let settings: PlayerSettings = { ...start.settings }
  const change = (wish: object) => Promise.resolve(void (settings = { ...settings, ...wish }))
  const app = {
    main: { settings: { change } },
    profile,
    settings: {
      get settings() {
        return settings
      },
    },
  }
  const setup = new Setup(app as unknown as AppState, new Router('home'), (work) => work().then(() => true))
  const isPutOff: boolean[] = []
  for (const press of [setup.tryDemo, setup.later, setup.later]) {
    press()
    await Promise.resolve()
    expect(opensSetup(settings)).toBe(false)
    isPutOff.push(setup.isPutOff)
  }
  expect(isPutOff).toEqual([true, true, false])
})

it.each([
  ['the demo opens the steps after it, also if they were done', true, { welcomed: false }],
  ['another community leaves those that were done', false, {}],
])('a community that is added in %s', async (_, demo, anew) => {
  const { settings, profile } = firstStart()
  const calls: unknown[] = []
  const main = { settings: { change: (input: unknown) => Promise.resolve(void calls.push(input)) } }
  const app = { main, settings, profile: { ...profile, demo } } as unknown as AppState
  const router = new Router('home')
  router.go('settings')
  const setup = new Setup(app, router, (work) => work().then(() => true))
  await setup.goOnAfterRestart()
  expect(calls).toEqual([{ ...anew, welcomeLater: false, triedDemo: false }])
  router.go('home')
  expect(setup.isOpen).toBe(false) // only after the restart
})

it('a refused game folder is told without a second button for choosing another one', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const refused = new Failure('game-folder-refused', { folder: '/games/b', names: 'a.exe', why: 'no-program' })
  Object.assign(main.play, { chooseInstall: () => Promise.reject(refused) })
  render(Host, { main, i18n, router: new Router('home'), view: GameStep as never, given: { isReady: false } })
  const folders = () => screen.getAllByRole('button', { name: /folder/i })
  const [choose] = folders()
  expect(folders()).toHaveLength(1)
  await fireEvent.click(choose as HTMLElement)
  expect((await screen.findByRole('alert')).textContent).toContain('The game was not found in /games/b.')
  expect(folders()).toHaveLength(1)
})

it('connecting is the first step’s main act; a step that was left undone says that it was skipped', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const silent = () => () => undefined
  const found = new Set<(view: InstallsView) => void>()
  const installs = (tell: (view: InstallsView) => void) => (found.add(tell), () => found.delete(tell))
  const communityInfo = () => new Promise(() => undefined)
  Object.assign(main, {
    communities: { state: silent },
    vault: { state: silent },
    player: { state: silent, lock: silent },
    play: { ...main.play, installs },
    settings: { ...main.settings, profile: silent, communityInfo },
  })
  const { unmount } = render(Host, { main, i18n, router: new Router('home'), view: SetupView })
  const connect = screen.getByRole('button', { name: 'Connect' })
  expect([connect.classList.contains('primary'), connect.ariaDisabled]).toEqual([true, 'true'])
  await fireEvent.input(screen.getByLabelText('Community address'), { target: { value: 'https://a.example' } })
  expect(connect.ariaDisabled).toBeNull()
  unmount()
  const start = { ...firstStart(), profile: { ...firstStart().profile, demo: false } }
  render(Host, { main, i18n, router: new Router('home'), view: SetupView, start })
  await fireEvent.click(document.querySelector('[data-action="setup-next"]') as HTMLElement)
  const steps = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
  expect(steps()).toEqual(['Step 1: Community', 'Step 2: 2 Game · skipped', 'Step 3: 3 Player key'])
  const view = { installs: [{ path: '/games/a', inUse: true }], warnings: [], searching: false }
  found.forEach((tell) => tell(view as unknown as InstallsView)) // the search ends later
  await expect.poll(() => steps()[1]).toBe('Step 2: Game')
})

it.each([
  ['ok', 'Stored only in your system’s keychain.'],
  ['locked', 'Kept in memory until Loadout closes.'],
])('with a keychain that is “%s”, the key’s step says: %s', async (state, words) => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const silent = () => () => undefined
  const vault = { state: (tell: (view: object) => void) => (tell({ mode: 'keychain', state }), silent()) }
  Object.assign(main, { vault, player: { state: silent, lock: silent } })
  Object.assign(main.settings, { communityInfo: () => new Promise(() => undefined) })
  render(Host, { main, i18n, router: new Router('home'), view: PlayerStep as Component })
  expect(await screen.findByText(words)).toBeTruthy()
})
