import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { createRawSnippet, type Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type { ServerLogEntry } from '../../src-preload/contract/community/index.ts'
import type { ServerLive } from '../../src-preload/contract/play.ts'
import type { RepairCause } from '../../src-preload/contract/repair-cause.ts'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import { partsOfName } from '#shared/server-name.ts'
import type { LiveNumbers } from '../../src-renderer/servers/live.svelte.ts'
import LastActive from '../../src-renderer/servers/LastActive.svelte'
import ServerGrid from '../../src-renderer/servers/ServerGrid.svelte'
import ServerLines from '../../src-renderer/servers/ServerLines.svelte'
import { joinsOf } from '../../src-renderer/play/index.ts'
import { seatJoinOf } from '../../src-renderer/play/seat-join.svelte.ts'
import ServersView from '../../src-renderer/views/ServersView.svelte'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { surroundings } from '#shared/resource/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
const TEN_MINUTES = 600_000

it('offers on a full server’s card to join when a slot is free, as its page does, and on an offline one to tell when it is back', async () => {
  const servers = [
    serverOf(1, 'Full', { playerCount: 100 }),
    serverOf(2, 'Calm', { playerCount: 10 }),
    serverOf(3, 'Gone', { online: false, playerCount: 55 }),
  ]
  const fake = playMain(servers)
  const view = render(Host, { main: fake.main, i18n, router: new Router('servers'), view: ServersView })
  const card = async (name: string) => {
    const heading = await screen.findByRole('heading', { name })
    return within(heading.closest('article') as HTMLElement)
  }
  expect((await card('Calm')).queryByRole('button', { name: /slot/ })).toBeNull()
  const full = await card('Full')
  fake.mods.set(modsViewOf(damaged, { id: 5 })) // a join would need a repair first
  expect(await full.findByRole('button', { name: 'Notify me when free' })).toBeTruthy()
  fake.mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  await fireEvent.click(await full.findByRole('button', { name: 'Join when free' }))
  expect(fake.asked('watchSeat')).toEqual([{ serverId: 1, on: true }])
  expect(seatJoinOf(fake.main).waitsFor(1)).toBe(true)
  fake.watches.set([1])
  await fireEvent.click(await full.findByRole('button', { name: 'Waiting for a slot' }))
  expect(seatJoinOf(fake.main).waitsFor(1)).toBe(false)
  expect(fake.asked('watchSeat')).toEqual([
    { serverId: 1, on: true },
    { serverId: 1, on: false },
  ])
  const gone = await card('Gone')
  expect(gone.getByRole('button', { name: 'Notify me when online' })).toBeTruthy()
  expect(gone.queryByText('55')).toBeNull()
  view.unmount()
})

it.each([
  ['the game folder', 'Game folder missing. Is the drive connected?', null, ['Choose game folder…']],
  ['the folder that the mods were moved to', 'The mods folder cannot be read. Is its drive connected?', 'E:/mods', []],
])('says once that a folder is missing, with what helps: %s', async (_, words, modsDir, more) => {
  const fake = playMain([serverOf(1, 'Harbour', { modId: 5 }), serverOf(2, 'Island', { modId: 5 })])
  const place: Main['repair']['place'] = (listener) => (
    listener({ gameDir: '/game', modsDir, move: null }),
    () => undefined
  )
  Object.assign(fake.main.repair, { place })
  const view = render(Host, { main: fake.main, i18n, router: new Router('servers'), view: ServersView })
  await screen.findByRole('heading', { name: 'Island' })
  expect(screen.queryByText(words)).toBeNull()
  const checking = { state: 'verifying', tier: 'quick', paused: false, forGame: false, last: null } as const
  fake.mods.set({ ...modsViewOf(checking, { id: 5 }), gameDirExists: false })
  const notice = await screen.findByText(words) // findBy refuses a second one
  const buttons = [...(notice.parentElement?.querySelectorAll('button') ?? [])]
  expect(buttons.map(({ textContent }) => textContent.trim())).toEqual(['Check again', ...more])
  fake.game.set({ running: true, since: 0 })
  await waitFor(() => expect(buttons.filter(({ disabled }) => disabled)).toHaveLength(more.length))
  expect(document.querySelector('[data-standing]')).toBeNull() // nothing is checked there
  view.unmount()
})

it.each([
  ['an empty server', { playerCount: 0 }, 'Join voice too', true],
  ['players without names', { playerCount: 40 }, 'Join voice too', false],
  ['a server that is offline', { playerCount: 0, online: false }, 'Notify me when online', false],
])('says that nobody is there, and leaves out what is not known: %s', async (_, given, shown, isSaid) => {
  const { main } = playMain([serverOf(1, 'Harbour', given)])
  const router = new Router('home')
  router.go('server', { id: '1' })
  const view = render(Host, { main, i18n, router, view: ServerView })
  await screen.findByText(shown)
  expect(screen.queryByRole('heading', { name: 'Nobody is here right now' }) !== null).toBe(isSaid)
  view.unmount()
})

it.each([
  [null, ['Name']],
  [{ civ: ['Ada'], cop: [], medic: [], rac: [] }, ['Name', 'Faction']],
])('lists the players with their sides, if a player has one: %j', async (sides, columns) => {
  const { main } = playMain([serverOf(1, 'Harbour', { players: ['Ada', 'Bo'], sides })])
  const router = new Router('home')
  router.go('server', { id: '1' })
  const view = render(Host, { main, i18n, router, view: ServerView })
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent.trim())
  await waitFor(() => expect(heads()).toEqual(columns))
  view.unmount()
})

