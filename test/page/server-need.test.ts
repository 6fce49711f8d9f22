import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeAll, expect, it } from 'vitest'
import ServersView from '../../src-renderer/views/ServersView.svelte'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import type { PreflightCheck } from '../../src-preload/contract/play.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
afterEach(cleanup)

function openServer(fake: ReturnType<typeof playMain>) {
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  return fake
}

const ready = { ...last, result: 'ready', counts: { ...last.counts, missing: 0 } } as const
const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, missingBytes: 4 << 20, isInstalled: false }

it.each([
  ['waits in the paused queue', { state: 'ready', last: ready }, true],
  ['has a paused full check', { state: 'verifying', tier: 'full', paused: true, forGame: false, last: ready }, false],
] as const)(
  'the button is not busy while another mod of the server, which needs nothing, %s',
  async (_, verification, queued) => {
    const fake = playMain([serverOf(1, 'Harbour 1', { startParameters: '@Harbour;@maps' })])
    const view = modsViewOf({ state: 'damaged', last: absent }, { id: 5 })
    const maps = modsViewOf(verification, { id: 6, folder: '@Maps', name: '@Maps' })
    fake.mods.set({ ...view, mods: [...view.mods, ...maps.mods] })
    if (queued) fake.queue.set({ mods: [{ modId: 6, state: 'waiting' }], paused: true, wentOn: false })
    openServer(fake)
    const button = await screen.findByRole('button', { name: 'Install and join' })
    await waitFor(() => expect(document.querySelector('[data-check=mods]')).not.toBeNull())
    expect(button.getAttribute('aria-busy')).toBe('false')
  },
)

it('calls a server with several mods that are not ready what its own screen calls it', async () => {
  const fake = playMain([serverOf(1, 'Harbour 1', { startParameters: '@Harbour;@Maps' })])
  const notInstalled = { state: 'damaged', last: absent } as const
  const harbour = modsViewOf(notInstalled, { id: 5 })
  fake.mods.set({
    ...harbour,
    mods: [...harbour.mods, ...modsViewOf(notInstalled, { id: 6, folder: '@Maps' }).mods],
  })
  fake.game.set({ running: true, since: 0 })
  render(Host, { main: fake.main, i18n, router: new Router('servers'), view: ServersView })
  const told = (await screen.findByText('Not ready to play')).closest('.badge')
  expect(told?.getAttribute('data-tone')).toBe('warn') // as there
  fake.mods.set(harbour)
  expect(await screen.findByText('Not installed')).toBeTruthy()
})

it('says on a server’s card why the list of its mod is rejected', async () => {
  const fake = playMain([serverOf(1, 'Harbour 1')])
  const distrust = { reason: 'empty', detail: '', at: '' } as const
  fake.mods.set(modsViewOf({ state: 'ready', last: ready }, { id: 5, distrust }))
  render(Host, { main: fake.main, i18n, router: new Router('servers'), view: ServersView })
  const told = (await screen.findByText('File list rejected')).closest('[title]')
  expect(told?.getAttribute('title')).toBe('The community sent an empty file list. Only the community can fix this.')
})

it('keeps the room of what a server tells itself when it does not answer, and shows no empty facts', async () => {
  const fake = playMain(undefined, [{ serverId: 1, answered: false, at: 0, noNetwork: false }])
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  await waitFor(() => expect(document.querySelector('[data-sources]')?.className).toMatch(/silent/))
  expect(document.querySelectorAll('[data-sources] dd')).toHaveLength(3)
})

/** The server's screen with these checks, bad unless they say otherwise. */
async function withChecks(...checks: (Pick<PreflightCheck, 'id' | 'reason' | 'fix'> & Partial<PreflightCheck>)[]) {
  const fake = playMain()
  const told = checks.map((one) => ({ state: 'bad', ...one, facts: { why: 'empty' }, at: 0 }))
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'bad', checks: told }) })
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  await waitFor(() => expect(document.querySelector('[data-check]')).not.toBeNull())
  return document.querySelector('.next')
}

it('does not press the player to join a server that does not answer itself', async () => {
  const next = await withChecks({ id: 'server', state: 'care', reason: 'server-unsure', fix: 'retry' })
  expect([next?.textContent.trim(), next?.classList.contains('primary')]).toEqual(['Join', false])
})

it('does not press the player to mend a list that only the community can mend', async () => {
  const next = await withChecks({ id: 'mods', reason: 'mods-not-trusted', fix: 'retry' })
  expect([next?.textContent.trim(), next?.classList.contains('primary')]).toEqual(['Check again', false])
})

it('without the game folder says that once, and asks for nothing else', async () => {
  const fix = 'choose-install'
  await withChecks({ id: 'install', reason: 'install-gone', fix }, { id: 'mods', reason: 'mods-unchecked', fix })
  screen.getByText('Game folder missing. Is the drive connected?')
  expect(screen.queryByRole('button', { name: '1 more: Mod files' })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Join voice too' }).disabled).toBe(true)
})

it('says below the button what it mends first: without a network, that the player is offline', async () => {
  const fake = playMain()
  const bad = { state: 'bad', facts: {}, at: 0 } as const
  const checks = [
    { ...bad, id: 'mods', reason: 'mods-absent', facts: { mod: 'Harbour' } },
    { ...bad, id: 'server', reason: 'server-no-network', fix: 'retry' },
  ]
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'bad', checks }) })
  openServer(fake)
  await waitFor(() => expect(document.querySelector('[data-join] .button.lg')?.textContent.trim()).toBe('Try again'))
  const told = [...document.querySelectorAll('[data-check]')].map(({ textContent }) => textContent)
  expect(told).toEqual([expect.stringContaining('You are offline. Joining needs a connection.')])
})

it('offers nothing for the mod of another game', async () => {
  const { mods } = openServer(playMain([serverOf(1, 'Harbour 1', { appId: 730 })]))
  mods.set(modsViewOf(damaged, { id: 5 }))
  await screen.findByRole('button', { name: 'Join' })
  expect(document.querySelector('[data-next]')).toBeNull()
})
