import * as v from 'valibot'
import type { Changelog, GameServer, Notification, ServerMarket } from '../../src-preload/contract/community/index.ts'
import { bareName } from '../../src-preload/contract/player-name.ts'
import type { PriceAlert } from '../../src-preload/contract/settings.ts'
import type { Notice } from './notice.ts'

/** The service's present answers. An absent part could not be read, and changes nothing. */
export interface ServiceNews {
  launcher?: Notification
  changelogs?: readonly Changelog[]
  servers?: readonly GameServer[]
  markets?: readonly ServerMarket[]
}

export interface WatchList {
  favourites: readonly number[]
  /** Names of players, without gang tags. */
  friends: readonly string[]
  alerts: readonly PriceAlert[]
}

/** A mod of this player: it is installed. */
export interface OwnMod {
  id: number
  name: string
}

/** The part of {@link KnownNews} that is kept. */
export const KeptNews = v.object({
  launcher: v.optional(v.string()),
  /** Published ones: a draft is news when it is published. */
  changelogs: v.optional(v.pipe(v.array(v.number()), v.readonly())),
  /** Price alerts that are reached. Each is a notice again only after it was not reached for a while. */
  prices: v.optional(v.pipe(v.array(v.string()), v.readonly()), []),
  /** The last known version of each mod's list, by mod id. */
  lists: v.optional(v.pipe(v.record(v.string(), v.string()), v.readonly()), {}),
})

/**
 * What the last look found. The first look only learns, so that a first start is silent. Offline servers and friends are not kept: their
 * return is news only if this run has seen them away.
 */
export interface KnownNews extends v.InferOutput<typeof KeptNews> {
  /** Favourites that were offline. */
  offline: readonly number[]
  /** Whether each friend was playing. */
  friends: Readonly<Record<string, boolean>>
}

const NAME_LENGTH = 120

/** Most changelogs of one look: as many as notices may wait. */
const MOST_TOLD = 50

const ENTITY = /&(?:([aou])uml|(szlig)|#(\d{1,6})|\w{1,12});/gi

/** The letter of an entity that German editors write; a blank for any other. */
const letterOf = (_: string, vowel?: string, sharp?: string, code?: string): string =>
  vowel ? `${vowel}\u0308`.normalize() : sharp ? 'ß' : code ? String.fromCodePoint(Number(code)) : ' '

/** The text of a message without its markup, for a notification. */
const plain = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(ENTITY, letterOf)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH)

/** The text of the notification that is shown now; empty if none is. */
const launcherText = ({ html, active }: Notification): string => (active ? plain(html) : '')

function launcherNotice(name: string, known: KnownNews, at: number): Notice[] {
  if (name === '' || known.launcher === undefined || known.launcher === name) return []
  return [{ class: 'launcher', key: `launcher:${at}`, name, place: { screen: 'news' } }]
}

function changelogNotices(list: readonly Changelog[], known: KnownNews): Notice[] {
  if (!known.changelogs) return []
  const changelogs = new Set(known.changelogs)
  return list
    .filter(({ id }) => !changelogs.has(id))
    .slice(0, MOST_TOLD)
    .map(({ id, version }): Notice => ({
      class: 'changelog',
      key: `changelog:${id}`,
      name: version,
      place: { screen: 'news', id: String(id) },
    }))
}

const serverNotices = (servers: readonly GameServer[], known: KnownNews, at: number): Notice[] =>
  servers
    .filter(({ id, online }) => online && known.offline.includes(id))
    .map(({ id, name }): Notice => ({
      class: 'server-online',
      key: `online:${id}:${at}`,
      name,
      place: { screen: 'server', id: String(id) },
    }))

/** Which friends play, by name, and on which server. */
function friendsPlaying(friends: readonly string[], servers: readonly GameServer[]): Map<string, GameServer> {
  const wanted = new Set(friends)
  const playing = new Map<string, GameServer>()
  if (wanted.size === 0) return playing
  for (const server of servers.filter(({ online }) => online))
    for (const name of [...server.players, ...Object.values(server.sides ?? {}).flat()].map(bareName))
      if (wanted.has(name)) playing.set(name, server)
  return playing
}

