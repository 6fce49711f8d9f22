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
  expect(retryAfter(value, now)).toBe(ms)
})