it('a server’s card says what comes next, and the state of its mod if its button does not', async () => {
  const counts = { ...last.counts, ok: 0, missing: 8 }
  const absent = { ...last, counts, missingBytes: 60 << 20, isInstalled: false }
  const others = [
    serverOf(2, 'Other game', { appId: 730 }),
    serverOf(3, 'No mods', { modId: null, startParameters: '' }),
  ]
  const fake = playMain([serverOf(1, 'Harbour'), ...others])
  const router = new Router('servers')
  const view = render(Host, { main: fake.main, i18n, router, view: ServersView })
  const saysOf = async (name: string) => {
    const card = (await screen.findByRole('heading', { name })).closest('article')
    return [...(card?.querySelectorAll('footer button, [data-standing], .price') ?? [])].map((one) =>
      one.textContent.trim(),
    )
  }
  const says = (words: string[]) => waitFor(async () => expect((await saysOf('Harbour')).join()).toEqual(words.join()))
  await says(['Join'])
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  await says(['Repair and join', '3 files to repair'])
  expect(await saysOf('Other game')).toEqual(['Join'])
  fake.mods.set(modsViewOf({ state: 'damaged', last: absent }, { id: 5 }))
  await says(['Install and join', '60\u00a0MB · about 1m\u00a000s to download'])
  fake.repairs.set([repairAtWork])
  await says(['Join when done', 'Repairing'])
  fake.repairs.set([{ ...repairAtWork, phase: 'paused' }])
  await says(['Resume', 'Repair paused'])
  fake.repairs.set([{ ...repairAtWork, phase: 'interrupted' }])
  fake.queue.set({ mods: [{ modId: 5, state: 'waiting' }], paused: false, wentOn: false })
  await says(['Join when done', 'In the queue'])
  fake.queue.set({ mods: [{ modId: 5, state: 'network' }], paused: false, wentOn: false })
  await says(['Waiting for a connection']) // it resumes by itself
  fake.queue.set({ mods: [], paused: false, wentOn: false })
  fake.repairs.set([])
  const first = { state: 'verifying', tier: 'quick', paused: false, forGame: false, last: null } as const
  fake.mods.set(modsViewOf(first, { id: 5 }))
  await says(['Join when done', 'Checking'])
  fake.mods.set({ ...modsViewOf({ state: 'unknown', last: null }, { id: 5 }), gameDirExists: false })
  await says([]) // the screen says why
  expect(await saysOf('No mods')).toEqual([]) // nor can a server without mods be joined
  fake.mods.set({ ...modsViewOf({ state: 'unknown', last: null }, { id: 5 }), gameDir: null, gameDirExists: false })
  await says(['Join']) // no folder is chosen yet, so none is missing
  fake.mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  await says(['Join'])
  fake.updates.set([{ modId: 5, added: 1, changed: 2, removed: 0, fetchBytes: 300 } as ModUpdate])
  await says(['Update and join', '300\u00a0bytes to download']) // the rest is on its page
  fake.updates.set([])
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  await says(['Repair and join', '3 files to repair'])
  screen.getByRole('button', { name: 'Repair and join: Harbour' }).click()
  expect([router.screen, router.wish]).toEqual(['server', 'bring-up'])
  view.unmount()
})

