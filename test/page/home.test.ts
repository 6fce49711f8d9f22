import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import HomeView from '../../src-renderer/views/HomeView.svelte'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { refreshScreen } from '#shared/resource/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { joinsOf } from '../../src-renderer/play/index.ts'
import { damaged, modsViewOf } from './support/mods-view.ts'
import { playMain, serverOf, stepsOf } from './support/play-main.ts'
import { firstStart } from './support/start.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** The main of a player for whom Home has nothing else to tell. */
const homeOf = ({ main }: ReturnType<typeof playMain>) => {
  const silent = () => () => undefined
  return { ...main, player: { state: silent, bankPending: silent }, updates: { state: silent } } as never
}

it('shows the server on which the player is, not the fullest', async () => {
  const silent = { serverId: 2, answered: false, at: Date.now(), noNetwork: false } as const
  const servers = [serverOf(1, 'Harbour', { playerCount: 60 }), serverOf(2, 'Island', { playerCount: 5 })]
  const fake = playMain(servers, [silent])
  const main = homeOf(fake)
  void joinsOf(main).of(2).run({ name: 'Island' })
  const done = { state: 'done' } as const
  fake.joining().resolve({ outcome: 'playing', steps: stepsOf(done, done, done, done), anywayPossible: false })
  fake.game.set({ running: true, since: 0 })
  render(Host, { main, i18n, router: new Router('home'), view: HomeView })
  expect(await screen.findByRole('heading', { level: 2, name: 'Island' })).toBeTruthy()
  expect(screen.getByText(/^Playing since/)).toBeTruthy()
  expect(screen.queryByText('Not responding')).toBeNull() // the player is on it
  // nothing is queued, so nothing waits for the game's end
  expect(screen.queryByText(/game ends/)).toBeNull()
  // grey would say that it is offline
  await waitFor(() => expect(document.querySelector('[data-live][title]')).toBeTruthy())
  expect(screen.getByRole('progressbar', { name: 'Players' }).className).not.toContain('neutral')
})

it('promises no join as soon as the community does not answer, before its mods are read again', async () => {
  const fake = playMain([serverOf(1, 'Harbour')])
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  const main = homeOf(fake) as typeof fake.main
  const read = main.community.read as (asked: never) => Promise<object>
  const down: { refreshFailure?: object } = {}
  const community = { ...main.community, read: async (asked: never) => ({ ...(await read(asked)), ...down }) }
  const mods = { ...main.mods, refresh: () => new Promise(() => undefined) }
  render(Host, { main: { ...main, community, mods } as never, i18n, router: new Router('home'), view: HomeView })
  await screen.findByRole('button', { name: 'Repair and join' })
  down.refreshFailure = { code: 'connection-lost', facts: { host: 'info.test', errno: 'ECONNRESET' } }
  refreshScreen()
  expect(await screen.findByRole('button', { name: 'Repair' })).toBeTruthy() // by the known list
  expect(screen.getByText('You can join once the community is back')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Join voice too' })).toBeNull()
})

it('keeps the server that its button joins while it is shown, whatever happens to the servers', async () => {
  const servers = [serverOf(1, 'Harbour', { playerCount: 60 }), serverOf(2, 'Island', { playerCount: 5 })]
  const fake = playMain(servers)
  render(Host, { main: homeOf(fake), i18n, router: new Router('home'), view: HomeView })
  const joins = () => screen.findByRole('heading', { level: 2, name: 'Harbour' })
  const change = (...changed: typeof servers) => {
    servers.splice(0, servers.length, ...changed)
    refreshScreen()
  }
  await joins()
  change(serverOf(1, 'Harbour', { playerCount: 100 }), serverOf(2, 'Island', { playerCount: 5 }))
  await screen.findByText('Full')
  await joins()
  change(serverOf(1, 'Harbour', { online: false, playerCount: 60 }), serverOf(2, 'Island', { playerCount: 7 }))
  await screen.findByRole('button', { name: 'Notify me when online' })
  await joins()
  expect(screen.queryByText(/60/)).toBeNull() // nothing of who was on it
  expect(screen.queryByText('Pinging…')).toBeNull()
  change(serverOf(2, 'Island', { playerCount: 7 })) // it is gone from the list
  expect(await screen.findByRole('heading', { level: 2, name: 'Island' })).toBeTruthy()
})

it('shows no card that would be empty: of news where there are none, of friends of whom none plays', async () => {
  const fake = playMain([serverOf(1, 'Harbour', { players: ['Ada'] })])
  const { settings } = firstStart().settings
  const withFriend = (name: string) =>
    fake.settings.set({ settings: { ...settings, friends: { h: [name] } }, notices: [] })
  withFriend('Ole')
  render(Host, { main: homeOf(fake), i18n, router: new Router('home'), view: HomeView })
  await screen.findByRole('heading', { level: 2, name: 'Harbour' })
  await waitFor(() => expect(document.querySelector('.columns.one')).not.toBeNull())
  expect([screen.queryByText('News'), screen.queryByText('Friends')]).toEqual([null, null])
  withFriend('Ada')
  expect(await screen.findByText('Friends')).toBeTruthy()
})

it('marks a favourite on the server’s own screen too', async () => {
  const fake = playMain([serverOf(1, 'Harbour')])
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  const star = await screen.findByRole('button', { name: 'Add Harbour to favourites' })
  await fireEvent.click(star)
  expect(fake.asked('settings')).toEqual([{ favouriteServers: ['h/1'] }])
})
