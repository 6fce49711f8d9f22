import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from '#shared/ui/toasts.svelte.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)

it('shows the newest three, and each leaves after eight seconds, whatever it says', () => {
  const toasts = new Toasts()
  toasts.show({ tone: 'bad', title: 'failed' })
  for (const title of ['a', 'b', 'c']) toasts.show({ tone: 'ok', title })
  expect(titles(toasts.shown)).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(7_999)
  expect(titles(toasts.shown)).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(1)
  expect(toasts.shown).toEqual([])
})

it('keeps what matters in the list of notices, newest first, until the player has dealt with it', () => {
  const toasts = new Toasts()
  toasts.show({ tone: 'ok', title: 'copied' })
  toasts.show({ tone: 'bad', title: 'failed' })
  toasts.show({ tone: 'ok', title: 'removed', action: { label: 'Undo', run: () => undefined } })
  vi.advanceTimersByTime(60_000)
  expect(titles(toasts.notices)).toEqual(['removed', 'failed'])
  expect(toasts.unread).toBe(2)
  toasts.dismiss(toasts.notices[0]?.id ?? 0)
  expect({ titles: titles(toasts.notices), unread: toasts.unread }).toEqual({ titles: ['failed'], unread: 1 })
  toasts.read()
  expect({ titles: titles(toasts.notices), unread: toasts.unread }).toEqual({ titles: ['failed'], unread: 0 })
  toasts.clear()
  expect(toasts.notices).toEqual([])
})

it('tells nothing, in the list too, that no longer holds', () => {
  const toasts = new Toasts()
  let isReady = true
  const action = { label: 'Join', run: () => undefined }
  toasts.show({ tone: 'ok', title: 'ready', action, holds: () => isReady })
  expect({ shown: titles(toasts.shown), listed: titles(toasts.notices), unread: toasts.unread }).toEqual({
    shown: ['ready'],
    listed: ['ready'],
    unread: 1,
  })
  isReady = false
  expect({ shown: toasts.shown, listed: toasts.notices, unread: toasts.unread }).toEqual({
    shown: [],
    listed: [],
    unread: 0,
  })
})

it('tells the same thing once, however often it happens', () => {
  const toasts = new Toasts()
  for (const title of ['failed', 'other', 'failed']) toasts.show({ tone: 'bad', title })
  expect(titles(toasts.shown)).toEqual(['other', 'failed'])
  expect({ titles: titles(toasts.notices), unread: toasts.unread }).toEqual({ titles: ['failed', 'other'], unread: 2 })
})

it('lets none leave while the player is at them, and all of them on the way to another screen', () => {
  const toasts = new Toasts()
  toasts.show({ tone: 'bad', title: 'failed' })
  toasts.hold()
  toasts.show({ tone: 'ok', title: 'meanwhile' })
  vi.advanceTimersByTime(60_000)
  expect(titles(toasts.shown)).toEqual(['failed', 'meanwhile'])
  toasts.release()
  vi.advanceTimersByTime(8_000)
  expect(toasts.shown).toEqual([])
  let screen = 'home'
  toasts.follow(() => screen)
  toasts.show({ tone: 'bad', title: 'here' })
  screen = 'settings'
  toasts.show({ tone: 'bad', title: 'there' })
  toasts.leaveOthers()
  expect(titles(toasts.shown)).toEqual(['there'])
  expect(titles(toasts.notices)).toEqual(['there', 'here', 'failed'])
  toasts.leave()
  expect(toasts.shown).toEqual([])
})
