import { expect, test } from 'vitest'
import { pastedSession, pastedXsrf } from '../../src-main/bank/cookies.ts'

const ANY = '^[A-Za-z0-9_.-]+_session$'

test.each([
  ['laravel_session=abc%3D', ANY, { name: 'laravel_session', value: 'abc%3D' }],
  ['nordwind-panel_session=a=b==', ANY, { name: 'nordwind-panel_session', value: 'a=b==' }],
  ['sid=abc', '^sid$', { name: 'sid', value: 'abc' }],
  ['abc==', '^sid$', { name: 'sid', value: 'abc==' }],
  ['abc', '^nordwind\\.panel_session$', { name: 'nordwind.panel_session', value: 'abc' }],
])('%s under %s', (pasted, pattern, cookie) => {
  expect(pastedSession(pasted, pattern)).toEqual(cookie)
})

test.each(['abc', 'abc==', 'other=abc', 'laravel_session=', '=abc'])(
  '%s: where several names are possible, the name is asked for',
  (pasted) => {
    for (const pattern of [ANY, '^[a-z]$'])
      expect(() => pastedSession(pasted, pattern)).toThrow(expect.objectContaining({ code: 'bank-cookie-name' }))
  },
)

test('the XSRF cookie may come with its name or without', () => {
  expect(pastedXsrf('XSRF-TOKEN=abc=')).toEqual({ name: 'XSRF-TOKEN', value: 'abc=' })
  expect(pastedXsrf('abc=')).toEqual({ name: 'XSRF-TOKEN', value: 'abc=' })
})
