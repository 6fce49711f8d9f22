import * as v from 'valibot'
import { noticeClasses } from '../../src-preload/contract/settings.ts'
import { screens } from '../../src-preload/contract/shell.ts'
import { jsonFile, type Log } from '../lib/index.ts'
import type { KnownNews } from './news.ts'
import type { Notice } from './notice.ts'

/** The keys of the notices that were shown. */
export interface SeenKeys {
  has(key: string): boolean
  add(keys: readonly string[]): void
}

/** Most keys kept; older ones belong to events long past. */
const MOST_KEYS = 1_000

/** Opens the keys kept at `path`. A disk that refuses costs at worst a notice that is shown again. */
export function openSeenKeys(path: string, log: Log['error']): SeenKeys {
  const file = jsonFile(path, v.array(v.string()), log)
  let keys = file.readNow() ?? []
  const known = new Set(keys)
  return {
    has: (key) => known.has(key),
    add(fresh) {
      for (const key of fresh) known.add(key)
      keys = [...keys, ...fresh].slice(-MOST_KEYS)
      file.keepNow(keys)
    },
  }
}

/** The notices that wait to be shown, over restarts. */
export interface WaitingNotices {
  read(): Notice[]
  write(notices: readonly Notice[]): void
}

const StoredNotices = v.array(
  v.object({
    class: v.picklist(noticeClasses),
    key: v.string(),
    name: v.string(),
    facts: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number()]))),
    isPrivate: v.exactOptional(v.boolean()),
    isBare: v.exactOptional(v.boolean()),
    place: v.object({ screen: v.picklist(screens), id: v.exactOptional(v.string()) }),
  }),
)

/** The part of a notice that may be written to disk. */
function storable(notice: Notice): Notice {
  if (!notice.isPrivate) return notice
  const { class: what, key, place } = notice
  return { class: what, key, name: '', isPrivate: true, isBare: true, place: { screen: place.screen } }
}

/**
 * Keeps waiting notices at `path`, so that what happened in the quiet hours is shown in the morning. Of a private notice only
 * its class and key are kept: names and money are never written to disk for this.
 */
export function openWaitingNotices(path: string, log: Log['error']): WaitingNotices {
  const file = jsonFile(path, StoredNotices, log)
  return {
    read: () => file.readNow() ?? [],
    write: (notices) => file.keepNow(notices.map(storable)),
  }
}

const StoredNews = v.object({
  launcher: v.optional(v.string()),
  changelogs: v.optional(v.pipe(v.array(v.number()), v.readonly())),
  prices: v.optional(v.pipe(v.array(v.string()), v.readonly()), []),
  lists: v.optional(v.pipe(v.record(v.string(), v.string()), v.readonly()), {}),
})

/** Servers that were offline, and friends, are not kept: who comes back is news only if this run saw them away. */
const nothing: KnownNews = { offline: [], friends: {}, prices: [], lists: {} }

/** What was known when the app ran last. */
export interface KnownNewsFile {
  /** Without a file nothing is known, so nothing counts as new. */
  read(): KnownNews
  /** A disk that refuses costs at worst a notice that comes twice or not at all. */
  keep(known: KnownNews): void
}

export function openKnownNews(path: string, log: Log['error']): KnownNewsFile {
  const file = jsonFile(path, StoredNews, log)
  return {
    read: () => ({ ...nothing, ...file.readNow() }),
    keep: ({ offline: _offline, friends: _friends, ...kept }) => file.keepNow(kept),
  }
}
