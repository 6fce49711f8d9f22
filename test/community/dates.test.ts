import { expect, test } from 'vitest'
import { toInstant } from '../../src-main/community/index.ts'

const berlin = 'Europe/Berlin'

test.each<[unknown, string]>([
  ['2020-08-06 23:23:35', '2020-08-06T21:23:35.000Z'],
  ['2020-01-06 23:23:35', '2020-01-06T22:23:35.000Z'],
  ['2020-08-06 23:23:35.123456', '2020-08-06T21:23:35.123Z'],
  ['2020-08-06T23:23:35Z', '2020-08-06T23:23:35.000Z'],
  ['2020-08-06T23:23:35.000000Z', '2020-08-06T23:23:35.000Z'],
  ['2020-08-06T23:23:35+05:30', '2020-08-06T17:53:35.000Z'],
  ['2020-08-06', '2020-08-05T22:00:00.000Z'],
  [1678120396, '2023-03-06T16:33:16.000Z'],
  ['1678120396', '2023-03-06T16:33:16.000Z'],
  [1678120396123, '2023-03-06T16:33:16.123Z'],
  ['06.03.23 - 17:33', '2023-03-06T16:33:00.000Z'],
  ['06.03.23 - 17:33:16', '2023-03-06T16:33:16.000Z'],
  ['14.03.1994', '1994-03-13T23:00:00.000Z'],
  [{ date: '2023-03-06 17:33:16.000000', timezone_type: 3, timezone: 'Europe/Berlin' }, '2023-03-06T16:33:16.000Z'],
  [{ date: '2023-03-06 17:33:16', timezone_type: 3, timezone: 'UTC' }, '2023-03-06T17:33:16.000Z'],
  [{ date: '2023-03-06 17:33:16', timezone_type: 1, timezone: '+02:00' }, '2023-03-06T15:33:16.000Z'],
  [{ date: '2023-07-06 17:33:16', timezone_type: 2, timezone: 'CEST' }, '2023-07-06T15:33:16.000Z'],
  [{ date: '2023-01-06 17:33:16', timezone_type: 2, timezone: 'CEST' }, '2023-01-06T15:33:16.000Z'],
  [{ date: '2023-03-06 17:33:16', timezone: 'Nowhere/Atall' }, '2023-03-06T16:33:16.000Z'],
  [{ date: '2023-03-06 17:33:16', timezone: 'america/new_york' }, '2023-03-06T22:33:16.000Z'],
  [{ date: '2023-03-06 17:33:16', timezone: 'Z'.repeat(65) }, '2023-03-06T16:33:16.000Z'],
  [{ date: '2023-03-06 17:33:16', timezone: 5 }, '2023-03-06T16:33:16.000Z'],
  ...['utc', 'GMT', 'z', '+00:00'].map((timezone): [unknown, string] => [
    { date: '2023-03-06 17:33:16', timezone },
    '2023-03-06T17:33:16.000Z',
  ]),
  [{ date: '2023-07-06 17:33:16', timezone: 'CET' }, '2023-07-06T16:33:16.000Z'],
  [{ date: 1678120396, timezone: 'UTC' }, '2023-03-06T16:33:16.000Z'],
  ['2020-08-06T23:23:35 -0530', '2020-08-07T04:53:35.000Z'],
  ['2020-08-06 23:23:35z', '2020-08-06T23:23:35.000Z'],
  ['2020-08-06 23:23:35,5', '2020-08-06T21:23:35.500Z'],
  ['2020-08-06 12:59:60', '2020-08-06T11:00:00.000Z'],
  ['2020-08-06'.padEnd(64), '2020-08-05T22:00:00.000Z'],
  ['06.03.99', '2099-03-05T23:00:00.000Z'],
  ['1900-01-01', '1899-12-31T23:00:00.000Z'],
  ['123456789', '1973-11-29T21:33:09.000Z'],
  [1, '1970-01-01T00:00:01.000Z'],
  [99_999_999_999, '5138-11-16T09:46:39.000Z'],
  [100_000_000_000, '1973-03-03T09:46:40.000Z'],
  [8.64e15, '+275760-09-13T00:00:00.000Z'],
])('%j is %s', (value, instant) => {
  expect(toInstant(value, berlin)).toBe(instant)
})

test.each([
  '-',
  '',
  null,
  undefined,
  0,
  -5,
  'soon',
  '0000-00-00 00:00:00',
  '2023-02-31 10:00:00',
  '2023-02-01 25:00:00',
  true,
  [],
  {},
  { date: '-' },
  { date: {} },
  { date: { date: '2023-03-06' } },
  '2020-08-06'.padEnd(65),
  '12345678',
  '1899-12-31',
  '01.01.0100',
  '2023-13-01',
  '2023-02-01 24:00:00',
  '2023-02-01 10:60:00',
  '2023-02-01 10:00:61',
  '2023-02-31 10:00:00+01:00',
  '24.12.2026 18:00Z',
  '24.12.2026 06:00 PM',
  '+01:00',
  8.64e15 + 1,
  1e300,
  NaN,
])('%j is no date', (value) => {
  expect(toInstant(value, berlin)).toBeNull()
})

test('a zone that this system does not know counts as UTC', () => {
  expect(toInstant('2020-08-06 12:00:00', 'Nowhere/Atall')).toBe('2020-08-06T12:00:00.000Z')
})

test('the clocks change: what they skip counts from before, what comes twice is the first', () => {
  expect(toInstant('2024-03-31 01:59:59', berlin)).toBe('2024-03-31T00:59:59.000Z')
  expect(toInstant('2024-03-31 02:30:00', berlin)).toBe('2024-03-31T01:30:00.000Z')
  expect(toInstant('2024-03-31 03:00:00', berlin)).toBe('2024-03-31T01:00:00.000Z')
  expect(toInstant('2024-10-27 02:30:00', berlin)).toBe('2024-10-27T00:30:00.000Z')
  expect(toInstant('2024-10-27 03:00:00', berlin)).toBe('2024-10-27T02:00:00.000Z')
})

test('every hour of a year comes back as the wall clock that it was', () => {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: berlin, dateStyle: 'short', timeStyle: 'medium' })
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2025, 0, 1); at += 3_600_000) {
    const text = wall.format(at)
    const back = Date.parse(toInstant(text, berlin) ?? '')
    expect(wall.format(back)).toBe(text)
    expect(Math.abs(back - at)).toBeLessThanOrEqual(3_600_000)
  }
})
