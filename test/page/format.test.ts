import { describe, expect, it } from 'vitest'
import * as f from '#shared/format/format.ts'
import { createFormat } from '#shared/format/index.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('formats', () => {
  it('writes bytes in the unit that fits', () => {
    expect(plain(f.formatBytes('en', 0))).toBe('0 bytes')
    expect(plain(f.formatBytes('en', 1536))).toBe('1.5 kB')
    expect(plain(f.formatBytes('de', 5 * 1024 ** 3))).toBe('5 GB')
    expect(plain(f.formatRate('en', 250 * 1024 ** 2))).toBe('250 MB/s')
  })

  it('keeps a number and its unit on one line', () => {
    expect(f.formatBytes('de', 1536)).toBe('1,5\u00a0kB')
    expect(f.formatUnit('en', 12, 'kilogram')).toBe('12\u00a0kg')
    expect(f.formatDuration('en', 62_000)).toBe('1m\u00a002s')
  })

  it('writes money with its sign where the language has it', () => {
    expect(plain(f.formatMoney('en', 1234567, '$'))).toBe('$1,234,567')
    expect(plain(f.formatMoney('de', -1234567, '$'))).toBe('−1.234.567 $')
    expect(plain(f.formatMoney('en', -5, '€'))).toBe('−€5')
    expect(f.formatMoney('en', -0.4, '$')).toBe('$0')
  })

  it('shortens a number whose digits no place has room for', () => {
    const numbers = [999_999_999_999, 1e12, -9_007_199_254_740_991]
    expect(numbers.map((value) => f.formatNumber('en', value))).toEqual(['999,999,999,999', '1T', '-9007T'])
    expect(numbers.map((value) => f.formatMoney('en', value, '$'))).toEqual(['$999,999,999,999', '$1T', '−$9007T'])
    expect(plain(f.formatUnit('de', 1e12, 'kilogram'))).toBe('1 Bio. kg')
  })

  it('writes the community’s own money everywhere', () => {
    const { money } = createFormat({ language: 'de', currency: 'Taler', t: (key) => key })
    expect([money(1200), money(-5)].map(plain)).toEqual(['1.200 Taler', '−5 Taler'])
  })

  it('tells neither the speed nor the time left of work that is done', () => {
    const { progress } = createFormat({ language: 'en', currency: '$', t: (key) => key })
    const work = { bytesDone: 1 << 20, bytesTotal: 2 << 20, bytesPerSecond: 1 << 20, secondsLeft: 1 }
    expect(plain(progress(work))).toBe('1 MB / 2 MB · 1 MB/s · common.time-left')
    expect(plain(progress({ ...work, bytesDone: 2 << 20, secondsLeft: 0 }))).toBe('2 MB / 2 MB')
  })

  it('writes a span by its two largest units', () => {
    expect(f.formatDuration('en', 999)).toBe('1s')
    expect(f.formatDuration('en', 200_000)).toBe('3m\u00a020s')
    expect(f.formatDuration('en', 7_500_000)).toBe('2h\u00a005m')
    expect(f.formatDuration('en', 90_000_000)).toBe('1d\u00a01h')
  })

  it('says how long ago', () => {
    const now = new Date('2026-05-01T12:00:00Z')
    expect(f.formatRelative('en', '2026-05-01T09:00:00Z', now)).toBe('3 hours ago')
    expect(f.formatRelative('de', '2026-05-02T12:00:00Z', now)).toBe('morgen')
    expect(f.formatRelative('en', '2026-05-01T11:59:30Z', now)).toBe('now')
  })

  it('counts days by the calendar: 30 hours before shortly after midnight is two days ago', () => {
    const night = new Date(2026, 10, 26, 0, 12)
    expect(f.formatRelative('en', new Date(2026, 10, 24, 18), night)).toBe('2 days ago')
    expect(f.formatRelative('en', new Date(2026, 10, 24, 23, 59), night)).toBe('2 days ago')
    expect(f.formatRelative('de', new Date(2026, 10, 27, 23), night)).toBe('morgen')
  })

  it('leaves the date out for a time of today', () => {
    const now = new Date(2026, 4, 1, 12)
    expect(f.formatTimeOrDate('de', new Date(2026, 4, 1, 9, 5), now)).toBe('09:05')
    expect(f.formatTimeOrDate('de', new Date(2026, 3, 30, 9, 5), now)).toBe('30.04., 09:05')
  })

  it('writes the year in a list only if it is another one', () => {
    const now = new Date(2026, 4, 1, 12)
    const [earlier, before] = [new Date(2026, 3, 3, 9, 5), new Date(2025, 11, 31, 9, 5)]
    const both = (at: Date) => [f.formatDayTime('en', at, now), f.formatDayTime('de', at, now)]
    expect(both(earlier)).toEqual(['Apr 3, 9:05 AM', '03.04., 09:05'])
    expect(both(before)).toEqual(['Dec 31, 2025, 9:05 AM', '31.12.2025, 09:05'])
    expect([f.formatDay('en', earlier, now), f.formatDay('de', earlier, now)]).toEqual(['Apr 3', '03.04.'])
  })
})
