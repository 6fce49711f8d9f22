import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstPicture } from '#shared/bridge/first-picture.ts'

/** The page's word of its paints, as the system gives it, or does not. */
let paint: (name: string) => void
let watching = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(hear: (list: { getEntriesByName: (name: string) => object[] }) => void) {
        paint = (painted) => hear({ getEntriesByName: (name) => (name === painted ? [{}] : []) })
      }
      observe = () => void watching++
      disconnect = () => void watching--
    },
  )
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'visibilityState') // the document tells it itself again
  expect(watching).toBe(0)
})

const settled = async (work: Promise<void>) => {
  let isSettled = false
  void work.then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(0)
  return isSettled
}

test('the page waits for its first picture', async () => {
  const seen = firstPicture()
  paint('first-paint')
  expect(await settled(seen)).toBe(false)
  paint('first-contentful-paint')
  expect(await settled(seen)).toBe(true)
})

test('nobody waits for the picture of a window that is not seen', async () => {
  const seen = firstPicture()
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await settled(seen)).toBe(true)
})

test('a picture of which no word ever comes keeps the page waiting for a while only', async () => {
  const seen = firstPicture()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(await settled(seen)).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await settled(seen)).toBe(true)
})
