import { expect, it } from 'vitest'
import { retryAfter } from '../../src-main/lib/index.ts'

const now = new Date('2026-05-04T12:00:00Z')

it.each([
  ['3', 3000],
  [' 0 ', 0],
  ['Mon, 04 May 2026 12:00:05 GMT', 5000],
  ['Mon, 04 May 2026 11:00:00 GMT', 0], // over
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads how long a service asks to be left alone: %j', (value, ms) => {
  expect(retryAfter(value, undefined, now)).toBe(ms)
})

it('counts a date from the answer’s own', () => {
  const date = 'Mon, 04 May 2026 14:00:00 GMT'
  expect(retryAfter('Mon, 04 May 2026 14:00:05 GMT', date, now)).toBe(5000)
  expect(retryAfter('Mon, 04 May 2026 12:00:05 GMT', 'soon', now)).toBe(5000)
})
