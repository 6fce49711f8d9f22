import { expect, it } from 'vitest'
import type { ServerLogEntry } from '../../src-preload/contract/community/index.ts'
import { nextRestart } from '../../src-preload/contract/server-log.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const start = Date.parse('2026-11-20T00:00Z')

/** A log with an entry each `step`, where `players` says how many were on. */
const logOf = (days: number, players: (at: number) => number, step = 10 * MINUTE): ServerLogEntry[] =>
  Array.from({ length: (days * DAY) / step }, (_, index) => {
    const at = start + index * step
    const entry = { at: new Date(at).toISOString(), players: players(at), civ: 0, cop: 0, medic: 0, rac: 0 }
    return entry as ServerLogEntry
  }).reverse()

/** Everybody is off for the first ten minutes after these hours. */
const restartsAt =
  (...hours: number[]) =>
  (at: number) =>
    hours.some((hour) => at % DAY >= hour * HOUR && at % DAY < hour * HOUR + 10 * MINUTE) ? 2 : 80

const nextAfter = (log: ServerLogEntry[], time: string) => {
  const at = nextRestart(log, Date.parse(time))
  return at && new Date(at).toISOString()
}

it('knows the next restart of a server by when everybody left on other days', () => {
  const log = logOf(2, restartsAt(6, 18))
  expect(nextAfter(log, '2026-11-22T00:05Z')).toBe('2026-11-22T06:00:00.000Z')
  expect(nextAfter(log, '2026-11-22T06:01Z')).toBe('2026-11-22T18:00:00.000Z')
  expect(nextAfter(log, '2026-11-22T20:00Z')).toBe('2026-11-23T06:00:00.000Z')
})

it('takes a restart to be at the half hour, however late the log sees it', () => {
  const late = logOf(3, (at) => (at % DAY >= 6 * HOUR && at % DAY < 6 * HOUR + 30 * MINUTE ? 1 : 60), 30 * MINUTE)
  expect(nextAfter(late, '2026-11-23T00:00Z')).toBe('2026-11-23T06:00:00.000Z')
  const odd = logOf(3, (at) => ((at + 5 * MINUTE) % DAY < 10 * MINUTE ? 1 : 60))
  expect(nextAfter(odd, '2026-11-23T01:00Z')).toBe('2026-11-24T00:00:00.000Z')
})

it('takes nothing for a habit that happened once, on few of the days, slowly, or where few play', () => {
  const now = '2026-11-25T00:00Z'
  expect(
    nextAfter(
      logOf(2, (at) => (at === start + 6 * HOUR ? 0 : 80)),
      now,
    ),
  ).toBeUndefined()
  const seldom = (at: number) => (at % DAY === 6 * HOUR && (at - start) / DAY < 2 ? 0 : 80)
  expect(nextAfter(logOf(5, seldom), now)).toBeUndefined()
  const slow = (at: number) => 40 + Math.round(40 * Math.cos((2 * Math.PI * (at % DAY)) / DAY))
  expect(nextAfter(logOf(3, slow), now)).toBeUndefined()
  expect(
    nextAfter(
      logOf(3, (at) => (restartsAt(6)(at) > 2 ? 7 : 0)),
      now,
    ),
  ).toBeUndefined()
  expect(nextAfter([], now)).toBeUndefined()
})

it('says nothing of what happened between entries that are far apart', () => {
  const gaps = logOf(3, restartsAt(6)).filter(({ at }) => {
    const minutes = (Date.parse(at ?? '') % DAY) / MINUTE
    return minutes < 5 * 60 || minutes >= 6 * 60
  })
  expect(nextAfter(gaps, '2026-11-23T00:00Z')).toBeUndefined()
})
