import { expect, test } from 'vitest'
import { readPattern } from '../../src-main/settings/index.ts'

test.each([
  ['^NH[0-9]{6}$', ['NH092843'], ['NH09284', 'NH0928433', 'WH092843', 'xNH092843', 'NH09e843']],
  [
    '^[A-Za-z0-9_.-]+_session$',
    ['laravel_session', 'a_session_session', '_._session'],
    ['_session', 'session', 'a b_session'],
  ],
  ['NH\\d{6}', ['NH000000'], ['NH00000']],
  ['^[A-Z]{2}[0-9]{2,4}x?$', ['AB12', 'AB1234x'], ['AB1', 'AB12345', 'A12', 'AB12xx']],
  ['a*b', ['b', 'aaab'], ['a', 'ba', '']],
  ['\\w+\\.x', ['ab.x'], ['abyx', '.x']],
])('%s means the whole text, as a regular expression would', (text, fit, others) => {
  const pattern = readPattern(text)
  const regExp = new RegExp(`^(?:${text})$`)
  for (const one of [...fit, ...others]) {
    expect(pattern?.test(one), one).toBe(fit.includes(one))
    expect(regExp.test(one), one).toBe(fit.includes(one))
  }
})

test.each([
  '',
  '^(NH',
  '(a+)+$',
  'a|b',
  '.*',
  '[^a]',
  'a{2',
  'a{5,2}',
  'a{0}',
  '[z-a]',
  '\\1',
  '(?=a)',
  'a'.repeat(101),
  'a{999}',
  'a++',
])('no pattern: %s', (text) => expect(readPattern(text)).toBeUndefined())

test('what would hold a regular expression for hours is over at once, and no long text fits', () => {
  const pattern = readPattern('[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*1')
  expect(pattern?.test('a'.repeat(256))).toBe(false)
  expect(readPattern('a+')?.test('a'.repeat(257))).toBe(false)
})
