import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ReadMarks } from '../../src-renderer/news/read-marks.ts'
import { Remembered, RememberedSet } from '#shared/remembered.svelte.ts'

/** Puts a community into the document, as main does for each start. */
function open(id: string): void {
  document.getElementById('start')?.remove()
  const start = document.createElement('script')
  Object.assign(start, { id: 'start', type: 'application/json', textContent: JSON.stringify({ profile: { id } }) })
  document.head.append(start)
}

let before: Record<string, string>
beforeEach(() => {
  before = { ...localStorage }
  localStorage.clear()
})
afterEach(() => {
  document.getElementById('start')?.remove()
  localStorage.clear()
  Object.assign(localStorage, before)
})

it('what is read, watched or hidden in one community is not so in another', () => {
  open('harbour')
  new RememberedSet('market.watched').toggle('apple')
  localStorage.setItem('loadout.harbour.news.read-until', String(Date.now() - 300 * 24 * 3_600_000))
  open('lake')
  expect(new RememberedSet('market.watched').has('apple')).toBe(false)
  const releaseAt = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString()
  const log = { id: 1, releaseAt } as Parameters<ReadMarks['isUnread']>[0]
  expect(new ReadMarks().isUnread(log)).toBe(false) // a new player's news are those of the last week
  open('harbour')
  expect(new RememberedSet('market.watched').has('apple')).toBe(true)
  expect(new ReadMarks().isUnread(log)).toBe(true)
})

it('how the window looks is the same in all communities', () => {
  const wide = () => new Remembered('lists.wide', false, v.boolean(), 'window')
  open('harbour')
  wide().value = true
  open('lake')
  expect(wide().value).toBe(true)
})

it('what was once kept for all belongs to the community that is opened first', () => {
  localStorage.setItem('loadout.market.watched', '["apple"]')
  const isWatched = (id: string) => (open(id), new RememberedSet('market.watched').has('apple'))
  expect([isWatched('harbour'), isWatched('lake'), isWatched('harbour')]).toEqual([true, false, true])
})
