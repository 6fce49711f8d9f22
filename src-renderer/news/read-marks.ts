import * as v from 'valibot'
import type { Changelog, Notification } from '../../src-preload/contract/community/index.ts'
import { Remembered, RememberedSet } from '#shared/remembered.svelte.ts'
import { momentOf } from './changes.ts'

const DAY_MS = 24 * 3_600_000
const WEEK_MS = 7 * DAY_MS
/** What is older is no news to anybody: its marks need not be kept. */
const YEAR_MS = 365 * DAY_MS

/** Ids alone are the same in many communities. */
const markOf = (log: Changelog): string => `${log.id} ${momentOf(log)}`
const momentIn = (mark: string): number => Number(mark.split(' ')[1])

/** What of the news this player has seen. */
export class ReadMarks {
  /** What is older is no news. To a newcomer, the last week is. */
  #until = new Remembered('news.read-until', 0, v.number())
  /** What is younger and was seen. */
  #seen = new RememberedSet('news.seen')
  #dismissed = new Remembered('news.dismissed', '', v.string())

  constructor() {
    const now = Date.now()
    this.#until.value = Math.max(this.#until.value || now - WEEK_MS, now - YEAR_MS)
    this.#seen.drop((mark) => !(momentIn(mark) > this.#until.value))
  }

  isUnread = (log: Changelog): boolean => momentOf(log) > this.#until.value && !this.#seen.has(markOf(log))

  markRead(logs: readonly Changelog[]): void {
    this.#seen.set(logs.filter(this.isUnread).map(markOf), true)
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
