import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Changelog, GameServer, ServerMarket } from '../../src-preload/contract/community/index.ts'
import type { PriceAlert } from '../../src-preload/contract/settings.ts'
import { type Notice, openKnownNews } from '../../src-main/notifications/index.ts'
import { ListWatcher, type ListWatcherNeeds, newsFrom } from '../../src-main/notifications/list-watcher.ts'
import { compareNews, type KnownNews, type ServiceNews, type WatchList } from '../../src-main/notifications/news.ts'
import { onStage } from '../community/support.ts'
import { tempDir } from '../support/temp.ts'
import { noLog } from '../support/no-log.ts'

const nothing: KnownNews = { offline: [], friends: {}, prices: [], lists: {} }
const changelog = (id: number) => ({ id, version: `1.${id}`, active: true, mod: [] as unknown }) as Changelog
const server = (id: number, online: boolean) =>
  ({ id, name: `Server ${id}`, online, updatedAt: '2026-01-01', players: [], sides: null }) as unknown as GameServer
const market = (serverId: number, online: boolean, prices: Record<string, number>) =>
  ({
    serverId,
    serverName: `Server ${serverId}`,
    online,
    items: Object.entries(prices).map(([item, price]) => ({ item, name: item, price })),
  }) as ServerMarket
const alert = (item: string, when: PriceAlert['when'], price: number): PriceAlert => ({ item, name: item, when, price })
const look = (known: KnownNews, told: ServiceNews, wanted: Partial<WatchList> = {}, at = 1) =>
  compareNews(known, told, { favourites: [], friends: [], alerts: [], ...wanted }, at)

/** A watcher for a player who watches nothing and has no mods, except as given. */
const watcherWith = (needs: Partial<ListWatcherNeeds>) =>
  new ListWatcher({
    read: () => Promise.resolve({}),
    wanted: () => ({ favourites: [], friends: [], alerts: [] }),
    ownMods: () => [],
    isOutdated: () => false,
    readMods: () => Promise.resolve(),
    isModsListOld: () => false,
    file: openKnownNews(join(tempDir(), 'known-news.json'), noLog),
    post: () => expect.unreachable(),
    now: () => new Date(5),
    ...needs,
  })

it('the first look learns, the next ones tell what is new', () => {
  const first = look(
    nothing,
    { launcher: { html: '<b>Hello</b>', active: true }, changelogs: [changelog(1)], servers: [server(7, false)] },
    { favourites: [7] },
  )
  expect(first.notices).toEqual([])
  const told = {
    launcher: { html: '<p>New &amp; better</p>', active: true },
    changelogs: [changelog(2), changelog(1)],
    servers: [server(7, true), server(8, true)],
  }
  const second = look(first.known, told, { favourites: [7] })
  expect(second.notices.map(({ key, name }) => [key, name])).toEqual([
    ['launcher:1', 'New better'],
    ['changelog:2', '1.2'],
    ['online:7:1', 'Server 7'],
  ])
  expect(look(second.known, told, { favourites: [7] }).notices).toEqual([])
})

it('a message is told with its letters, however the service’s editor writes them', () => {
  const html = '<p>Neu f&uuml;r alle: &Ouml;l &ndash; gro&szlig;e Stra&#223;e,&nbsp;caf&#233; &#39;x&#39;</p>'
  const { notices } = look({ ...nothing, launcher: 'before' }, { launcher: { html, active: true } })
  expect(notices.map(({ name }) => name)).toEqual(["Neu für alle: Öl große Straße, café 'x'"])
})

it('what was there before it was published is told once it is', () => {
  const told = (active: boolean) => ({
    launcher: { html: 'Restart at 18:00', active },
    changelogs: [{ ...changelog(1), active }],
  })
  const first = look(nothing, told(false))
  const second = look(first.known, told(true))
  expect(second.notices.map(({ key }) => key)).toEqual(['launcher:1', 'changelog:1'])
  expect(look(second.known, told(true)).notices).toEqual([])
})

it('a server that comes back each evening is told each evening, though the service names no time', () => {
  const evening = (at: number) => {
    const off = look(nothing, { servers: [{ ...server(7, false), updatedAt: null }] }, { favourites: [7] }, at)
    return look(off.known, { servers: [{ ...server(7, true), updatedAt: null }] }, { favourites: [7] }, at + 1).notices
  }
  const keys = [...evening(1), ...evening(9)].map(({ key }) => key)
  expect(new Set(keys).size).toBe(2) // a key is shown only once
})

