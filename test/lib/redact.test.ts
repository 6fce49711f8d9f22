import { expect, test } from 'vitest'
import { createRedactor } from '../../src-main/lib/index.ts'

test('a known value is gone from any text, also URL-encoded', () => {
  const redactor = createRedactor(['s3cret/value'])
  expect(redactor.redact('GET /x/s3cret%2Fvalue failed for s3cret/value')).toBe('GET /x/••• failed for •••')
  redactor.remove('s3cret/value')
  expect(redactor.redact('s3cret/value')).toBe('s3cret/value')
})

test.each([
  ['the player secret in a path', 'GET https://a.example/v1/player/abc123/vehicles', 'abc123'],
  ['the player secret in validate', '/v1/player/validate/abc123', 'abc123'],
  ['cookies', 'cookie: XSRF-TOKEN=eyJpdiI6; app_session=zzzz1', 'eyJpdiI6'],
  ['session cookies of any name', 'cookie: my.app_session=zzzz1', 'zzzz1'],
  ['a form token', '_token=Qwertz12&amount=5', 'Qwertz12'],
  ['a password on a command line', '-password=hunter2 -mod=x', 'hunter2'],
])('unknown values are seen by their shape: %s', (_name, text, secret) => {
  expect(createRedactor().redact(text)).not.toContain(secret)
})

test('short values do not blank ordinary words', () => {
  expect(createRedactor(['a']).redact('a cat')).toBe('a cat')
})

test('a long line of one letter is redacted in linear time', () => {
  const long = 'x'.repeat(2_000_000)
  expect(createRedactor().redact(long)).toBe(long)
})
