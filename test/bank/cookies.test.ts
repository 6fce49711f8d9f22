import { expect, test } from 'vitest'
import { BankJar, type TakenCookie } from '../../src-main/bank/cookies.ts'
import { readPattern } from '../../src-main/settings/index.ts'

const home = new URL('https://panel.bank.example/banking/accounts')
const page = new URL('https://panel.bank.example/banking/NH1')
const name = readPattern('^[a-z]+_session$') ?? { test: () => false }
const jarWith = async (cookies: TakenCookie[], at = home) => {
  const jar = new BankJar(at, name)
  await jar.adopt(cookies)
  return jar
}
const session: TakenCookie = { name: 'app_session', value: 'abc%3D' }
const xsrf: TakenCookie = { name: 'XSRF-TOKEN', value: 'tok%3D' }

test('what is adopted is sent to the bank, and what was there before is forgotten', async () => {
  const jar = await jarWith([{ name: 'old_session', value: 'x' }])
  expect(await jar.keep(['other=1; Path=/'], page)).toBe(true)
  await jar.adopt([session, xsrf])
  expect(await jar.header(page)).toBe('app_session=abc%3D; XSRF-TOKEN=tok%3D')
  expect(await jar.xsrf(page)).toBe('tok=')
  expect(await jar.hasSession(page)).toBe(true)
})

test('a typed cookie is the bank’s host’s alone, for its secure pages, and not for scripts', async () => {
  const jar = await jarWith([session])
  for (const other of ['https://bank.example/', 'https://a.panel.bank.example/', 'http://panel.bank.example/'])
    expect(await jar.header(new URL(other))).toBe('')
  expect(await jar.list(page)).toEqual([
    {
      ...session,
      domain: 'panel.bank.example',
      hostOnly: true,
      path: '/',
      secure: true,
      httpOnly: true,
      expirationDate: undefined,
    },
  ])
  const local = new URL('http://127.0.0.1:1/')
  expect(await (await jarWith([session], local)).list(local)).toMatchObject([{ secure: false, domain: '127.0.0.1' }])
})

test('a window’s cookie keeps its domain, path, marks and end', async () => {
  const expirationDate = Date.UTC(2100, 0) / 1000
  const own = { ...session, path: '/banking', secure: false, httpOnly: false, expirationDate }
  const jar = await jarWith([
    { ...own, domain: '.bank.example', hostOnly: false },
    { ...own, name: 'b_session', domain: home.hostname, hostOnly: true },
  ])
  expect(await jar.list(page)).toEqual([
    { ...own, domain: '.bank.example', hostOnly: false },
    { ...own, name: 'b_session', domain: 'panel.bank.example', hostOnly: true },
  ])
  expect(await jar.header(new URL('http://other.bank.example/banking'))).toBe('app_session=abc%3D')
  expect(await jar.header(new URL('https://panel.bank.example/'))).toBe('')
})

test('a jar without them has no session and no token, and one whose cookies are over sends none', async () => {
  const jar = await jarWith([{ name: 'session', value: '1' }])
  expect([await jar.hasSession(page), await jar.xsrf(page)]).toEqual([false, undefined])
  const over = await jarWith([{ ...session, expirationDate: Date.now() / 1000 - 1 }])
  expect([await over.header(page), await over.hasSession(page)]).toEqual(['', false])
})

test('an answer’s cookies are kept, and whether any changed is told', async () => {
  const jar = await jarWith([session])
  expect(await jar.keep([], page)).toBe(false)
  expect(await jar.keep(['app_session=new; Path=/; Secure; HttpOnly'], page)).toBe(true)
  expect(await jar.header(page)).toBe('app_session=new')
  expect(await jar.keep(['x=1; Domain=evil.example', '=;;'], page)).toBe(false)
})

test('every value is told for the logs, also as it reads, and one that cannot be read as it is', async () => {
  const jar = await jarWith([session, { name: 'XSRF-TOKEN', value: '%E0%A4%A' }])
  expect(await jar.values()).toEqual(['abc%3D', 'abc=', '%E0%A4%A', '%E0%A4%A'])
  expect(await jar.xsrf(page)).toBe('%E0%A4%A')
})

test('a jar that was saved is opened again; one that cannot be read is empty', async () => {
  const jar = await jarWith([session])
  expect(await new BankJar(home, name, jar.save()).header(page)).toBe('app_session=abc%3D')
  expect(await new BankJar(home, name, '{').header(page)).toBe('')
})