it('an announcement that is made again another day is told again, though its words are the same', () => {
  const made = (known: KnownNews, active: boolean, at: number) =>
    look(known, { launcher: { html: 'Restart at 18:00', active } }, {}, at)
  const first = made(made(nothing, false, 1).known, true, 2)
  const second = made(made(first.known, false, 3).known, true, 4)
  expect(made(first.known, true, 3).notices).toEqual([])
  const keys = [...first.notices, ...second.notices].map(({ key }) => key)
  expect(new Set(keys).size).toBe(2) // a key is shown only once
})

it('what could not be read changes nothing', () => {
  const known = {
    launcher: 'x',
    changelogs: [1],
    offline: [7],
    friends: { Ada: true },
    prices: ['a'],
    lists: { 1: 'd' },
  }
  expect(look(known, {}, { favourites: [7] })).toEqual({ notices: [], known })
})

it('a friend is told of who comes to play, whatever the gang; not one who was there, or was just marked', () => {
  const on = (...players: string[]) => ({ servers: [{ ...server(7, true), players }] })
  const first = look(nothing, on('[OG] Ada'), { friends: ['Ada', 'Bo'] })
  expect(first.notices).toEqual([])
  const second = look(first.known, on('[NW] Ada', 'Bo (Lobby)', 'Cleo'), { friends: ['Ada', 'Bo', 'Cleo'] }, 5)
  expect(second.notices).toEqual([
    {
      class: 'friend-online',
      key: 'friend:Bo:5',
      name: 'Bo',
      facts: { server: 'Server 7' },
      isPrivate: true,
      place: { screen: 'server', id: '7' },
    },
  ])
  const third = look(second.known, on('Bo', 'Cleo'), { friends: ['Ada', 'Bo', 'Cleo'] })
  expect(third.notices).toEqual([])
  const away = { servers: [{ ...server(7, false), players: ['Ada'] }] }
  expect(look(third.known, away, { friends: ['Ada'] }).notices).toEqual([]) // an offline server's list is old
})

it('a price is told once when it is reached, and again only after it was left; offline servers do not count', () => {
  const alerts = [alert('gold', 'at-least', 700), alert('fish', 'at-most', 10)]
  const at = (prices: Record<string, number>, known: KnownNews, moment = 1) =>
    look(known, { markets: [market(1, true, prices), market(2, false, { gold: 9_999, fish: 0 })] }, { alerts }, moment)
  const low = at({ gold: 650, fish: 12 }, nothing)
  expect(low.notices).toEqual([])
  const high = at({ gold: 710, fish: 12 }, low.known, 5)
  expect(high.notices).toEqual([
    {
      class: 'market-price',
      key: 'price:gold at-least 700:5',
      name: 'gold',
      facts: { price: 710 },
      place: { screen: 'market', id: 'gold' },
    },
  ])
  const still = at({ gold: 800, fish: 9 }, high.known)
  expect(still.notices.map(({ name }) => name)).toEqual(['fish'])
  const left = at({ gold: 600, fish: 9 }, still.known)
  expect(left.notices).toEqual([])
  expect(at({ gold: 700, fish: 9 }, left.known, 9).notices.map(({ key }) => key)).toEqual(['price:gold at-least 700:9'])
})

it('what was there before the service had nothing for a while is no news when it is back', () => {
  const all = {
    changelogs: [changelog(1), changelog(2)],
    servers: [{ ...server(7, true), players: ['Ada'] }],
    markets: [market(1, true, { gold: 700 })],
  }
  const wanted = { friends: ['Ada'], alerts: [alert('gold', 'at-least', 700)] }
  const before = look(look(nothing, all, wanted).known, all, wanted)
  const empty = look(before.known, { changelogs: [], servers: [], markets: [] }, wanted)
  const back = look(empty.known, all, wanted)
  expect([before, empty, back].map(({ notices }) => notices)).toEqual([[], [], []])
  const young = look(nothing, { changelogs: [] })
  expect(look(young.known, all).notices).toHaveLength(2) // a new community's first news
})