it('offers no join whose check of files could only fail while the community cannot be reached', async () => {
  const fake = playMain([serverOf(1, 'Harbour'), serverOf(2, 'Other game', { appId: 730 })])
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  const { community } = fake.main
  const refreshFailure = { code: 'connection-lost', facts: { host: 'info.test', errno: 'ECONNRESET' } }
  const main = {
    ...fake.main,
    community: { ...community, read: async (asked: never) => ({ ...(await community.read(asked)), refreshFailure }) },
  } as unknown as typeof fake.main
  const router = new Router('servers')
  const view = render(Host, { main, i18n, router, view: ServersView })
  await fireEvent.click(await screen.findByRole('button', { name: 'Repair: Harbour' })) // by the known list
  expect([router.screen, router.params]).toEqual(['mods', { id: '5' }])
  expect(screen.getByRole('button', { name: 'Join Other game' })).toBeTruthy()
  expect(screen.getByText(/ · Mods can’t be checked right now\.$/)).toBeTruthy()
  expect(screen.getByText('Damaged')).toBeTruthy()
  fake.mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  await waitFor(() => expect(screen.queryByText('Damaged')).toBeNull())
  screen.getByText('File list not loaded')
  const titles = screen.getAllByText('Unreachable').map(({ title }) => title)
  expect(titles).toContain('The connection to info.test failed.')
  view.unmount()
})

it('offers what continues stopped work, and checks again by a rejected list', async () => {
  const fake = playMain([serverOf(1, 'Harbour')])
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  const router = new Router('servers')
  const view = render(Host, { main: fake.main, i18n, router, view: ServersView })
  const stoppedBy = (stopped: RepairCause) =>
    fake.repairs.set([
      {
        ...{ ...repairAtWork, phase: 'ended' },
        outcome: { stopped, repaired: 0, copied: 0, setAside: 0, seconds: 1, troubles: [] },
      },
    ])
  stoppedBy({ kind: 'offline' })
  expect(await screen.findByRole('button', { name: 'Resume: Harbour' })).toBeTruthy()
  stoppedBy({ kind: 'disk-full', neededBytes: 9, freeBytes: 1 })
  await fireEvent.click(await screen.findByRole('button', { name: 'Free up space…: Harbour' }))
  expect([router.screen, router.params]).toEqual(['mods', { tab: 'quarantine' }])
  screen.getByText('Not enough space')
  fake.repairs.set([])
  const distrust = { reason: 'empty', at: '2026-01-01T00:00:00Z' } as never
  fake.mods.set(modsViewOf(damaged, { id: 5, distrust }))
  expect(await screen.findByRole('button', { name: 'Check again: Harbour' })).toBeTruthy()
  view.unmount()
})

it('offers no join without a network, and calls no server silent', async () => {
  const servers = [
    serverOf(1, 'Harbour', { playerCount: 20 }),
    serverOf(2, 'No mods', { modId: null, startParameters: '' }),
  ]
  const unasked = servers.map(({ id }) => ({ serverId: id, answered: false as const, at: Date.now(), noNetwork: true }))
  const fake = playMain(servers, unasked)
  fake.mods.set({ ...modsViewOf(damaged, { id: 5 }), refreshFailure: { code: 'offline', facts: { host: 'x' } } })
  let asked = 0
  const live = () => Promise.resolve((asked++, unasked))
  const { play, mods } = fake.main
  const refresh = () => Promise.resolve()
  const read = fake.main.community.read as (asked: never) => Promise<object>
  const refreshFailure = { code: 'offline', facts: { host: 'x' } }
  const community = { read: async (asked: never) => ({ ...(await read(asked)), refreshFailure }) }
  const main = { ...fake.main, play: { ...play, live }, mods: { ...mods, refresh }, community } as never
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  await waitFor(() => expect(screen.queryByText('Online')).toBeNull())
  await screen.findByRole('heading', { name: 'No mods' })
  expect(document.querySelectorAll('footer button')).toHaveLength(0)
  expect(screen.getAllByRole('progressbar')[0]?.className).toMatch(/neutral/)
  expect(document.querySelector('.big')?.className).toContain('old')
  expect([...document.querySelectorAll('[data-live]')].map(({ textContent }) => textContent)).toEqual(['', ''])
  screen.getByText(/^60 players on 2 servers \(as of .+\) · You can join once you are online again\.$/)
  const before = asked
  surroundings.update({ online: false })
  expect(asked).toBe(before + 1) // the answers from before are out of date
  surroundings.update({ online: true })
  expect(asked).toBe(before + 2)
  view.unmount()
})

