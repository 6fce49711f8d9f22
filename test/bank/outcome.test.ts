import { expect, test } from 'vitest'
import type { BankResponse } from '../../src-main/bank/connection.ts'
import { claimOfPage, isLogin, outcomeOfAnswer, redirectOf } from '../../src-main/bank/outcome.ts'
import { countTexts } from '../../src-main/bank/page.ts'

const texts = { success: 'Done!', wrongFormat: 'Bad number', notEnough: 'Too little', noSuchAccount: 'Nobody there' }
const none = { success: 0, wrongFormat: 0, notEnough: 0, noSuchAccount: 0 }

test('a page’s words count as often as they stand there, however they are spaced', () => {
  expect(countTexts('Done! Too  little Done! Done', { ...texts, notEnough: ' Too\n little ' })).toEqual({
    ...none,
    success: 2,
  })
  expect(countTexts('a', { empty: ' ' })).toEqual({ empty: 0 })
})

test.each([
  ['Done!', {}, { state: 'succeeded' }],
  ['Bad number', {}, { state: 'refused', reason: 'wrong-format' }],
  ['Too little', {}, { state: 'refused', reason: 'not-enough' }],
  ['Nobody there', {}, { state: 'refused', reason: 'no-such-account' }],
  ['', {}, { state: 'unknown' }],
  ['Done! Too little', {}, { state: 'unknown' }],
  ['Bad number Too little', {}, { state: 'unknown' }],
  ['Done!', { success: 1 }, { state: 'unknown' }],
  ['Done! Done!', { success: 1 }, { state: 'succeeded' }],
  ['Done! Too little', { success: 1 }, { state: 'refused', reason: 'not-enough' }],
  ['Done! Too little', { notEnough: 1 }, { state: 'succeeded' }],
])('a page with %j, of which %j stood there before, says %j', (words, before, claim) => {
  expect(claimOfPage({ words }, texts, { ...none, ...before })).toEqual(claim)
})

const url = new URL('https://bank.example/panel/banking/NH1')
const answerWith = (status: number, location?: string): BankResponse => ({
  status,
  headers: { location },
  body: Buffer.from('a page'),
  text: 'a page',
})
const outcomeOf = (status: number, location?: string) =>
  outcomeOfAnswer(answerWith(status, location), { url, loginHosts: ['login.example'] })

test.each([
  [200, undefined, { state: 'page', html: 'a page' }],
  [419, '/panel', { state: 'refused', reason: 'token-expired' }],
  [401, '/panel', { state: 'refused', reason: 'signed-out' }],
  [302, '/login', { state: 'refused', reason: 'signed-out' }],
  [307, 'https://login.example/x', { state: 'refused', reason: 'signed-out' }],
  [302, '/panel/banking/NH1?done', { state: 'look', at: new URL('https://bank.example/panel/banking/NH1?done') }],
  [303, '/other', { state: 'look', at: new URL('https://bank.example/other') }],
  [302, 'http://bank.example/other', { state: 'unknown' }],
  [302, 'https://evil.example/other', { state: 'unknown' }],
  [304, '/other', { state: 'unknown' }],
  [307, '/other', { state: 'unknown' }],
  [302, undefined, { state: 'unknown' }],
  [201, undefined, { state: 'unknown' }],
  [404, undefined, { state: 'unknown' }],
  [500, undefined, { state: 'unknown' }],
])('an answer of %d to %s is %j', (status, location, outcome) => {
  expect(outcomeOf(status, location)).toEqual(outcome)
})

test('a redirect is one by its status and a place that can be read', () => {
  const place = (status: number, location?: string) => redirectOf(answerWith(status, location), url)?.href
  expect([place(300, 'a'), place(399, 'a')]).toEqual(Array(2).fill('https://bank.example/panel/banking/a'))
  expect([place(299, 'a'), place(400, 'a'), place(302), place(302, 'https://')]).toEqual(Array(4).fill(undefined))
})

test.each([
  ['https://login.example/', true],
  ['https://a.login.example/', true],
  ['https://evil-login.example/', false],
  ['https://bank.example/login', true],
  ['https://bank.example/panel/SignIn/x', true],
  ['https://bank.example/sign-in?to=/panel', true],
  ['https://bank.example/auth', true],
  ['https://bank.example/loginformation', false],
  ['https://bank.example/panel?login', false],
  ['https://bank.example:444/login', false],
  ['https://other.example/login', false],
])('%s asks for a sign-in: %s', (address, is) => {
  expect(isLogin(new URL(address), url, ['login.example'])).toBe(is)
})

test('of a bank’s own pages only those of a sign-in ask for one, whatever its address and its login hosts are', () => {
  const bank = new URL('https://bank.example/auth/banking/NH1')
  const asks = (path: string) => isLogin(new URL(path, bank), bank, ['bank.example'])
  expect(['/auth/banking/NH1', '/auth/banking/NH1?done', '/', '/other'].filter((path) => asks(path))).toEqual([])
  expect(['/auth/login', '/login', '/auth/signin/x'].filter((path) => asks(path))).toHaveLength(3)
  expect(asks('https://login.bank.example/')).toBe(true)
})
