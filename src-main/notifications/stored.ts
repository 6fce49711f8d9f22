import * as v from 'valibot'
import { jsonFile, type Log } from '../lib/index.ts'
import { KeptNews, type KnownNews } from './news.ts'
import { KeptNotice, type Notice } from './notice.ts'

/** Most keys that are kept. Older ones belong to events long ago. */
const MOST_KEYS = 1_000

/** Opens the keys of the notices that were shown. If the disk refuses, a notice may be shown again. */
export function openSeenKeys(path: string, log: Log['error']) {
  const file = jsonFile(path, v.array(v.string()), log)
  const known = new Set(file.readNow())
  return {
    has: (key: string): boolean => known.has(key),
    add(fresh: readonly string[]): void {
      for (const key of fresh) known.add(key)
      file.keepNow([...known].slice(-MOST_KEYS))
    },
  }
}

export type SeenKeys = ReturnType<typeof openSeenKeys>

/** The part of a notice that may be written to disk. */
function storable(notice: Notice): Notice {
  if (!notice.isPrivate) return notice
  const { class: what, key, place } = notice
  return { class: what, key, name: '', isPrivate: true, isBare: true, place: { screen: place.screen } }
}

/**
 * Keeps waiting notices at `path`, so that those of the quiet hours are shown in the morning. Of a private notice, only class and key
 * are kept: names and money are not written to disk for this.
 */
export function openWaitingNotices(path: string, log: Log['error']) {
  const file = jsonFile(path, v.array(KeptNotice), log)
  return {
    read: (): Notice[] => file.readNow() ?? [],
    write: (notices: readonly Notice[]): void => file.keepNow(notices.map(storable)),
  }
}

export type WaitingNotices = ReturnType<typeof openWaitingNotices>

const nothing: KnownNews = { offline: [], friends: {}, prices: [], lists: {} }

/** Opens what the last run knew. */
export function openKnownNews(path: string, log: Log['error']) {
  const file = jsonFile(path, KeptNews, log)
  return {
    /** Without a file nothing is known, and the first look only learns. */
    read: (): KnownNews => ({ ...nothing, ...file.readNow() }),
    /** If the disk refuses, a notice may come twice or not at all. */
    keep: ({ offline: _offline, friends: _friends, ...kept }: KnownNews): void => file.keepNow(kept),
  }
}

export type KnownNewsFile = ReturnType<typeof openKnownNews>
