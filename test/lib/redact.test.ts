import { expect, test } from 'vitest'
import { createRedactor, hidingLast } from '../../src-main/lib/index.ts'

test('a known value is gone from any text, also URL-encoded', () => {
  const redactor = createRedactor(['s3cret/value'])
  expect(redactor.redact('GET /x/s3cret%2Fvalue failed for s3cret/value')).toBe('GET /x/••• failed for •••')
  redactor.remove('s3cret/value')
  expect(redactor.redact('s3cret/value s3cret%2Fvalue')).toBe('s3cret/value s3cret%2Fvalue')
})

test.each([
  ['the player secret in a path', 'GET /v1/player/abc123/vehicles', 'GET /v1/player/•••/vehicles'],
  ['the player secret in validate', '/v1/player/validate/abc123', '/v1/player/validate/•••'],
  ['cookies', 'cookie: XSRF-TOKEN=eyJpdiI6; app_session=z1', 'cookie: XSRF-TOKEN=•••; app_session=•••'],
  ['session cookies of any name', 'cookie: my.app_session=zzzz1', 'cookie: my.app_session=•••'],
  ['a form token', '_token=Qwertz12&amount=5', '_token=•••&amount=5'],
  ['a password on a command line', '-password=hunter2 -mod=x', '-password=••• -mod=x'],
  ['all of it, whatever signs it has', `"-password=a,b&c}d" -mod=x`, `"-password=•••" -mod=x`],
])('unknown values are seen by their shape: %s', (_name, text, clean) => {
  expect(createRedactor().redact(text)).toBe(clean)
})

test('short values do not blank ordinary words', () => {
  expect(createRedactor(['cat', 'door']).redact('a cat at the door')).toBe('a cat at the •••')
})

test('a value that begins another one leaves nothing of that', () => {
  expect(createRedactor(['abcd', 'abcdefgh']).redact('x abcdefgh abcd')).toBe('x ••• •••')
})

test('a long line of one letter is redacted in linear time', () => {
  const long = 'x'.repeat(2_000_000)
  expect(createRedactor().redact(long)).toBe(long)
})

test('of values that change, those that were named last are gone from any text', () => {
  const redactor = createRedactor()
  const hide = hidingLast(redactor)
  hide('again')
  for (let n = 0; n < 60; n++) {
    if (n % 10 === 0) hide('again')
    hide(`value-${n}.`)
  }
  expect(redactor.redact('again value-0. value-1. value-59.')).toBe('••• value-0. ••• •••')
})