it('what is known lasts over a restart: what is new since is told, what was told is not; a check of the player’s is no news', async () => {
  const file = join(tempDir(), 'known-news.json')
  const posted: Notice[] = []
  let told: ServiceNews = { changelogs: [changelog(1)] }
  let version = 'a'
  let isOutdated = true
  const open = () => {
    const watcher: ListWatcher = watcherWith({
      read: () => Promise.resolve(told),
      ownMods: () => [{ id: 3, name: 'Harbour' }],
      isOutdated: () => isOutdated,
      readMods: () => Promise.resolve(watcher.listRead({ modId: 3, version })),
      file: openKnownNews(file, noLog),
      post: (notice) => posted.push(notice),
    })
    return watcher
  }
  const first = open()
  await first.look()
  first.listRead({ modId: 3, version })
  expect(posted).toEqual([])
  // While the app is closed an update comes, with a change of the mod.
  told = { changelogs: [{ ...changelog(2), mod: [{ mark: 'fixed', text: 'x' }] }, changelog(1)] }
  version = 'b'
  const second = open()
  await second.look()
  expect(posted).toEqual([
    expect.objectContaining({ class: 'changelog' }),
    { class: 'mod-update', key: 'mod:3:b', name: 'Harbour', place: { screen: 'mods', id: '3' } },
  ])
  const third = open()
  await third.look()
  third.listRead({ modId: 3, version })
  expect(posted).toHaveLength(2)
  version = 'c'
  third.learn({ modId: 3, version })
  third.listRead({ modId: 3, version })
  third.listRead({ modId: 4, version }) // not the player's
  expect(posted).toHaveLength(2)
  // The community takes its change back, and the files are right again.
  isOutdated = false
  third.listRead({ modId: 3, version: 'b' })
  expect(posted).toHaveLength(2)
})

it('a favourite whose return was told at the end of a wait is not told of twice, and is the next time', async () => {
  const posted: Notice[] = []
  let online = false
  const watcher = watcherWith({
    read: () => Promise.resolve({ servers: [server(7, online)] }),
    wanted: () => ({ favourites: [7], friends: [], alerts: [] }),
    post: (notice) => posted.push(notice),
  })
  const become = (is: boolean) => {
    online = is
    return watcher.look()
  }
  await become(false)
  watcher.learnOnline(7)
  await become(true)
  expect(posted).toEqual([])
  await become(false)
  await become(true)
  expect(posted.map(({ key }) => key)).toEqual(['online:7:5'])
})

it('reads the mods again at each look until the service has answered, and then no more', async () => {
  let [isOld, reads] = [true, 0]
  const watcher = watcherWith({
    readMods: () => Promise.resolve(void (isOld = ++reads < 2)),
    isModsListOld: () => isOld,
  })
  for (let looks = 0; looks < 4; looks++) await watcher.look()
  expect(reads).toBe(2)
})

it('what the player no longer watches is not told, though it was being read', async () => {
  const posted: string[] = []
  let alerts = [alert('gold', 'at-least', 700)]
  const watcher = watcherWith({
    read() {
      alerts = []
      return Promise.resolve({ markets: [market(1, true, { gold: 800 })] })
    },
    wanted: () => ({ favourites: [], friends: [], alerts }),
    post: ({ key }) => posted.push(key),
  })
  await watcher.look()
  expect(posted).toEqual([])
})

it('a look that a sleep has held up does not undo a later one', async () => {
  const posted: string[] = []
  const answers: ((news: ServiceNews) => void)[] = []
  const watcher = watcherWith({
    read: () => new Promise((resolve) => void answers.push(resolve)),
    wanted: () => ({ favourites: [7], friends: [], alerts: [] }),
    post: ({ key }) => posted.push(key),
    now: () => new Date(posted.length),
  })
  const looks = [watcher.look(), watcher.look()]
  answers.at(-1)?.({ servers: [server(7, true)] })
  answers[0]?.({ servers: [server(7, false)] })
  await Promise.all(looks)
  const last = watcher.look()
  answers.at(-1)?.({ servers: [server(7, true)] })
  await last
  expect(posted).toEqual([])
})

it(
  'the copy of an earlier day is no news: a server that was offline then does not come back now',
  onStage(async ({ open, service, clock }) => {
    const parts = { servers: true, market: true }
    const first = open()
    expect((await newsFrom(first.read)(parts)).servers).not.toHaveLength(0)
    await first.close()
    service.faults.set(/./, { kind: 'reset' })
    clock.pass(86_400_000)
    expect(await newsFrom(open().read)(parts)).toEqual({})
  }),
)
