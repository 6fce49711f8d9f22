import { expect, test } from 'vitest'
import { stepsFrom, stretchOf, valueRange, zoomedStretch } from '#shared/chart/plot.ts'
import { rangesOf, within } from '#shared/chart/series.ts'

test('counts start at zero; a balance is shown where it changes, flat or below zero too', () => {
  expect(valueRange('zero', 12, 100)).toEqual([0, 108])
  expect(valueRange('zero', 0, 0)).toEqual([0, 1])
  expect(valueRange('least', 1_700_000, 1_800_000)).toEqual([1_682_000, 1_818_000])
  expect(valueRange('least', 500, 500)).toEqual([495, 505])
  expect(valueRange('least', -20, -10)).toEqual([-21.5, -8.5])
})

test('the axis of counts has whole numbers only', () => {
  expect(stepsFrom('zero')?.every(Number.isInteger)).toBe(true)
  expect(stepsFrom('least')).toBeUndefined()
})

test('the wheel keeps the moment under the pointer, and never leaves the data', () => {
  expect(zoomedStretch([0, 100], [0, 100], 25, 0.5)).toEqual([12.5, 62.5])
  expect(zoomedStretch([12.5, 62.5], [0, 100], 25, 2)).toEqual([0, 100])
  expect(zoomedStretch([80, 100], [0, 100], 100, 2)).toEqual([60, 100])
  expect(zoomedStretch([0, 100], [0, 100], 0, 4)).toEqual([0, 100])
})

test('a stretch is what is less than all; nothing is none', () => {
  const of = (min: number | undefined, max: number | undefined, times = [10, 20, 30]) =>
    stretchOf({ scales: { x: { min, max } }, data: [times] } as unknown as Parameters<typeof stretchOf>[0])
  expect(of(10, 30)).toBeUndefined()
  expect(of(10, 20)).toEqual({ min: 10, max: 20 })
  expect(of(15, 30)).toEqual({ min: 15, max: 30 })
  expect(of(undefined, undefined, [])).toBeUndefined()
})

const hours = (...list: number[]) => list.map((hour) => hour * 3_600_000)

test('a chart offers the ranges that are shorter than what it has, and shows what lies within them', () => {
  expect(rangesOf(hours(0, 5))).toEqual([])
  expect(rangesOf(hours(0, 30))).toEqual(['hours', 'day', 'all'])
  expect(rangesOf(hours(0, 200))).toEqual(['hours', 'day', 'week', 'all'])
  const course = {
    times: hours(0, 10, 30, 48),
    values: [
      [1, 2, 3, 4],
      [null, 6, 7, 8],
    ],
  }
  expect(within(course, 'day')).toEqual({
    times: hours(30, 48),
    values: [
      [3, 4],
      [7, 8],
    ],
  })
  expect(within(course, 'all')).toEqual(course)
  expect(within({ times: [], values: [] }, 'day')).toEqual({ times: [], values: [] })
})
