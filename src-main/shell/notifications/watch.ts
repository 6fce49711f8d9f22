import type { Changelog, GameServer, Notification } from '../../../src-preload/contract/community/index.ts'
import type { Notice } from './notice.ts'

/** What the service tells now. Absent parts could not be read, and say nothing. */
export interface Told {
  launcher?: Notification
  changelogs?: readonly Changelog[]
  servers?: readonly GameServer[]
}

/** What was known the last time; the first look only learns, so that a first start is silent. */
export interface Known {
  launcher?: string
  changelogs?: readonly number[]
  /** Favourites that were offline. */
  offline: readonly number[]
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

/** What is worth telling of a look, and what is known after it. */
export function compare(known: Known, told: Told, favourites: readonly number[]): { notices: Notice[]; known: Known } {
  const { launcher, changelogs, servers } = told
  const watched = servers?.filter(({ id }) => favourites.includes(id))
  return {
    notices: [
      ...(launcher ? launcherNotice(launcher, known) : []),
      ...(changelogs ? changelogNotices(changelogs, known) : []),
      ...(watched ? serverNotices(watched, known) : []),
    ],
    known: {
      launcher: launcher ? plain(launcher.html) : known.launcher,
      changelogs: changelogs?.map(({ id }) => id) ?? known.changelogs,
      offline: watched?.filter(({ online }) => !online).map(({ id }) => id) ?? known.offline,
    },
  }
}
