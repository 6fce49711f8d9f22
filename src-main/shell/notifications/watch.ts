import type {
  Changelog,
  GameServer,
  Notification,
  ServerMarket,
} from '../../../src-preload/contract/community/index.ts'
import type { PriceAlert } from '../../../src-preload/contract/settings.ts'
import type { KnownLists } from './mod-lists.ts'
import type { Notice } from './notice.ts'
import { alertKey, reachedAlerts } from './prices.ts'

/** What the service tells now. Absent parts could not be read, and say nothing. */
export interface Told {
  launcher?: Notification
  changelogs?: readonly Changelog[]
  servers?: readonly GameServer[]
  markets?: readonly ServerMarket[]
}

/** What the player wants to hear of. */
export interface Wanted {
  /** Ids of favourite servers. */
  favourites: readonly number[]
  alerts: readonly PriceAlert[]
}

/** What was known the last time; the first look only learns, so that a first start is silent. */
export interface Known {
  launcher?: string
  changelogs?: readonly number[]
  /** Favourites that were offline. */
  offline: readonly number[]
  /** Price alerts that were reached: each is told again only after its price was left. */
  prices: readonly string[]
  /** The mods' lists. */
  lists: KnownLists
}

const NAME_LENGTH = 120

/** The text of a message without its markup, for a notification. */
const plain = (html: string) =>
  html
    .replace(/<[^>]{0,2000}>/g, ' ')
    .replace(/&(?:nbsp|amp|lt|gt|quot|#39);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH)

function launcherNotice({ html, active }: Notification, known: Known): Notice[] {
  const name = plain(html)
  if (!active || name === '' || known.launcher === undefined || known.launcher === name) return []
  return [{ class: 'launcher', key: `launcher:${name}`, name, place: { screen: 'news' } }]
}

function changelogNotices(list: readonly Changelog[], known: Known): Notice[] {
  const { changelogs } = known
  if (!changelogs) return []
  return list
    .filter(({ id, active }) => active && !changelogs.includes(id))
    .map(({ id, version }) => ({
      class: 'changelog' as const,
      key: `changelog:${id}`,
      name: version,
      place: { screen: 'news' as const, id: String(id) },
    }))
}

const serverNotices = (servers: readonly GameServer[], known: Known): Notice[] =>
  servers
    .filter(({ id, online }) => online && known.offline.includes(id))
    .map(({ id, name, updatedAt }) => ({
      class: 'server-online' as const,
      key: `online:${id}:${updatedAt}`,
      name,
      place: { screen: 'server' as const, id: String(id) },
    }))

const priceNotices = (reached: ReturnType<typeof reachedAlerts>, known: Known, at: number): Notice[] =>
  reached
    .filter(({ alert }) => !known.prices.includes(alertKey(alert)))
    .map(({ alert, price }) => ({
      class: 'market-price' as const,
      key: `price:${alertKey(alert)}:${at}`,
      name: alert.name,
      facts: { price },
      place: { screen: 'market' as const, id: alert.item },
    }))

/** What is worth telling of a look at `at` (ms since the epoch), and what is known after it. */
export function compare(
  known: Known,
  told: Told,
  { favourites, alerts }: Wanted,
  at: number,
): { notices: Notice[]; known: Known } {
  const { launcher, changelogs, servers, markets } = told
  const watched = servers?.filter(({ id }) => favourites.includes(id))
  const reached = markets && reachedAlerts(alerts, markets)
  return {
    notices: [
      ...(launcher ? launcherNotice(launcher, known) : []),
      ...(changelogs ? changelogNotices(changelogs, known) : []),
      ...(watched ? serverNotices(watched, known) : []),
      ...(reached ? priceNotices(reached, known, at) : []),
    ],
    known: {
      ...known,
      launcher: launcher ? plain(launcher.html) : known.launcher,
      changelogs: changelogs?.map(({ id }) => id) ?? known.changelogs,
      offline: watched?.filter(({ online }) => !online).map(({ id }) => id) ?? known.offline,
      prices: reached?.map(({ alert }) => alertKey(alert)) ?? known.prices,
    },
  }
}