/** Notices of friends who started to play. A friend who was just added, or already played at the app's start, is no news. */
const friendNotices = (playing: ReadonlyMap<string, GameServer>, known: KnownNews, at: number): Notice[] =>
  [...playing]
    .filter(([name]) => known.friends[name] === false)
    .map(([name, { id, name: server }]): Notice => ({
      class: 'friend-online',
      key: `friend:${name}:${at}`,
      name,
      facts: { server },
      isPrivate: true,
      place: { screen: 'server', id: String(id) },
    }))

/** A price alert that is reached, and the price; of an illegal good it is the base price. */
interface ReachedAlert {
  alert: PriceAlert
  price: number
  illegal: boolean
}

const alertKey = ({ item, when, price }: PriceAlert): string => `${item} ${when} ${price}`

/** The alerts that are reached on an online server, with the best price for the player. */
function reachedAlerts(alerts: readonly PriceAlert[], markets: readonly ServerMarket[]): ReachedAlert[] {
  const offers = new Map(alerts.map(({ item }) => [item, { highest: -Infinity, lowest: Infinity, illegal: false }]))
  for (const { online, items } of markets)
    for (const { item, price, illegal } of online ? items : []) {
      const offer = offers.get(item)
      if (!offer) continue
      offer.highest = Math.max(offer.highest, price)
      offer.lowest = Math.min(offer.lowest, price)
      offer.illegal ||= illegal
    }
  return alerts.flatMap((alert) => {
    const { highest, lowest, illegal } = offers.get(alert.item) ?? { highest: NaN, lowest: NaN, illegal: false }
    const price = alert.when === 'at-least' ? highest : lowest
    const isReached = alert.when === 'at-least' ? price >= alert.price : price <= alert.price
    return isReached ? [{ alert, price, illegal }] : []
  })
}

const priceNotices = (reached: readonly ReachedAlert[], known: KnownNews, at: number): Notice[] =>
  reached
    .filter(({ alert }) => !known.prices.includes(alertKey(alert)))
    .map(({ alert, price, illegal }): Notice => ({
      class: 'market-price',
      key: `price:${alertKey(alert)}:${at}`,
      name: alert.name,
      facts: { price, ...(illegal && { kind: 'base' }) },
      place: { screen: 'market', id: alert.item },
    }))

/** A service that has nothing has lost it for a while: then an empty list counts as unread. */
const filled = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length === 0 ? undefined : list)

/** The notices of a look at `at` (ms since the epoch), and what is known after it. */
export function compareNews(
  known: KnownNews,
  now: ServiceNews,
  { favourites, friends, alerts }: WatchList,
  at: number,
): { notices: Notice[]; known: KnownNews } {
  const { launcher, changelogs } = now
  const [servers, markets] = [filled(now.servers), filled(now.markets)]
  const text = launcher && launcherText(launcher)
  const published = changelogs?.filter(({ active }) => active)
  const ids = published?.map(({ id }) => id)
  const favourite = new Set(favourites)
  const watched = servers?.filter(({ id }) => favourite.has(id))
  const playing = servers && friendsPlaying(friends, servers)
  const reached = markets && reachedAlerts(alerts, markets)
  return {
    notices: [
      ...(text === undefined ? [] : launcherNotice(text, known, at)),
      ...(published ? changelogNotices(published, known) : []),
      ...(watched ? serverNotices(watched, known, at) : []),
      ...(playing ? friendNotices(playing, known, at) : []),
      ...(reached ? priceNotices(reached, known, at) : []),
    ],
    known: {
      ...known,
      launcher: text ?? known.launcher,
      changelogs: filled(ids) ?? known.changelogs ?? ids,
      offline: watched?.filter(({ online }) => !online).map(({ id }) => id) ?? known.offline,
      friends: playing ? Object.fromEntries(friends.map((name) => [name, playing.has(name)])) : known.friends,
      prices: reached?.map(({ alert }) => alertKey(alert)) ?? known.prices,
    },
  }
}

export const listNotice = ({ id, name }: OwnMod, version: string): Notice => ({
  class: 'mod-update',
  key: `mod:${id}:${version}`,
  name,
  place: { screen: 'mods', id: String(id) },
})
