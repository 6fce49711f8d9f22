import { expect, test } from 'vitest'
import type { TakenCookie } from '../../src-main/bank/index.ts'
import type { FaultyBank } from '../support/faulty-bank.ts'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import { browserCookies, OTHER, OWN, setup, transfer } from './setup.ts'

const named = (lines: readonly string[]): TakenCookie[] =>
  lines.map((line) => {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
const headerOf = (cookies: readonly TakenCookie[]) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const nobody = () => Promise.reject(new Error('given back'))

/** A computer and a bank whose time the test moves. */
function movable() {
  let ms = 0
  return { now: () => new Date(Date.now() + ms), pass: (more: number) => (ms += more) }
}

test('the demo bank’s cookie is good for one answer, and side by side for two seconds', () => {
  const { now, pass } = movable()
  return setup({}, undefined, now).then(({ demo }) => {
    const header = headerOf(browserCookies(demo))
    expect(demo.sessions.find(header)).toBeDefined()
    pass(1_900)
    expect(demo.sessions.find(header)).toBeDefined()
    pass(200)
    expect(demo.sessions.find(header)).toBeUndefined()
  })
})

test('a sign-in’s cookies are taken as the bank’s answers have left them', async () => {
  const { now, pass } = movable()
  const { bank, demo } = await setup({}, undefined, now)
  expect(await bank.beginSignIn().take(browserCookies(demo), nobody)).toBe(true)
  pass(5_000)
  expect((await bank.transactions(OWN)).total).toBe(0)
  pass(5_000)
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded' })
  expect(bank.view.session).toBe('signed-in')
})

test('a guest’s cookies go back to the window as they have become, and the sign-in goes on with them', async () => {
  const { now, pass } = movable()
  const { bank, demo } = await setup({}, undefined, now)
  const guest = demo.sessions.start()
  const cookies = named(demo.sessions.cookies(guest))
  let back: readonly TakenCookie[] = []
  const taken = await bank.beginSignIn().take(cookies, (changed) => Promise.resolve((back = changed)))
  expect(taken).toBe(false)
  pass(5_000)
  expect(demo.sessions.find(headerOf(cookies))).toBeUndefined() // the look has spent them
  expect(demo.sessions.find(headerOf(back))).toMatchObject({ csrf: guest.csrf })
})

test('the cookies of an answer that breaks off are kept', async () => {
  const { now, pass } = movable()
  let ordered = 0
  /** The look that follows comes too late for the cookies from before. */
  const slow: DemoRoute = ({ method, path }) => {
    if (ordered === 1 && path.endsWith('/data')) pass(5_000 * ordered++)
    if (method === 'POST' && path.endsWith(OWN)) ordered++
    return undefined
  }
  const { bank, demo, signIn } = await setup({}, () => [slow], now)
  await signIn()
  demo.faults.push('cut-answer-after-execute')
  const lost: FaultyBank['orders'] = demo.orders
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
  expect(lost).toHaveLength(1)
  pass(5_000)
  expect((await bank.transactions(OWN)).total).toBe(1)
})

test('where the answer is lost with its cookies, a look at once still finds what happened', async () => {
  const { now } = movable()
  const { bank, demo, signIn } = await setup({}, undefined, now)
  await signIn()
  demo.faults.push('reset-after-execute')
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
  expect(demo.ledger.bookingsOf(OTHER)).toHaveLength(1)
})

test('cookies past their age end the session, in this run and in the next', async () => {
  const fixture = await setup()
  const { bank, kept } = fixture
  const past = Date.now() / 1000 - 1
  await bank.adopt(browserCookies(fixture.demo).map((cookie) => ({ ...cookie, expirationDate: past })))
  expect(bank.view.session).toBe('signed-in')
  await bank.transactions(OWN).catch(() => undefined)
  expect(bank.view.session).toBe('expired')
  expect(kept.value).toBeDefined()
  const later = await fixture.restart()
  await later.accounts(false)
  expect(later.view.session).toBe('expired')
})