it('offers no join while the game runs, and says on which server the player is, first, and what each mod is', async () => {
  const servers = [
    serverOf(1, 'Here', { modId: null, startParameters: '', playerCount: 1 }),
    serverOf(2, 'There', { modId: null, startParameters: '' }),
  ]
  const { main, game, mods, joining } = playMain([...servers, serverOf(3, 'Broken')])
  const inOrder = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent.trim())
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  const card = async (name: string) => (await screen.findByRole('heading', { name })).closest('article')
  expect(within((await card('There')) as HTMLElement).getByRole('button', { name: 'Join There' })).toBeTruthy()
  const join = joinsOf(main).of(1).run({ name: 'Here' })
  joining().resolve({ outcome: 'playing', steps: [], anywayPossible: false })
  await join
  game.set({ running: true, since: Date.now() })
  expect(await screen.findByText(/^Playing since/)).toBeTruthy()
  expect((await card('Here'))?.textContent).toContain('Playing since')
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
  expect(inOrder().slice(0, 3)).toEqual(['Here', 'There', 'Broken'])
  const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, isInstalled: false }
  mods.set(modsViewOf({ state: 'damaged', last: absent }, { id: 5 }))
  expect(await screen.findByText('Not installed')).toBeTruthy()
  mods.set(modsViewOf(damaged, { id: 5 }))
  expect(await screen.findByText('Damaged')).toBeTruthy()
  mods.set(modsViewOf({ state: 'stale', last: { ...last, result: 'stale' } }, { id: 5 }))
  expect(await screen.findByText('Not fully checked')).toBeTruthy()
  game.set({ running: false })
  expect(await screen.findByRole('button', { name: 'Join Here' })).toBeTruthy()
  expect(inOrder().slice(0, 3)).toEqual(['There', 'Broken', 'Here'])
  expect(screen.getByText('Not fully checked')).toBeTruthy()
  view.unmount()
})

it('tells one count of players: the server’s own once it has answered', async () => {
  const servers = [serverOf(1, 'Harbour', { playerCount: 10 }), serverOf(2, 'Isle', { playerCount: 20 })]
  const answer = { serverId: 1, answered: true, players: 12, slots: 100, pingMs: 5, map: 'Altis', at: Date.now() }
  const { main } = playMain(servers, [{ ...answer, version: '', password: false } as ServerLive])
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  expect(await screen.findByText('32 players on 2 servers')).toBeTruthy()
  const card = (await screen.findByRole('heading', { name: 'Harbour' })).closest('article') as HTMLElement
  expect(within(card).getByText('12')).toBeTruthy()
  expect(card.textContent).not.toMatch(/10\b(?!0)|12 of/)
  view.unmount()
})

it.each([
  ['a moment later', 50, '/ 120', 55],
  ['none free', 120, '/ 120', 120],
])('tells no count that its sides contradict: %s', async (_, players, slots, told) => {
  const counts = { civ: 37, cop: 10, medic: 4, rac: 4 }
  const servers = [serverOf(1, 'Harbour', { slots: 120, playerCount: 55, counts })]
  const answer = { serverId: 1, answered: true, players, slots: 120, pingMs: 5, map: '', at: Date.now() }
  const { main } = playMain(servers, [{ ...answer, version: '', password: false } as ServerLive])
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  const card = (await screen.findByRole('heading', { name: 'Harbour' })).closest('article') as HTMLElement
  await within(card).findByText('5 ms')
  expect([card.querySelector('.big')?.textContent, card.querySelector('.big + *')?.textContent]).toEqual([
    String(told),
    slots,
  ])
  view.unmount()
})

