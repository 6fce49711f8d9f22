import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import type { Component } from 'svelte'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { PlayerSettings, type NoticeClass } from '../../src-preload/contract/settings.ts'
import PlayHero from '../../src-renderer/views/home/PlayHero.svelte'
import Outlet from '../../src-renderer/views/frame/Outlet.svelte'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import ServersView from '../../src-renderer/views/ServersView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { refreshScreen } from '#shared/resource/index.ts'
import { Router, type Wish } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import { damaged as harbourDamaged, modsViewOf } from './support/mods-view.ts'
import { playMain, serverOf, stepsOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

function open(
  fake = playMain(),
  params: Record<string, string> = { id: '1' },
  wish?: Wish,
  view: Component = ServerView,
) {
  const router = new Router('home')
  router.go('server', params, wish)
  render(Host, { main: fake.main, i18n, router, view })
  return { ...fake, router }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => (await button(name)).click()
const openTab = async (name: string) => (await screen.findByRole('tab', { name })).click()
const openGame = async () => {
  await press('Start options')
  await openTab('Game and voice')
}
const checkOf = async (id: string) => {
  await waitFor(() => expect(document.querySelector(`[data-check=${id}]`)).not.toBeNull())
  return within(document.querySelector(`[data-check=${id}]`) as HTMLElement)
}
const done = { state: 'done' } as const
const step = (id: string) => document.querySelector<HTMLElement>(`[data-step=${id}]`)

it('shows what is ready and what is not, each with its reason and its fix', async () => {
  const { router, asked } = open()
  await checkOf('mods')
  expect(document.querySelectorAll('[data-check]')).toHaveLength(1) // what is in the way
  await press('1 more: Extra files')
  const mods = await checkOf('mods')
  expect(mods.getByText(/3 files/)).toBeTruthy()
  const foreign = await checkOf('foreign')
  expect(foreign.getByText('@H/x.pbo')).toBeTruthy()
  expect(foreign.queryByRole('button')).toBeNull() // the plan of the mod's repair shows them too
  const states = [...document.querySelectorAll<HTMLElement>('[data-check]')].map(({ dataset }) => dataset.state)
  expect(states.slice(0, 2)).toEqual(['bad', 'bad']) // comes first
  await press('Show 1 check that passed')
  expect((await checkOf('install')).queryByRole('button')).toBeNull()
  mods.getByRole('button', { name: 'Repair' }).click()
  await waitFor(() => expect(router.screen).toBe('mods'))
  expect(asked('preflight')).toEqual([{ serverId: 1 }])
})

it('does not call ready, nor free of problems, what nobody has checked', async () => {
  const fake = playMain()
  const checks = [
    { id: 'voice', state: 'care', reason: 'voice-missing', facts: {}, at: 0 },
    { id: 'mods', state: 'unknown', reason: 'mods-stale', facts: {}, fix: 'check-files', at: 0 },
  ]
  const preflight = () => Promise.resolve({ serverId: 1, state: 'unknown', checks })
  open({ ...fake, main: { ...fake.main, play: { ...fake.main.play, preflight } } as unknown as typeof fake.main })
  await screen.findByText('Not fully checked. The rest is checked before joining.')
  expect(document.querySelector('[data-readiness] .badge')).toBeNull() // it would say the same
  expect([...document.querySelectorAll<HTMLElement>('[data-check]')].map((one) => one.dataset.check)).toEqual(['mods'])
  await button('1 more: Voice')
})

it('walks through a join: steps as they come, stopped with its fix, and on over what can be gone over', async () => {
  const { joining, asked } = open()
  await press('Join')
  expect(asked('join')).toEqual([{ serverId: 1, anyway: false, bringUp: false }])
  joining().watch.onProgress?.({ steps: stepsOf({ state: 'running' }) })
  await waitFor(() => expect(step('files')?.dataset.state).toBe('running'))
  const failure = { code: 'mods-not-ready', facts: { mod: 'Harbour', problems: 3 } } as const
  const steps = stepsOf({ state: 'failed', failure, number: 'J-201', fix: 'repair' })
  joining().resolve({ outcome: 'stopped', steps, anywayPossible: true })
  await press('Join anyway')
  expect(step('files')?.textContent).toContain('J-201')
  expect(asked('join')[1]).toEqual({ serverId: 1, anyway: true, bringUp: false })
  joining().resolve({ outcome: 'playing', steps: stepsOf(done, done, done, done), anywayPossible: false })
  await waitFor(() => expect(document.querySelector('[data-join]')?.getAttribute('data-join')).toBe('playing'))
})

it('keeps the choice of voice for every join', async () => {
  const { asked } = open()
  const box = await screen.findByLabelText<HTMLInputElement>('Join voice too')
  await waitFor(() => expect(box.disabled).toBe(false))
  box.click()
  await waitFor(() => expect(asked('saveLaunchOptions')).toMatchObject([{ voice: false, noSplash: true }]))
})

it('a join can be cancelled', async () => {
  const { joining } = open()
  await press('Join')
  const { signal } = joining().watch
  await press('Cancel')
  expect(signal?.aborted).toBe(true)
  expect(await screen.findByText(/cancelled/i)).toBeTruthy()
})

it('does not call a join that was cancelled late one that started nothing', async () => {
  const { joining } = open()
  await press('Join')
  joining().watch.onProgress?.({ steps: stepsOf(done, done, done, { state: 'running' }) })
  await waitFor(() => expect(step('playing')?.dataset.state).toBe('running'))
  await press('Cancel')
  expect(await screen.findByText(/already started/i)).toBeTruthy()
  expect(step('playing')).toBeNull()
})

it('begins at once when Join was pressed elsewhere, for that server, and once only', async () => {
  const { asked, router } = open(playMain(), { id: '2' }, 'join')
  await waitFor(() => expect(asked('join')).toEqual([{ serverId: 2, anyway: false, bringUp: false }]))
  expect(router.wish).toBeUndefined() // nothing is left for the way back
})

it('is not made anew by a wish, nor by the end of one', async () => {
  const { asked, joining, router } = open(playMain(), { id: '2' }, undefined, Outlet)
  await checkOf('mods')
  const title = screen.getByRole('heading', { level: 1 })
  router.go('server', { id: '2' }, 'join')
  await waitFor(() => expect(asked('join')).toHaveLength(1))
  expect(router.wish).toBeUndefined()
  joining().watch.onProgress?.({ steps: stepsOf({ state: 'running' }) })
  await waitFor(() => expect(step('files')).not.toBeNull())
  expect(screen.getByRole('heading', { level: 1 })).toBe(title)
  expect(asked('preflight')).toHaveLength(1)
})

it('joins no other server where the one that was meant is gone', async () => {
  const { asked } = open(playMain(), { id: '77' }, 'join')
  await screen.findByText(/Not available in this community/)
  expect(asked('join')).toEqual([])
})

it('looks again by F5 and when the window or the network is back, but leaves the disk alone while the game runs', async () => {
  const { asked, game } = open()
  await checkOf('mods')
  dispatchEvent(new Event('focus'))
  await waitFor(() => expect(asked('preflight')).toHaveLength(2))
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(asked('preflight')).toHaveLength(3))
  refreshScreen()
  await waitFor(() => expect(asked('preflight')).toHaveLength(4))
  game.set({ running: true, since: Date.now() })
  await screen.findByText(/^Game running since/)
  expect(screen.queryByRole('button', { name: /Join$|Check again/ })).toBeNull()
  dispatchEvent(new Event('focus'))
  refreshScreen()
  game.set({ running: false })
  await button('Join')
  expect(asked('preflight')).toHaveLength(4)
})

it('does not call the game closed where it cannot be seen, and waits for no look at it', async () => {
  const fake = playMain()
  const { game } = fake
  game.set({ running: null, failed: false })
  open(fake)
  await button('Join') // a first look may take seconds, and main looks again before it starts
  expect(document.querySelector('.skeleton')).toBeNull()
  game.set({ running: null, failed: true })
  await button('Join') // nothing is kept from whoever knows better
  expect(screen.getByText(/cannot tell whether/)).toBeTruthy()
  game.set({ running: false })
  await waitFor(() => expect(screen.queryByText(/cannot tell whether/)).toBeNull())
})

it('names the installs and lets another one be taken; Steam can check the game', async () => {
  const { asked } = open()
  await openGame()
  expect(await screen.findByText('/games/a')).toBeTruthy()
  await press('Verify in Steam')
  await press('Show all…')
  await press('Use this one')
  await waitFor(() => expect(screen.queryByText('/games/b')).toBeNull())
  expect([asked('useInstall'), asked('validateGame')]).toEqual([[{ path: '/games/b' }], [undefined]])
})

it('the fix of the install leads to the installs that were found, and to a folder that was not', async () => {
  const fake = playMain()
  const seen = await fake.main.play.preflight({ serverId: 1 })
  const checks = seen.checks.map((one) =>
    one.id === 'install'
      ? { ...one, state: 'bad' as const, reason: 'install-several' as const, fix: 'choose-install' as const }
      : one,
  )
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ ...seen, checks }) })
  const { asked } = open(fake)
  await press('Choose game folder…')
  expect(await screen.findByText('/games/b')).toBeTruthy()
  expect(asked('chooseInstall')).toEqual([])
  within(screen.getByRole('dialog', { name: 'Game folders' }))
    .getByRole('button', { name: 'Choose game folder…' })
    .click()
  await waitFor(() => expect(screen.queryByText('/games/b')).toBeNull())
  expect(asked('chooseInstall')).toEqual([undefined])
})

