import * as v from 'valibot'
import type { Changelog, Notification } from '../../src-preload/contract/community/index.ts'
import { Remembered, RememberedSet } from '#shared/remembered.svelte.ts'
import { momentOf } from './changes.ts'

const WEEK_MS = 7 * 24 * 3_600_000

/** What of the news this player has seen. */
class ReadMarks {
  /** What is older is no news. To a newcomer, the last week is. */
  #until = new Remembered('news.read-until', 0, v.number())
  /** Ids of what is younger and was seen. */
  #seen = new RememberedSet('news.seen')
  #dismissed = new Remembered('news.dismissed', '', v.string())

  constructor() {
    if (this.#until.value === 0) this.#until.value = Date.now() - WEEK_MS
  }

  isUnread = (log: Changelog): boolean => momentOf(log) > this.#until.value && !this.#seen.has(String(log.id))

  markRead(logs: readonly Changelog[]): void {
    const unread = logs.filter(this.isUnread)
    if (unread.length > 0)
      this.#seen.set(
        unread.map(({ id }) => String(id)),
        true,
      )
  }

  /** True for an active notification whose very text has not been dismissed. */
  shows = (note: Notification | undefined): note is Notification =>
    note !== undefined && note.active && note.html.trim() !== '' && note.html !== this.#dismissed.value

  dismiss(note: Notification): void {
    this.#dismissed.value = note.html
  }
}

/** One for the page: Home and News show the same marks. */
export const readMarks = new ReadMarks()
