import type { Changelog, Notification } from '../../src-preload/contract/community/index.ts'
import { isText, Remembered } from '#shared/remembered.svelte.ts'
import { momentOf } from './changes.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** What of the news this player has seen. */
export class ReadMarks {
  #until = new Remembered<number>('news.read-until', 0, isNumber)
  #dismissed = new Remembered<string>('news.dismissed', '', isText)

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
