import { expect, test } from 'vitest'
import { rowsOf } from '../../src-renderer/bank/rows.ts'
import { browserCookies, failureOf, OTHER, OWN, setup, transfer } from './setup.ts'

test('cookies rotate with every answer and survive a restart through the keychain', async () => {
  const fixture = await setup()
  await fixture.signIn()
  const values = new Set<string>()
  for (let turn = 0; turn < 12; turn++) {
    await fixture.bank.transactions(OWN)
    values.add(fixture.service.asked.at(-1)?.headers.cookie ?? '')
  }
  expect(values.size).toBe(12)
  const later = await fixture.restart()
  await later.transactions(OWN)
  expect(later.view.session).toBe('signed-in')
})

test('sends the decoded XSRF token and only the two cookies', async () => {
  const { bank, service, demo } = await setup()
  const [xsrf, session] = browserCookies(demo)
  await bank.adopt([
    xsrf ?? { name: '', value: '' },
    session ?? { name: '', value: '' },
    { name: 'tracker', value: 'no' },
  ])
  await bank.transactions(OWN)
  const { cookie, 'x-xsrf-token': header } = service.asked.at(-1)?.headers ?? {}
  expect(cookie).toBe(`XSRF-TOKEN=${xsrf?.value}; nordwind_session=${session?.value}`)
  expect(header).toBe(decodeURIComponent(xsrf?.value ?? ''))
})

test('cookies of other sites, paths and times are not sent', async () => {
  const { bank, service, demo } = await setup()
  const [, session] = browserCookies(demo)
  const value = session?.value ?? ''
  await bank.adopt([
    { name: 'nordwind_session', value },
    { name: 'XSRF-TOKEN', value: 'past', expirationDate: 1 },
  ])
  await bank.transactions(OWN)
  expect(service.asked.at(-1)?.headers.cookie).toBe(`nordwind_session=${value}`)
  await bank.adopt([{ name: 'nordwind_session', value, path: '/elsewhere' }])
  expect(await failureOf(bank.transactions(OWN))).toMatchObject({ code: 'bank-signed-out' })
  await bank.adopt([{ name: 'nordwind_session', value, domain: 'other.example' }]).catch(() => undefined)
  expect(await failureOf(bank.transactions(OWN))).toMatchObject({ code: 'bank-signed-out' })
})

test('an ended session is recognised and asks for a sign-in', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  await bank.transactions(OWN)
  demo.sessions.expireAll()
  expect(await failureOf(bank.transactions(OWN))).toEqual({ code: 'bank-signed-out', facts: { expired: true } })
  expect(bank.view.session).toBe('expired')
  expect(await transfer(bank, 5)).toMatchObject({ state: 'not-sent', reason: 'signed-out' })
  await signIn()
  expect(bank.view.session).toBe('signed-in')
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded' })
})

test.each([
  [{ kind: 'redirect', to: '/panel/login' } as const],
  [{ kind: 'redirect', to: 'https://steamcommunity.com/openid/login' } as const],
  [{ kind: 'status', status: 401 } as const],
  [{ kind: 'status', status: 419 } as const],
  [{ kind: 'html' } as const],
])('%j where bookings were due means the session is over', async (fault) => {
  const { bank, service, signIn } = await setup()
  await signIn()
  service.faults.set(/\/data$/, fault)
  expect(await failureOf(bank.transactions(OWN))).toEqual({ code: 'bank-signed-out', facts: { expired: true } })
})

test.each([
  [{ kind: 'not-json' } as const, 'bank-answer-unusable'],
  [{ kind: 'wrong-shape' } as const, 'bank-answer-unusable'],
  [{ kind: 'status', status: 503 } as const, 'bank-answer-unusable'],
  [{ kind: 'truncate' } as const, 'bank-unreachable'],
  [{ kind: 'reset' } as const, 'bank-unreachable'],
  [{ kind: 'stall' } as const, 'bank-unreachable'],
])('%j is told as what it is, not as a sign-out', async (fault, code) => {
  const { bank, service, signIn } = await setup()
  await signIn()
  service.faults.set(/\/data$/, fault)
  expect(await failureOf(bank.transactions(OWN))).toMatchObject({ code })
  expect(bank.view.session).toBe('signed-in')
})

test('signing out forgets everything', async () => {
  const fixture = await setup()
  await fixture.signIn()
  expect(fixture.kept.value).toContain('nordwind_session')
  await fixture.bank.signOut()
  expect(fixture.kept.value).toBeUndefined()
  expect(await failureOf((await fixture.restart()).transactions(OWN))).toEqual({
    code: 'bank-signed-out',
    facts: { expired: false },
  })
})

test('every cookie and token is unknown to logs', async () => {
  const { bank, service, redactor, signIn, kept } = await setup()
  await signIn()
  await transfer(bank, 5)
  const seen = service.asked.map(({ headers }) => String(headers.cookie)).join(' ')
  for (const value of seen.matchAll(/=([^;\s]+)/g)) expect(redactor.redact(`x ${value[1]} y`)).toBe('x ••• y')
  const token = /[0-9a-f]{40}/.exec(kept.value ?? '')?.[0]
  expect(token).toBeUndefined() // the form token is not kept
})

test('a pasted token stays unknown to logs for as long as it is used', async () => {
  const { bank, demo, redactor } = await setup()
  const token = 'pasted-token-0123456789'
  await bank.adopt(browserCookies(demo), token)
  for (let reading = 0; reading < 40; reading++) {
    await bank.transactions(OWN)
    expect(redactor.redact(`x ${token} y`), `after ${reading}`).toBe('x ••• y')
  }
})

test('transactions: newest first, signed, named, with a running balance', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  demo.ledger.record({
    source: OTHER,
    destination: OWN,
    amount: 70,
    type: 'transfer',
    initiator: 'Mara',
    info: 'alt',
    at: new Date('2026-01-05T10:00:00Z'),
  })
  await transfer(bank, 30, 'neu')
  const { pages, setAside, total } = await bank.transactions(OWN)
  expect({ setAside, total }).toEqual({ setAside: 0, total: 2 })
  expect(pages.flatMap(rowsOf)).toMatchObject([
    { amount: -30, counterpart: OTHER, counterpartName: 'Mara Lindqvist', info: 'neu', balance: 999_970 },
    {
      amount: 70,
      counterpart: OTHER,
      info: 'alt',
      balance: 1_000_000,
      dateText: '05.01.26 - 11:00',
      at: Date.parse('2026-01-05T10:00:00Z'),
    },
  ])
})
