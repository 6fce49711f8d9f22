import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterIdle } from '../../src-renderer/bank/idle.svelte.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** Counts the locks after five minutes without input. */
function idle() {
  let locks = 0
  const stop = $effect.root(() =>
    afterIdle(
      () => 5,
      () => locks++,
    ),
  )
  flushSync()
  return { locks: () => locks, stop }
}

it('locks once after the time without input, and again only after the next input', () => {
  const { locks, stop } = idle()
  vi.advanceTimersByTime(4 * MINUTE)
  window.dispatchEvent(new Event('pointermove'))
  vi.advanceTimersByTime(4 * MINUTE)
  expect(locks()).toBe(0)
  vi.advanceTimersByTime(20 * MINUTE)
  expect(locks()).toBe(1)
  window.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(6 * MINUTE)
  expect(locks()).toBe(2)
  stop()
  vi.advanceTimersByTime(60 * MINUTE)
  expect(locks()).toBe(2)
})

it.each([8 * 60, -8 * 60])(
  'locks after a sleep, during which timers stand still, at the first input or soon: %i minutes',
  (minutes) => {
    for (const wake of [() => window.dispatchEvent(new Event('pointermove')), () => vi.advanceTimersByTime(5_000)]) {
      const { locks, stop } = idle()
      vi.setSystemTime(Date.now() + minutes * MINUTE)
      wake()
      expect(locks()).toBe(1)
      stop()
    }
  },
)
