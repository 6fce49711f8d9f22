import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { noticeClasses } from '../../src-preload/contract/settings.ts'
import { noQueue } from '../../src-renderer/mods/standing.ts'
import { actions, settings } from '../../src-renderer/views/search/actions.ts'
import type { SourceTools } from '../../src-renderer/views/search/source.ts'
import { sources } from '../../src-renderer/views/search/sources.ts'
import { mods } from '../../src-renderer/views/search/world.ts'
import SearchPalette from '../../src-renderer/views/search/SearchPalette.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'
import { Router } from '#shared/router/index.ts'
import { piecesOf, rank, type SearchEntry } from '#shared/search.ts'
import Host from './support/Host.svelte'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
const titles = () => screen.getAllByRole('option').map((option) => option.querySelector('.title')?.textContent)
const none = { settings: {}, absent: [], pins: [] }

it('shows what fits best also where it comes after as many as are looked for, below them', async () => {
  const servers = Array.from({ length: 60 }, (_, id) => ({ id, name: `Apple ${id}`, online: false, players: [] }))
  let bring: () => void = () => undefined
  const goods = new Promise<unknown>(
    (resolve) => (bring = () => resolve({ value: [{ items: [{ item: 'apple', name: 'Apple' }] }] })),
  )
  const read = ({ endpoint }: { endpoint: string }) =>
    endpoint === 'marketAll' ? goods : Promise.resolve({ value: endpoint === 'servers' ? servers : [] })
  const nothing = () => () => undefined
  const settings = { state: nothing, profile: nothing }
  const player = { state: nothing, lock: nothing }
  const main = { community: { read }, settings, player, play: { game: nothing } } as unknown as Main
  const given = { onclose: () => undefined }
  render(Host, { main, i18n, router: new Router('home'), view: SearchPalette, given })
  await fireEvent.input(screen.getByRole('combobox'), { target: { value: 'apple' } })
  await expect.poll(() => titles().length).toBe(50)
  bring()
  await expect.poll(titles).toContain('Apple')
  expect(titles()[0]).toBe('Apple 0')
})

