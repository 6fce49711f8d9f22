import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from '#shared/ui/toasts.svelte.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const titles = (toasts: Toasts) => toasts.shown.map(({ title }) => title)

it('shows the newest four, and none that waits for the player is lost to those that pass', () => {
  const toasts = new Toasts()
  toasts.show({ tone: 'bad', title: 'failed' })
  for (const title of ['a', 'b', 'c', 'd']) toasts.show({ tone: 'ok', title })
  expect(titles(toasts)).toEqual(['a', 'b', 'c', 'd'])
  vi.advanceTimersByTime(5_000)
  expect(titles(toasts)).toEqual(['failed'])
  vi.advanceTimersByTime(60_000)
  expect(titles(toasts)).toEqual(['failed'])
  toasts.dismiss(toasts.shown[0]?.id ?? 0)
  expect(toasts.shown).toEqual([])
})
