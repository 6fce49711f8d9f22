import { expect, test } from 'vitest'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import { browserCookies, draftOf, failureOf, OWN, setup, transfer } from './setup.ts'

function gate() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** A bank whose answers can be held back, after they were made. */
async function setUp(path = /\/data$/, method = 'POST') {
  const held = gate()
  const free = gate()
  let armed = false
  const fixture = await setup({}, (demo) => {
    const hold: DemoRoute = async (request) => {
      if (!armed || request.method !== method || !path.test(request.path)) return undefined
      armed = false
      const answer = demo.route(request)
      held.open()
      await free.opened
      return answer
    }
    return [hold]
  })
  await fixture.signIn()
  return {
    ...fixture,
    /** Holds the next answer to what `ask` asks back until `meanwhile` is done. */
    async during<T>(ask: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<PromiseSettledResult<T>> {
      armed = true
      const asked = Promise.allSettled([ask()])
      await held.opened
      await meanwhile()
      free.open()
      return (await asked)[0]
    },
  }
}

/** The session cookie that rests in the keychain. */
const keptSession = (kept: { value?: string }) =>
  /nordwind_session[^}]*?value\\":\\"([^"\\]+)/.exec(kept.value ?? '')?.[1]

/** Who wants nothing back. */
const nobody = () => Promise.resolve()

test('an answer that comes after sign-out leaves no session behind and shows nothing', async () => {
  const { bank, kept, during } = await setUp()
  const read = await during(() => bank.transactions(OWN), bank.signOut)
  await bank.close()
  expect(read).toMatchObject({ status: 'rejected', reason: { code: 'bank-signed-out', facts: { expired: false } } })
  expect({ session: bank.view.session, kept: kept.value }).toEqual({ session: 'signed-out', kept: undefined })
})

test('an answer to a session from before does not touch the one that was adopted meanwhile', async () => {
  const { bank, demo, kept, during } = await setUp()
  const [xsrf, session] = browserCookies(demo)
  if (!xsrf || !session) throw new Error('no cookies')
  const read = await during(
    () => bank.transactions(OWN),
    () => bank.adopt([xsrf, session]),
  )
  expect(read.status).toBe('rejected')
  expect(keptSession(kept)).toBe(session.value)
  expect(bank.view.session).toBe('signed-in')
})

test('a session that ended does not end the one that was adopted meanwhile', async () => {
  const { bank, demo, during } = await setUp()
  demo.sessions.expireAll()
  const read = await during(
    () => bank.transactions(OWN),
    () => bank.adopt(browserCookies(demo)),
  )
  expect(read.status).toBe('rejected')
  expect(bank.view.session).toBe('signed-in')
  expect((await bank.transactions(OWN)).total).toBe(0)
})

test('a transfer that is prepared when the player signs out is not sent, with no session of anybody', async () => {
  const { bank, demo, during } = await setUp(/banking\/\w+$/, 'GET')
  const sent = await during(
    () => transfer(bank, 5),
    async () => {
      await bank.signOut()
      await bank.adopt(browserCookies(demo))
    },
  )
  expect(sent).toMatchObject({ value: { state: 'not-sent', reason: 'signed-out' } })
  expect({ orders: demo.orders, session: bank.view.session }).toEqual({ orders: [], session: 'signed-in' })
})

test('a transfer that was confirmed in one session does not leave in the next', async () => {
  const { bank, demo, during } = await setUp(/banking\/\w+$/, 'POST')
  const second = await draftOf(bank)
  let waiting: Promise<unknown> | undefined
  await during(
    () => transfer(bank, 5),
    async () => {
      waiting = bank.send(second.id)
      await bank.signOut()
      await bank.adopt(browserCookies(demo))
    },
  )
  expect(await waiting).toMatchObject({ state: 'not-sent', reason: 'signed-out' })
  expect(demo.orders).toHaveLength(1)
})

test('cookies that are tried when the player signs out are not taken', async () => {
  const { bank, demo, kept, during } = await setUp()
  const { over, take } = bank.beginSignIn()
  const taken = await during(() => take(browserCookies(demo), nobody), bank.signOut)
  expect({ taken, over: over.aborted }).toMatchObject({ taken: { value: false }, over: true })
  expect({ session: bank.view.session, kept: kept.value }).toEqual({ session: 'signed-out', kept: undefined })
})

test('a kept session that the keychain gives after sign-out or a new sign-in is not taken', async () => {
  const { demo, kept, restart } = await setUp()
  for (const last of ['sign-out', 'adopt'] as const) {
    const bank = await restart()
    const loading = bank.accounts(false)
    const [xsrf, session] = browserCookies(demo)
    if (!xsrf || !session) throw new Error('no cookies')
    await (last === 'adopt' ? bank.adopt([xsrf, session]) : bank.signOut())
    await loading
    expect(bank.view.session).toBe(last === 'adopt' ? 'signed-in' : 'signed-out')
    expect(keptSession(kept)).toBe(last === 'adopt' ? session.value : undefined)
  }
})

test('signing out takes reviews along, and only the latest of those nobody answers are kept', async () => {
  const { bank } = await setUp()
  const first = await draftOf(bank)
  for (let more = 0; more < 20; more++) await draftOf(bank)
  expect(await failureOf(bank.send(first.id))).toMatchObject({ code: 'transfer-draft-gone' })
  const last = await draftOf(bank)
  await bank.signOut()
  expect(await failureOf(bank.send(last.id))).toMatchObject({ code: 'transfer-draft-gone' })
})

test.each(['leave', 'paste', 'close'] as const)(
  'a sign-in is over with %s; cookies it leads to later are nobody’s',
  async (how) => {
    const { bank, demo, kept, leave, come, restart } = await setUp()
    const { over, take } = bank.beginSignIn()
    expect(over.aborted).toBe(false)
    const [xsrf, session] = browserCookies(demo)
    if (!xsrf || !session) throw new Error('no cookies')
    if (how === 'leave') {
      await leave()
      come('2', [OWN])
    } else if (how === 'paste') await bank.adopt([xsrf, session])
    else await restart()
    const before = kept.value
    expect(over.aborted).toBe(true)
    expect(await take(browserCookies(demo), nobody)).toBe(false)
    expect(kept.value).toBe(before)
  },
)

test('a sign-out while cookies are being taken wins', async () => {
  const { bank, demo, kept } = await setUp()
  const adopting = failureOf(bank.adopt(browserCookies(demo)))
  const leaving = bank.signOut()
  expect(await adopting).toEqual({ code: 'bank-signed-out', facts: { expired: false } })
  await leaving
  expect({ session: bank.view.session, kept: kept.value }).toEqual({ session: 'signed-out', kept: undefined })
})

test('the sign-in that led to a session is over with it', async () => {
  const { bank, demo } = await setUp()
  await bank.signOut()
  const { over, take } = bank.beginSignIn()
  expect(await take(browserCookies(demo), nobody)).toBe(true)
  expect({ over: over.aborted, session: bank.view.session }).toEqual({ over: true, session: 'signed-in' })
})