it('finds every setting by the name that it has on its tab', async () => {
  const t = (key: string) => key
  const tools = { t, settings: {}, absent: [] } as unknown as SourceTools
  const entries = (await Promise.all([settings(tools), actions(tools)])).flat().map(({ title }) => title)
  const folder = 'src-renderer/settings'
  const files = readdirSync(folder).filter((name) => name.endsWith('.svelte'))
  const texts = files
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes('Preferences'))
  const controls = texts.flatMap((text) => text.match(/<(?:Switch|Select|NumberField|TextField)\s[^>]*/g) ?? [])
  const labels = controls.map((control) => /label=\{t\(['`]([^'`$]+)/.exec(control)?.[1] ?? control)
  expect(labels.length).toBeGreaterThan(20)
  // one whose last word is a variable's has as many entries as that has values
  const isFound = (label: string) =>
    label.endsWith('.')
      ? entries.filter((title) => title.includes(label)).length === noticeClasses.length
      : entries.includes(label)
  expect(labels.filter((label) => !isFound(label))).toEqual([])
  const fewer = await settings({ ...tools, absent: ['settings.open-links'] })
  expect(fewer.map(({ title }) => title)).not.toContain('settings.open-links')
})

it('finds each start option, and opens the options at the tab that it is on', async () => {
  const router = new Router('home')
  const entries = await settings({ t: i18n.t, settings: {}, absent: [], router } as unknown as SourceTools)
  const opens = (query: string) => {
    const [first] = rank(entries, query, 1)
    first?.run()
    return [first?.title, router.screen, router.wish]
  }
  expect(opens('windowed')).toEqual(['Windowed mode', 'servers', 'start-options'])
  expect(opens('memory limit')).toEqual(['Memory limit (MB)', 'servers', 'start-options'])
  expect(opens('more param')).toEqual(['More parameters', 'servers', 'start-options'])
  expect(opens('voice app')).toEqual(['Voice app', 'servers', 'game-options'])
  const form = readFileSync('src-renderer/play/LaunchForm.svelte', 'utf8')
  const labels = [...form.matchAll(/label=\{t\('([^']+)'\)\}/g)].map(([, key]) => i18n.t(key as 'play.options.extra'))
  const titles = entries.map(({ title }) => title)
  // the profile of one server has the name of the other one with more words
  expect(labels.filter((label) => !titles.includes(label))).toEqual(['Game profile on this server'])
})

it('finds houses and buildings with their prices, streams, voice servers, and the player’s own vehicles, pins and accounts', async () => {
  const record = (title: string, price: string) => ({ key: title, title, fields: [{ name: 'price', value: price }] })
  const answers: Record<string, unknown> = {
    houses: [record('Kapitänshaus', '900')],
    twitch: [{ name: 'kapitaen_live', title: 'Kapitän on watch' }],
    teamspeaks: [{ id: 2, name: 'Kapitän TS', userCount: 4, users: [] }],
  }
  const account = { iban: 'NH417702', label: 'Kapitän AG', kind: 'company', isDefault: false, balance: 7 }
  const bank = { accounts: () => Promise.resolve({ accounts: [account], payees: [] }) }
  // a community without buildings
  const read = ({ endpoint }: { endpoint: string }) =>
    endpoint === 'buildings' ? Promise.reject(new Error('none')) : Promise.resolve({ value: answers[endpoint] ?? [] })
  const told = (value: unknown) => (hear: (value: unknown) => void) => (hear(value), () => undefined)
  const vehicle = { id: 5, name: 'Kapitän GT', state: '', destroyed: false, impounded: true, active: false }
  const player = {
    state: told({ state: 'signed-in' }),
    lock: told({ locked: false }),
    data: () => Promise.resolve({ upkeep: [], vehicles: { value: [vehicle] } }),
  }
  const router = new Router('home')
  const tools = {
    ...{ main: { community: { read }, player, bank }, t: i18n.t, format: createFormat(i18n), router, settings: {} },
    ...{ isFriend: () => false, absent: [], pins: [{ x: 3122, y: 12_838, note: 'Kapitän’s pier' }] },
  } as unknown as SourceTools
  const all = (await Promise.all(sources.map((source) => source(tools).catch(() => [])))).flat()
  const found = rank(all, 'kapit', 9)
  expect(found.map(({ title, kind, detail }) => [title, kind, detail]).sort()).toEqual([
    ['Kapitän AG', 'Account', undefined],
    ['Kapitän GT', 'My vehicle', 'Impounded'],
    ['Kapitän TS', 'Voice', '4'],
    ['Kapitänshaus', 'House', '$900'],
    ['Kapitän’s pier', 'My pins', '031 128'],
    ['kapitaen_live', 'Stream', 'Kapitän on watch'],
  ])
  const places = found.map(({ run }) => {
    run()
    return `${router.screen} ${JSON.stringify(router.params)}`
  })
  expect(places.sort()).toEqual([
    ...['bank {"account":"NH417702"}', 'houses {"query":"Kapitänshaus"}', 'map {"x":"3122","y":"12838"}'],
    ...['player {"vehicle":"5"}', 'streams {}', 'voice {}'],
  ])
})

it('opens the form of a transfer before the setting of its notices', async () => {
  const tools = { t: i18n.t, settings: {}, absent: [] } as unknown as SourceTools
  const entries = (await Promise.all([actions(tools), settings(tools)])).flat()
  expect(rank(entries, 'transfer', 2).map(({ title }) => title)).toEqual([
    'New transfer',
    'Notifications · Transfer results',
  ])
})

it('shows three pages at most before other entries that fit, each area’s first page first', async () => {
  const tools = { t: i18n.t, settings: {}, absent: [] } as unknown as SourceTools
  const pages = (await sources[0]?.(tools)) ?? []
  const malte = { ...pages[0], key: 'malte', title: 'Malte', isPage: undefined } as SearchEntry
  const found = rank([...pages, malte], 'ma', 50).map(({ title }) => title)
  expect(found.slice(0, 4)).toEqual(['Market · Goods', 'Map', 'Market · Items', 'Malte'])
  expect(found).toContain('Map · Fuel stations')
})

it.each([
  ['en', 'shortcuts', 'Keyboard shortcuts'],
  ['de', 'Tastenkürzel', 'Tastenkürzel'],
] as const)('finds the keyboard shortcuts (%s)', async (language, query, title) => {
  let helps = 0
  const spoken = new I18n()
  await spoken.use(language)
  const entries = await actions({ t: spoken.t, settings: {}, help: () => helps++ } as unknown as SourceTools)
  const [first] = rank(entries, query, 1)
  first?.run()
  expect([first?.title, helps]).toEqual([title, 1])
})

it('lists friends before strangers whose names fit as well', async () => {
  const servers = [{ id: 1, name: 'Isle', players: ['Malte Ingwers', '[C2] Malte Jessen'] }]
  const read = ({ endpoint }: { endpoint: string }) => Promise.resolve({ value: endpoint === 'servers' ? servers : [] })
  const isFriend = (name: string) => name.includes('Jessen')
  const tools = { main: { community: { read } }, t: i18n.t, ...none, isFriend } as unknown as SourceTools
  const all = (await Promise.all(sources.map((source) => source(tools).catch(() => [])))).flat()
  expect(rank(all, 'malte', 9).map(({ title, kind }) => [title, kind])).toEqual([
    ['[C2] Malte Jessen', 'Friend'],
    ['Malte Ingwers', 'Player'],
  ])
  expect(rank(all, 'market', 9).map(({ title }) => title)).toEqual(
    ['Goods', 'Items', 'Vehicles', 'Company shops'].map((page) => `Market · ${page}`),
  )
})

it.each([
  ['Company shops', 'sho', 'Company [sho]ps'],
  ['Hausbootverleih Kauz', 'haus ka', '[Haus]bootverleih [Ka]uz'],
  ['Häuser', 'hau', '[Häu]ser'],
  ['Malte 😀 Mo', 'mo', 'Malte 😀 [Mo]'],
  ['Rohbernstein', 'bern', 'Roh[bern]stein'],
  ['Straße', 'xyz', 'Straße'],
  ['Market', ' ', 'Market'],
])('of %j it marks what %j names', (title, query, marked) => {
  expect(
    piecesOf(title, query)
      .map(({ text, isNamed }) => (isNamed ? `[${text}]` : text))
      .join(''),
  ).toBe(marked)
})

it('finds the mods also where repair could not be opened', async () => {
  const told = (value: unknown) => (hear: (value: unknown) => void) => (hear(value), () => undefined)
  const refused = (_hear: unknown, fail: (why: Error) => void) => (fail(new Error('not open')), () => undefined)
  const mod = { id: 7, name: 'Nordwind', hasFiles: true, verification: { state: 'unknown' }, distrust: null }
  const state = told({ mods: [mod] })
  const found = (repair: unknown, queue = repair) =>
    mods({
      main: { mods: { state }, repair: { updates: repair, states: repair, queue } },
      t: i18n.t,
    } as unknown as SourceTools)
  const nordwind = { title: 'Nordwind', detail: 'Not checked yet' }
  expect(await found(told([]), told(noQueue))).toMatchObject([nordwind])
  expect(await found(refused)).toMatchObject([nordwind])
})

interface Bank {
  locked: boolean
  state?: 'signed-in' | 'signed-out'
}

/** Opens the palette over a bank with one payee; gives what was changed, how often the bank was asked, and the way to lock it. */
function openOver({ locked, state = 'signed-in' }: Bank) {
  const changes: unknown[] = []
  let asked = 0
  const hears: ((view: { locked: boolean }) => void)[] = []
  const nothing = () => () => undefined
  const accounts = () => {
    asked++
    return Promise.resolve({ accounts: [], payees: [{ iban: 'NH417702', name: 'Ole Tams' }] })
  }
  const main = {
    community: { read: () => Promise.resolve({ value: [] }) },
    settings: { state: nothing, profile: nothing, change: (change: unknown) => Promise.resolve(changes.push(change)) },
    play: { game: nothing },
    bank: { accounts },
    player: {
      state: (hear: (view: object) => void) => (hear({ state }), () => undefined),
      data: () =>
        Promise.resolve({
          player: { asOf: new Date(Date.now() - 3.5 * 3_600_000).toISOString() },
          upkeep: [{ kind: 'house', id: 311, name: '', hoursLeft: 9, spot: { x: 3, y: 4 } }],
        }),
      lock: (hear: (view: { locked: boolean }) => void) => (hears.push(hear), hear({ locked }), () => undefined),
    },
  } as unknown as Main
  const given = { onclose: () => undefined }
  const router = new Router('home')
  render(Host, { main, i18n, router, view: SearchPalette, given })
  const lock = () => hears.forEach((hear) => hear({ locked: true }))
  return { changes, router, lock, asked: () => asked }
}

const ask = (value: string) => fireEvent.input(screen.getByRole('combobox'), { target: { value } })
const found = () => screen.queryAllByRole('option').map((option) => option.querySelector('.title')?.textContent)

it('finds what can be done, and does it', async () => {
  const { changes } = openOver({ locked: false })
  for (const [words, first] of [
    ['new transfer', 'New transfer'],
    ['check all', 'Check all mods'],
    ['speed', 'Speed limit'],
    ['start min', 'Start minimised'],
    ['while i play', 'Download while playing'],
    ['unreadable', 'Unreadable entries'],
    ['language: deutsch', 'Language: Deutsch'],
    ['night', 'Dark theme'],
    ['petrol', 'Map · Fuel stations'],
    ['teamspeak', 'Servers · Voice'],
    ['send money', 'New transfer'],
    ['licenses', 'Handbook · Licences'],
    ['download limit', 'Speed limit'],
    ['setting zoom', 'Interface scale'],
    ['dark theme', 'Dark theme'],
  ] as const) {
    await ask(words)
    await expect.poll(() => found()[0]).toBe(first)
  }
  await fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
  expect(changes).toEqual([{ theme: 'dark' }])
})

it('shows payees only while the bank is open, and no longer once it locks', async () => {
  const { lock } = openOver({ locked: false })
  await ask('ole')
  await expect.poll(found).toEqual(['Ole Tams'])
  expect(document.body.textContent).not.toContain('NH417702')
  lock()
  await expect.poll(found).toEqual([])
})

it('leads to the player’s own house on the map, and hides it with the bank', async () => {
  const { router, lock } = openOver({ locked: false })
  await ask('house 311')
  await expect.poll(found).toEqual(['House 311'])
  expect(screen.getByText('6 hours left')).toBeTruthy() // as Home says, also of a stored copy
  await fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
  expect([router.screen, { ...router.params }]).toEqual(['map', { x: '3', y: '4' }])
  lock()
  await expect.poll(found).toEqual([])
})

it('asks the bank for no payees while it is locked, nobody is signed in or others look on', async () => {
  for (const bank of [{ locked: true }, { locked: false, state: 'signed-out' as const }, { locked: false }]) {
    streamer.on = !bank.locked && bank.state === undefined
    const { asked } = openOver(bank)
    await ask('ole')
    await expect.poll(found).toEqual([])
    expect(asked()).toBe(0)
    cleanup()
  }
  streamer.on = false
})

it('finds what the community tells of its world, and leads there', async () => {
  const changelog = {
    id: 4,
    version: '3.4.1',
    mission: [{ mark: 'added', text: 'A <b>ferry</b> to Hafen' }],
    map: [],
    mod: [],
  }
  const values: Record<string, unknown> = {
    mapMarkers: {
      categories: [{ key: 'atm', name: 'Cash machines', count: 2 }],
      markers: [
        { id: 1, classname: 'a', name: 'Hafen bank', category: 'atm', icon: '', x: 3122, y: 12_838, placed: true },
        { id: 2, classname: 'b', name: 'Hafen nowhere', category: 'atm', icon: '', x: 0, y: 0, placed: false },
      ],
    },
    companyShops: [
      { industrialAreaId: 1, company: { id: 1, name: 'Hafenwerk', owner: 'Ole' }, position: null, goods: [] },
    ],
    licences: [{ key: 'boat', name: 'Boat licence', price: 500, illegal: false, side: 'civ', level: null, more: [] }],
    changelog: [changelog],
    marketAll: [
      { serverId: 1, online: true, items: [{ item: 'amber', name: 'Amber', price: 40 }] },
      { serverId: 2, online: false, items: [{ item: 'amber', name: 'Amber', price: 90 }] },
    ],
  }
  const topic = (value: unknown) => (hear: (value: unknown) => void) => (hear(value), () => undefined)
  const nothing = () => () => undefined
  const main = {
    community: { read: ({ endpoint }: { endpoint: string }) => Promise.resolve({ value: values[endpoint] ?? [] }) },
    settings: {
      state: nothing,
      profile: nothing,
      communityInfo: () =>
        Promise.resolve({
          rules: 'Be kind',
          links: [],
          faq: [{ question: 'Where is my key?', answer: 'In your account' }],
        }),
    },
    mods: { state: topic({ mods: [{ id: 7, name: 'Harbour', hasFiles: true, verification: { state: 'unknown' } }] }) },
    repair: { updates: topic([]), states: topic([]), queue: topic(noQueue) },
    play: { game: nothing },
    player: { state: nothing, lock: nothing },
  } as unknown as Main
  const router = new Router('home')
  const open = () => render(Host, { main, i18n, router, view: SearchPalette, given: { onclose: () => undefined } })
  const details: (string | undefined)[] = []
  for (const [words, title, screenId, params] of [
    ['hafen bank', 'Hafen bank', 'map', { x: '3122', y: '12838' }],
    ['hafenwerk', 'Hafenwerk', 'company-shops', { query: 'Hafenwerk' }],
    ['sell amber', 'Amber', 'market', { query: 'Amber' }],
    ['boat', 'Boat licence', 'licences', { query: 'Boat licence' }],
    ['3.4.1', '3.4.1', 'news', { query: '3.4.1' }],
    ['ferry', 'A ferry to Hafen', 'news', { query: 'A ferry to Hafen' }],
    ['harbour', 'Harbour', 'mods', { id: '7' }],
    ['my key', 'Where is my key?', 'community', { id: 'Where is my key?' }],
    ['rules', 'Rules', 'community', { id: 'rules' }],
    ['quarantine size', 'Quarantine size', 'settings', { tab: 'general', at: 'Quarantine size' }],
    ['autostart', 'Open at system startup', 'settings', { tab: 'desktop', at: 'Open at system startup' }],
    ['start options', 'Start options', 'servers', {}],
  ] as const) {
    open()
    await ask(words)
    await expect.poll(found).toContain(title)
    const option = screen.getAllByRole('option')[found().indexOf(title)] as HTMLElement
    details.push(option.querySelector('.detail')?.textContent)
    await fireEvent.click(option)
    expect([router.screen, { ...router.params }]).toEqual([screenId, params])
    cleanup()
  }
  // the price on a server that is online, and what is known of the mod
  expect(details.filter(Boolean)).toEqual(['Cash machines · 031 128', '$40', '$500', '3.4.1', 'Not checked yet'])
})

it('joins a server with a free seat, below its page', async () => {
  const more = { online: true, players: [], counts: null, slots: 10 }
  const servers = [
    { id: 1, name: 'Harbour', ...more, playerCount: 3 },
    { id: 2, name: 'Full', ...more, playerCount: 10 },
    { id: 3, name: 'Away', ...more, online: false, playerCount: 0 },
  ]
  const router = new Router('home')
  const read = () => Promise.resolve({ value: servers })
  const format = { number: String }
  const tools = { t: i18n.t, router, format, main: { community: { read } } } as unknown as SourceTools
  const [pages, joins] = await Promise.all(
    [1, 2].map((at) => sources[sources.indexOf(mods) + at]?.(tools) ?? Promise.resolve([])),
  )
  const entries = [...(pages ?? []), ...(joins ?? [])]
  expect(rank(entries, 'join', 9).map(({ title }) => title)).toEqual(['Join Harbour'])
  expect(rank(entries, 'harbour', 9).map(({ title }) => title)).toEqual(['Harbour', 'Join Harbour'])
  rank(entries, 'join', 1)[0]?.run()
  expect([router.screen, router.params, router.take('join')]).toEqual(['server', { id: '1' }, true])
})
