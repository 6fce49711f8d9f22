import * as v from 'valibot'
import type { Changelog, Notification } from '../../src-preload/contract/community/index.ts'
import { Remembered, RememberedSet } from '#shared/remembered.svelte.ts'
import { momentOf } from './changes.ts'

const DAY_MS = 24 * 3_600_000
const WEEK_MS = 7 * DAY_MS
/** Older changelogs count as read, so their marks are dropped. */
const YEAR_MS = 365 * DAY_MS

/** With the time, because communities may use the same ids. */
const markOf = (log: Changelog): string => `${log.id} ${momentOf(log)}`
const momentIn = (mark: string): number => Number(mark.split(' ')[1])

/** The news that this player has read. */
export class ReadMarks {
  /** Changelogs up to this time count as read, epoch ms. For a new player it is a week ago. */
  #until = new Remembered('news.read-until', 0, v.number())
  /** Marks of newer changelogs that were read. */
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

  /** True for an active notification whose present text has not been dismissed. */
  shows = (note: Notification | undefined): note is Notification =>
    note !== undefined && note.active && note.html.trim() !== '' && note.html !== this.#dismissed.value

  dismiss(note: Notification): void {
    this.#dismissed.value = note.html
  }
}

/** The page's only instance, so that Home and News show the same marks. */
export const readMarks = new ReadMarks()