it('shows the line that would start, without the password, and keeps the switches', async () => {
  const { asked } = open()
  await press('Start options')
  expect((await screen.findByTestId('launch-line')).textContent).toContain('-password=•••')
  ;(await screen.findByRole('switch', { name: 'Windowed mode' })).click()
  await waitFor(() => expect(asked('saveLaunchOptions')).toEqual([expect.objectContaining({ window: true })]))
})

it("offers the game's profiles that are on this computer", async () => {
  open()
  await press('Start options')
  const { list } = await screen.findByLabelText<HTMLInputElement>('Game profile')
  await waitFor(() => expect([...(list?.options ?? [])].map(({ value }) => value)).toEqual(['Ada', 'Moin e. V.']))
})

it('keeps another profile for one server', async () => {
  const { asked } = open()
  await press('Start options')
  const field = await screen.findByLabelText<HTMLInputElement>('Game profile on this server')
  const usual = await screen.findByLabelText<HTMLInputElement>('Game profile')
  expect([usual.placeholder, field.placeholder]).toEqual(['Game default', 'Same as for all servers'])
  await fireEvent.input(field, { target: { value: 'Otto' } })
  await waitFor(() => expect(asked('chooseProfile')).toEqual([{ serverId: 1, name: 'Otto' }]))
})

