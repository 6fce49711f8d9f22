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
  '[z-a]',
  '\\1',
  '(?=a)',
  'a'.repeat(101),
  'a++',
  '[\\s]',
  'a*a+a{1,2}',
])('no pattern: %s', (text) => expect(readPattern(text)).toBeUndefined())

test('what would hold a regular expression for hours is no pattern, and no long text fits', () => {
  expect(readPattern('[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*1')).toBeUndefined()
  expect(readPattern('[a-z]*[a-z]*1')?.test('a'.repeat(64))).toBe(false)
  expect(['a'.repeat(64), 'a'.repeat(65)].map((text) => readPattern('a+')?.test(text))).toEqual([true, false])
})
