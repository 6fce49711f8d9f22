import { describe, expect, it } from 'vitest'
import {
  accountLine,
  hasForeignMark,
  hiddenAccountLine,
  parseAmount,
  partnerName,
} from '../../src-renderer/bank/amount.ts'
import { dayAt, dayForm, formatFullDay, parseDay } from '#shared/format/day.ts'
import * as f from '#shared/format/format.ts'
import { accountKind, type BankAccount } from '../../src-preload/contract/bank.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('an amount', () => {
  it.each([
    ['5', 5, 5],
    [' 1200 ', 1200, 1200],
    ['1,200', 1200, undefined],
    ['1.200', undefined, 1200],
    ['1.5', undefined, undefined],
    ["1'200’300", 1_200_300, 1_200_300],
    ['1 200', 1200, 1200],
    ['1,2000', undefined, undefined],
    ['1234,567', undefined, undefined],
    ['-5', undefined, undefined],
    ['', undefined, undefined],
    ['9007199254740991', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['9007199254740992', undefined, undefined],
  ])('%j is %j in English, %j in German', (text, en, de) => {
    expect([parseAmount(text, 'en'), parseAmount(text, 'de')]).toEqual([en, de])
  })

  it('of the other language is told apart', () => {
    expect([hasForeignMark('1.200', 'en'), hasForeignMark('1.200', 'de')]).toEqual([true, false])
    expect([hasForeignMark('1,200', 'en'), hasForeignMark('1,200', 'de')]).toEqual([false, true])
  })
})

describe('an account', () => {
  const account: BankAccount = { iban: 'NH1', label: 'Main', balance: 5, kind: 'own', isDefault: true }

  it('is one line: what it is, its number, what is on it', () => {
    const money = (value: number) => `$${value}`
    const t = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`
    expect(accountLine(account, t, money)).toBe('Main · NH1 · $5')
    const unnamed = { ...account, balance: undefined, label: '' }
    expect(accountLine(unnamed, t, money)).toBe('bank.account-kind {"kind":"main"} · NH1')
  })

  it('is told by its kind and place while a stream looks on', () => {
    const t = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`
    expect(hiddenAccountLine(account, 0, t)).toBe('1 · bank.account-kind {"kind":"main"}')
    expect(accountKind({ ...account, isDefault: false })).toBe('own')
    expect(accountKind({ ...account, kind: 'company' })).toBe('company')
  })
})

describe('the other side of a booking', () => {
  const of = (iban: string, isDefault: boolean): BankAccount => ({
    iban,
    isDefault,
    label: '',
    balance: 0,
    kind: 'own',
  })
  const accounts = [of('NH1', false), of('NH2', true)]
  const t = (key: string, values?: { kind?: string }) => [key, values?.kind].filter(Boolean).join(' ')

  it.each([
    ['Mara', 'NH2', 'Mara'],
    ['', 'NH2', 'bank.account-kind main'],
    ['', 'NH9', 'NH9'],
    ['', '', 'bank.cash'],
  ])('named %j with the number %j is called %s', (name, iban, called) => {
    expect(partnerName({ name, iban }, accounts, t)).toBe(called)
  })
})