it('has main ask about switches that may name a file, and about no others', async () => {
  const { asked } = open()
  await press('Start options')
  const line = await screen.findByLabelText<HTMLInputElement>('More parameters')
  const type = async (value: string) => {
    await fireEvent.input(line, { target: { value } })
    await fireEvent.change(line)
  }
  await type('-noSound')
  await waitFor(() => expect(asked('saveLaunchOptions')).toEqual([expect.objectContaining({ extra: '-noSound' })]))
  await waitFor(() => expect(line.value).toBe('')) // what is set is shown again
  await type('-mod=@x')
  await waitFor(() => expect(asked('saveSwitches')).toEqual([{ extra: '-mod=@x' }]))
})

it('says where the voice program is to be had, and takes the other kind of link', async () => {
  const { asked } = open()
  await openGame()
  const select = await screen.findByLabelText<HTMLSelectElement>('Voice app')
  select.value = 'teamspeak'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await waitFor(() => expect(asked('settings')).toEqual([{ voiceScheme: 'teamspeak' }]))
  await press(/Get/)
  expect(asked('getVoiceClient')).toHaveLength(1)
})

it('shows what is set where a change could not be saved', async () => {
  const fake = playMain()
  const refuse = () => Promise.reject(new Failure('settings-not-saved', { errno: 'ENOSPC' }))
  Object.assign(fake.main.play, { saveLaunchOptions: refuse })
  Object.assign(fake.main.settings, { change: refuse })
  open(fake)
  await press('Start options')
  const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'Windowed mode' })
  box.click()
  expect(box.checked).toBe(true)
  await waitFor(() => expect(box.checked).toBe(false))
  await openTab('Game and voice')
  const select = await screen.findByLabelText<HTMLSelectElement>('Voice app')
  await fireEvent.change(select, { target: { value: 'teamspeak' } })
  await waitFor(() => expect(select.value).toBe('ts3server'))
})

it('looks for the voice program again when the player comes back from getting it', async () => {
  const { asked } = open()
  await openGame()
  await screen.findByLabelText('Voice app')
  dispatchEvent(new Event('focus'))
  await waitFor(() => expect(asked('findVoiceClient')).toHaveLength(1))
})

it.each([
  ['a service that fails', new Failure('http-status', { host: 'h', status: 503 }), /can’t be reached right now/],
  ['a service that has it no more', 'gone', /Not available in this community/],
] as const)('with %s it says so', async (_, servers, words) => {
  open(playMain(servers))
  expect(await screen.findByText(words)).toBeTruthy()
})

it('another server is another join: it shows none of the first, and waits for its end', async () => {
  const { joining, asked, router } = open(playMain(), { id: '1' }, undefined, Outlet)
  await press('Join')
  joining().watch.onProgress?.({ steps: stepsOf({ state: 'running' }) })
  await waitFor(() => expect(step('files')?.dataset.state).toBe('running'))
  router.go('server', { id: '2' })
  await waitFor(() => expect(step('files')).toBeNull())
  expect(await screen.findByText('Joining Harbour 1…')).toBeTruthy()
  expect((await button('Join')).hasAttribute('disabled')).toBe(true)
  const failure = { code: 'mods-not-ready', facts: { mod: 'Harbour', problems: 3 } } as const
  const steps = stepsOf({ state: 'failed', failure, number: 'J-201', fix: 'repair' })
  joining().resolve({ outcome: 'stopped', steps, anywayPossible: true })
  await waitFor(() => expect(screen.queryByText(/^Joining/)).toBeNull())
  expect(step('files')).toBeNull()
  router.back()
  await waitFor(() => expect(step('files')?.textContent).toContain('J-201'))
  expect(asked('join')).toHaveLength(1)
})