it('tells the server’s own count in the list on Home too', () => {
  const live = { of: () => ({ answered: true, players: 100 }) } as unknown as LiveNumbers
  const servers = [serverOf(1, 'Harbour', { playerCount: 99, slots: 100 })]
  const given = { servers, live }
  const view = render(Host, {
    main: playMain().main,
    i18n,
    router: new Router('home'),
    view: ServerLines as never,
    given,
  })
  expect(screen.getByText('100 / 100')).toBeTruthy()
  view.unmount()
})

it('calls a server full by its own answer', async () => {
  const servers = [serverOf(1, 'Harbour', { playerCount: 100 }), serverOf(2, 'Isle', { playerCount: 20 })]
  const answer = {
    answered: true as const,
    slots: 100,
    pingMs: 5,
    map: 'Altis',
    at: Date.now(),
    version: '',
    password: false,
  }
  const live = [99, 100].map((players, at) => ({ ...answer, serverId: at + 1, players, name: '' }))
  const { main } = playMain(servers, live)
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  const card = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('article') as HTMLElement)
  expect(await (await card('Isle')).findByText('Full')).toBeTruthy()
  expect((await card('Harbour')).getByText('Online')).toBeTruthy()
  view.unmount()
})

it('says of a server that is listed online and does not answer one thing', async () => {
  const silent = { serverId: 1, answered: false, at: Date.now(), noNetwork: false } as const
  const { main } = playMain([serverOf(1, 'Harbour', { playerCount: 20 })], [silent])
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServersView })
  expect(await screen.findAllByText('Not responding')).toHaveLength(1)
  expect(screen.queryByText('Online')).toBeNull()
  view.unmount()
})

it('parts what tells a server from others from the rest of its name', () => {
  expect(partsOfName('Harbour #1 | deutsch | Isle')).toEqual({ short: 'Harbour #1', tail: 'deutsch | Isle' })
  expect(partsOfName('| Harbour')).toEqual({ short: '| Harbour', tail: '' })
})

it.each([
  ['offline', { online: false }, /Nov 29.* 7:00\sPM$/],
  ['online', {}, /^$/],
])('says when somebody last played on a server only if it is offline: %s', (_, given, words) => {
  const at = (hour: number) => new Date(2026, 10, 29, hour).toISOString()
  const entry = { serverId: 1, civ: 0, cop: 0, medic: 0, rac: 0 }
  const log = [7, 19, 20].map((hour) => ({ ...entry, at: at(hour), players: hour === 20 ? 0 : 4 }))
  const props = { server: serverOf(1, 'Harbour', given), live: undefined, log }
  const { main } = playMain()
  const view = render(Host, { main, i18n, router: new Router('servers'), view: LastActive as Component, given: props })
  expect(screen.queryByText(/^Last active/)?.textContent ?? '').toMatch(words)
  view.unmount()
})

/** Two days of the log of server 2, an entry each ten minutes: each four hours its log sees it restarted, and soon again. */
const next = Math.ceil(Date.now() / (3 * TEN_MINUTES)) * 3 * TEN_MINUTES
const emptied = Array.from({ length: 288 }, (_, at): ServerLogEntry => {
  const moment = Math.floor(Date.now() / TEN_MINUTES) * TEN_MINUTES - at * TEN_MINUTES
  const players = (next + TEN_MINUTES - moment) % (24 * TEN_MINUTES) === 0 ? 2 : 80
  return { at: new Date(moment).toISOString(), serverId: 2, players, civ: 0, cop: 0, medic: 0, rac: 0 }
})

it('tells on a card when its server restarts next, as the log of all servers teaches', () => {
  const { main } = playMain()
  const given = {
    servers: [serverOf(1, 'Harbour'), serverOf(2, 'Isle')],
    live: { of: () => undefined },
    log: emptied,
    isFavourite: () => false,
    sinceOn: () => undefined,
    onfavourite: () => undefined,
    actions: createRawSnippet(() => ({ render: () => '<span></span>' })),
  }
  const view = render(Host, { main, i18n, router: new Router('servers'), view: ServerGrid as Component, given })
  const restart = (name: string) =>
    screen.getByRole('heading', { name }).closest('article')?.querySelector('[data-restart]')?.textContent.trim()
  expect(restart('Isle')).toMatch(/^Restart in about \d+\smin$/) // by the minute
  expect(restart('Harbour')).toBe('')
  view.unmount()
})
