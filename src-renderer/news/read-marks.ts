import * as v from 'valibot'
import type { Changelog, Notification } from '../../src-preload/contract/community/index.ts'
import { Remembered } from '#shared/remembered.svelte.ts'
import { momentOf } from './changes.ts'

/** What of the news this player has seen. */
class ReadMarks {
  #until = new Remembered('news.read-until', 0, v.number())
  #dismissed = new Remembered('news.dismissed', '', v.string())

  isUnread = (log: Changelog): boolean => momentOf(log) > this.#until.value

  markRead(logs: readonly Changelog[]): void {
    this.#until.value = Math.max(this.#until.value, ...logs.map(momentOf))
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