describe('a day', () => {
  const now = new Date(2026, 2, 1)

  it('is written as the language does, and read back', () => {
    expect(dayAt(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09')
    expect([formatFullDay('de', '2026-12-31'), formatFullDay('en', '2026-12-31'), formatFullDay('en', 'none')]).toEqual(
      ['31.12.2026', '12/31/2026', ''],
    )
    const names = { day: 'TT', month: 'MM', year: 'JJJJ' }
    expect([dayForm('de', names), dayForm('en', names)]).toEqual(['TT.MM.JJJJ', 'MM/TT/JJJJ'])
  })

  it.each([
    ['31.12.2025', '2025-12-31', undefined],
    ['12/31/2025', undefined, '2025-12-31'],
    ['1.2.', '2026-02-01', '2026-01-02'],
    ['1 2', '2026-02-01', '2026-01-02'],
    ['03. 04. 27', '2027-04-03', '2027-03-04'],
    ['2027-03-04', '2027-03-04', '2027-03-04'],
    ['29.2.2026', undefined, undefined],
    ['29.2.2028', '2028-02-29', undefined],
    ['0.1.2026', undefined, undefined],
    ['1.13.2026', undefined, '2026-01-13'],
    ['1.2.202', undefined, undefined],
    ['1.2.3', undefined, undefined],
    ['soon', undefined, undefined],
  ])('%j is %j in German, %j in English', (text, de, en) => {
    expect([parseDay('de', text, now), parseDay('en', text, now)]).toEqual([de, en])
  })
})

it('A day without its year is read in a language that writes the year first, too', () => {
  expect(parseDay('sv', '03-04', new Date(2026, 2, 1))).toBe('2026-03-04')
})

describe('figures', () => {
  it('of bytes have the unit that fits and the digits that say something', () => {
    const sizes = [-1, 0, 1, 1023, 1024, 1536, 10.25 * 1024, 100.4 * 1024, 1024 ** 2, 1024 ** 3, 1024 ** 4, 1024 ** 5]
    expect(sizes.map((size) => plain(f.formatBytes('en', size)))).toEqual([
      '-1 byte',
      '0 bytes',
      '1 byte',
      '1,023 bytes',
      '1 kB',
      '1.5 kB',
      '10.3 kB',
      '100 kB',
      '1 MB',
      '1 GB',
      '1 TB',
      '1,024 TB',
    ])
    expect(plain(f.formatBytes('en', 9.126 * 1024))).toBe('9.13 kB')
    expect(plain(f.formatBytes('en', -2048))).toBe('-2 kB')
    expect(plain(f.formatRate('en', 2048))).toBe('2 kB/s')
    expect(['en', 'de'].map((language) => plain(f.formatRate(language as 'en' | 'de', 16)))).toEqual([
      '0.02 kB/s',
      '0,02 kB/s',
    ])
  })

  it('of money have the game’s own sign, whole units and a true minus', () => {
    expect(['$', 'Taler'].map((sign) => plain(f.formatMoney('de', -1234.5, sign)))).toEqual([
      '−1.235 $',
      '−1.235 Taler',
    ])
    expect([f.formatMoney('en', 1_000_000, '$'), f.formatMoney('en', -0.4, '$')]).toEqual(['$1,000,000', '$0'])
  })

  it('of a change have their sign and one digit after the mark, and no sign where there is no change', () => {
    const changes = [0.1234, -0.1234, 0, -0.0001].map((share) => f.formatChange('en', share))
    expect(changes).toEqual(['+12.3%', '−12.3%', '0.0%', '0.0%'])
    expect(plain(f.formatChange('de', -1))).toBe('−100,0 %')
  })

  it('of a share, a unit and a number are the language’s', () => {
    expect([f.formatPercent('en', 0.123), f.formatPercent('en', 0.123, 1), plain(f.formatPercent('de', 1))]).toEqual([
      '12%',
      '12.3%',
      '100 %',
    ])
    expect([f.formatNumber('de', 1234.5), plain(f.formatUnit('en', 12, 'kilogram'))]).toEqual(['1.234,5', '12 kg'])
    expect([7_960, 18_332].map((metres) => plain(f.formatDistance('en', metres)))).toEqual(['8.0 km', '18.3 km'])
  })

  it.each([
    [-1, '0s'],
    [499, '0s'],
    [500, '1s'],
    [59_499, '59s'],
    [60_000, '1m\u00a000s'],
    [3_599_000, '59m\u00a059s'],
    [3_600_000, '1h\u00a000m'],
    [86_399_000, '23h\u00a059m'],
    [86_400_000, '1d\u00a00h'],
    [100 * 3_600_000, '4d\u00a04h'],
  ])('of a span of %d ms are its two largest units: %s', (ms, text) => {
    expect(f.formatDuration('en', ms)).toBe(text)
  })

  it('of a time are date and time, or what of them is asked for', () => {
    const at = new Date(2026, 4, 9, 14, 5)
    expect([f.formatDate('de', at), f.formatTime('de', at), f.formatDateTime('de', at)]).toEqual([
      '09.05.2026',
      '14:05',
      '09.05.2026, 14:05',
    ])
    expect([f.formatTick('en', at, 'date'), plain(f.formatTick('en', at, 'time'))]).toEqual(['May 9', '2:05 PM'])
    expect(f.formatTimeOrDate('de', at.getTime(), new Date(2026, 4, 9))).toBe('14:05')
    expect(f.formatTimeOrDate('de', at.toISOString(), new Date(2026, 4, 10))).toBe('09.05., 14:05')
  })

  it.each([
    [-59_999, 'now'],
    [-60_000, '1 minute ago'],
    [60_000, 'in 1 minute'],
    [-3_600_000, '1 hour ago'],
    [-86_400_000, 'yesterday'],
    [-604_800_000, 'last week'],
    [-2_592_000_000, 'last month'],
    [-31_536_000_000, 'last year'],
    [2 * 31_536_000_000, 'in 2 years'],
    [-2_591_999_999, '4 weeks ago'],
  ])('of a time %d ms away are in its largest unit: %s', (away, text) => {
    const now = new Date('2026-05-01T12:00:00Z')
    expect(f.formatRelative('en', now.getTime() + away, now)).toBe(text)
  })
})