it('shows why a repair did not begin only with a server that plays its mod', async () => {
  const fake = playMain([
    serverOf(1, 'Harbour 1', { online: false }),
    serverOf(2, 'Isle', { modId: 6, startParameters: '@Isle' }),
  ])
  fake.mods.set(modsViewOf(harbourDamaged, { id: 5 }))
  Object.assign(fake.main.repair, { begin: () => Promise.reject(new Failure('mod-busy', { mod: 'Harbour' })) })
  const { router } = open(fake, { id: '1' }, undefined, Outlet)
  await press('Repair')
  const refused = () => screen.queryByText(/^Harbour is being/)
  await waitFor(() => expect(refused()).toBeTruthy())
  router.go('server', { id: '2' })
  await screen.findByRole('heading', { level: 1, name: 'Isle' })
  expect(refused()).toBeNull()
  router.back()
  await waitFor(() => expect(refused()).toBeTruthy())
})

it('says that a wait would end in silence, and switches its notifications on', async () => {
  const { asked, watches, settings } = open(playMain([serverOf(1, 'Harbour 1', { online: false })]))
  const silence = (silenced: NoticeClass[]) =>
    settings.set({ settings: v.parse(PlayerSettings, { silenced }), notices: [] })
  silence(['server-online', 'upkeep'])
  await press('Notify me when online')
  await waitFor(() => expect(toasts.shown.at(-1)?.title).toContain('Notifications for this are off'))
  watches.set([1])
  await button('Waiting, but notifications are off')
  toasts.shown.at(-1)?.action?.run()
  expect(asked('settings')).toEqual([{ silenced: ['upkeep'] }])
  silence(['upkeep'])
  await button('Waiting for the server')
})

it('forgets that the player was in once the game has ended', async () => {
  const { joining, game } = open()
  await press('Join')
  game.set({ running: true, since: Date.now() })
  joining().resolve({ outcome: 'playing', steps: stepsOf(done, done, done, done), anywayPossible: false })
  await waitFor(() => expect(document.querySelector('[data-playing="1"]')).toBeTruthy())
  expect(step('playing')).toBeNull()
  game.set({ running: false })
  await button('Join')
  game.set({ running: true, since: Date.now() }) // by other means
  expect(await screen.findByText(/^Game running since/)).toBeTruthy()
})

it('says above the server which one is played on, and offers no join from the first frame on', async () => {
  const { main, game, joining } = open()
  await press('Join')
  joining().resolve({ outcome: 'playing', steps: stepsOf(done, done, done, done), anywayPossible: false })
  game.set({ running: true, since: Date.now() })
  await screen.findByText(/^Playing since/)
  expect(screen.queryByText('Online')).toBeNull() // a fact stands once
  const invites = screen.getAllByRole('button', { name: 'Copy invite link' })
  expect(invites.map((one) => one.closest('[data-playing]') !== null)).toEqual([true])
  cleanup()
  // main tells the next screen later
  Object.assign(main.play, { game: () => () => undefined })
  const given = { server: serverOf(1, 'Harbour 1'), favourite: false, fullest: true }
  const servers = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  const card = (await screen.findByRole('heading', { name: 'Harbour 1' })).closest('article') as HTMLElement
  expect([within(card).getByText(/^Playing since/), within(card).queryByText('Join')]).toEqual([
    expect.anything(),
    null,
  ])
  servers.unmount()
  render(Host, { main, i18n, router: new Router('home'), view: PlayHero as never, given })
  expect(screen.getByText(/^Playing since/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  game.set({ running: false })
  await button('Join')
  expect(screen.getByText('Most players')).toBeTruthy()
})

it('offers to wait for a server that is offline, and to join it anyway', async () => {
  const { asked } = open(playMain([serverOf(1, 'Harbour 1', { online: false })]))
  await press('Notify me when online')
  expect(asked('watchSeat')).toEqual([{ serverId: 1, on: true }])
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  expect(screen.queryByText('Checking…')).toBeNull() // it is offline: nothing is worked out here
  await button('2 more problems')
  await press('Join anyway')
  expect(asked('join')).toEqual([{ serverId: 1, despite: 'server-offline', anyway: false, bringUp: false }])
})
