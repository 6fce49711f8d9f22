import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type FaultyBank, transferFaults, type TransferFault } from '../support/faulty-bank.ts'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import { html } from '../../src-main/demo/route.ts'
import { TransferInput } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { browserCookies, dialled, draftOf, failureOf, OTHER, OWN, setup, transfer } from './setup.ts'

test('a transfer moves money once and says so', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  const entry = await transfer(bank, 250)
  expect(entry).toMatchObject({ state: 'succeeded', settledBy: 'bank', amount: 250, payee: 'Mara Lindqvist' })
  expect(demo.ledger.balanceOf(OWN)).toBe(999_750)
  expect(demo.ledger.balanceOf(OTHER)).toBe(750)
  expect(demo.orders).toHaveLength(1)
})

test.each(['form', 'json'] as const)('the body can be %s, umlauts and signs arrive as written', async (encoding) => {
  const { demo, bank, signIn } = await setup({ encoding })
  await signIn()
  await transfer(bank, 1, 'Für Öl & Käse = 100% + "mehr"; <b>')
  expect(demo.ledger.bookingsOf(OTHER).at(-1)?.info).toBe('Für Öl & Käse = 100% + "mehr"; <b>')
})

test('the outcome may also come on the page after a redirect', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  demo.answersBy = 'redirect'
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded' })
  expect(demo.orders).toHaveLength(1)
})

test('a bank whose own host is among those of its sign-in still redirects to an outcome', async () => {
  const { demo, bank, profile, signIn } = await setup({ loginHosts: [new URL('http://127.0.0.1').hostname] })
  expect(profile.bank.loginHosts).toContain(new URL(profile.infoUrl ?? '').hostname)
  await signIn()
  demo.answersBy = 'redirect'
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded' })
  expect(demo.orders).toHaveLength(1)
})

test('a bank whose page says it in words that nobody told the app: the bookings tell at once', async () => {
  const texts = { success: 'Done!', wrongFormat: 'Bad number', notEnough: 'Too little', noSuchAccount: 'Nobody' }
  const { demo, bank, signIn } = await setup({ texts })
  await signIn()
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
  expect(await transfer(bank, 6, 'x', 'NH999999')).toMatchObject({ state: 'unknown' })
  expect(demo.orders).toHaveLength(2)
})

test('what a booking may be dated at the earliest is told by the bank’s own time, two minutes less, or by its newest booking', async () => {
  let bankTime = Date.UTC(2026, 2, 1, 12, 0, 42)
  const { bank, signIn } = await setup({}, undefined, undefined, () => new Date(bankTime))
  await signIn()
  const sinceOf = async (amount: number) => bank.journal.find((await transfer(bank, amount)).id)?.since
  expect(await sinceOf(5)).toBe(Date.UTC(2026, 2, 1, 11, 58))
  bankTime += 10 * 60_000
  expect(await sinceOf(6)).toBe(Date.UTC(2026, 2, 1, 12, 0)) // when the first was booked
})

test('where the bank tells no time, it is its newest booking’s, and there is none before the first', async () => {
  const timeless = (demo: FaultyBank): DemoRoute[] => [
    (request) => {
      const answer = demo.route(request)
      if (!answer || 'raw' in answer) return answer
      const headers = Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([name]) => name !== 'date'))
      return {
        raw: (_, response) => {
          response.sendDate = false
          response.writeHead(answer.status ?? 200, headers).end(answer.body)
        },
      }
    },
  ]
  let bankTime = Date.UTC(2026, 2, 1, 12, 0, 42)
  const { bank, signIn } = await setup({}, timeless, undefined, () => new Date(bankTime))
  await signIn()
  const sinceOf = async (amount: number) => bank.journal.find((await transfer(bank, amount)).id)?.since
  expect(await sinceOf(5)).toBeUndefined()
  bankTime += 10 * 60_000
  expect(await sinceOf(6)).toBe(Date.UTC(2026, 2, 1, 12, 0))
})

test('refusals are told by their reason, and no money moves', async () => {
  const { demo, bank, signIn } = await setup({ ibanPattern: '^[A-Z]{2}[0-9]{6}$' })
  await signIn()
  const total = demo.ledger.total
  expect(await transfer(bank, 1, 'x', 'NH999999')).toMatchObject({ state: 'refused', reason: 'no-such-account' })
  expect(await transfer(bank, 1, 'x', 'ZZ999999')).toMatchObject({ state: 'refused', reason: 'wrong-format' })
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 900_000, info: '' })
  demo.ledger.open(OWN, 10)
  expect(await bank.send(draft.id)).toMatchObject({ state: 'refused', reason: 'not-enough' })
  expect(demo.ledger.total).toBe(total - 1_000_000 + 10)
})

const told: Record<TransferFault, object> = {
  'reset-before-headers': { state: 'unknown' },
  'reset-after-read': { state: 'unknown' },
  'reset-after-execute': { state: 'succeeded', settledBy: 'transactions', transactionId: '1' }, // found at once
  wait: { state: 'unknown' },
  'wait-after-execute': { state: 'unknown' },
  '500': { state: 'unknown' },
  '500-after-execute': { state: 'unknown' },
  'cut-answer-after-execute': { state: 'succeeded', settledBy: 'transactions' },
  'no-words-after-execute': { state: 'succeeded', settledBy: 'transactions' },
  'executed-late': { state: 'unknown' },
  '419': { state: 'refused', reason: 'token-expired' },
  expired: { state: 'refused', reason: 'signed-out' },
}

test.each(transferFaults)('%s: the truth or unknown, one request, and bookings settle what happened', async (fault) => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  demo.faults.push(fault)
  const entry = await transfer(bank, 42)
  expect(entry).toMatchObject(told[fault])
  expect(demo.orders.length).toBeLessThanOrEqual(1)
  if (entry.state !== 'unknown') return
  expect(entry.settledBy).toBeUndefined() // nobody has told yet

  // An equal transfer waits; another one does not.
  expect(await failureOf(transfer(bank, 42))).toEqual({ code: 'transfer-blocked', facts: { entryId: entry.id } })
  if (fault === 'executed-late') await expect.poll(() => demo.ledger.balanceOf(OTHER)).toBe(542)
  const moved = demo.ledger.balanceOf(OTHER) === 542
  expect(await bank.check(entry.id)).toMatchObject(
    moved ? { state: 'succeeded', settledBy: 'transactions' } : { state: 'unknown' },
  )
  expect(demo.orders.length).toBeLessThanOrEqual(1)
})

test('an order whose connection breaks while `sending` is written has not left, and is told as that', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  const sockets = dialled()
  bank.journal.onChange(({ state }) => void (state === 'sending' && sockets.at(-1)?.destroy()))
  const entry = await transfer(bank, 5)
  expect(entry).toMatchObject({ state: 'not-sent', reason: 'unreachable', settledBy: 'app' })
  expect(demo.orders).toEqual([])
})

test('an order does not leave once its player has signed out, though `sending` is being written', async () => {
  const { bank, demo, signIn, leave } = await setup()
  await signIn()
  const draft = await draftOf(bank)
  const sockets = dialled()
  let leaving = Promise.resolve()
  bank.journal.onChange(({ state }) => {
    if (state === 'sending') leaving = leave()
  })
  expect(await bank.send(draft.id)).toMatchObject({ state: 'not-sent', reason: 'signed-out' })
  await leaving
  expect(demo.orders).toEqual([])
  expect(sockets.filter(({ destroyed }) => !destroyed)).toEqual([]) // the bank is not kept waiting for it
})

test('a bank that cannot be reached: not sent, and the player may try again', async () => {
  const { service, demo, bank, signIn } = await setup()
  await signIn()
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 7, info: '' })
  await service.close()
  expect(await bank.send(draft.id)).toMatchObject({ state: 'not-sent', reason: 'unreachable' })
  expect(demo.orders).toEqual([])
  expect(await bank.draft({ from: OWN, to: OTHER, amount: 7, info: '' })).toMatchObject({ repeats: undefined })
})

test('without a session nothing is sent', async () => {
  const { demo, bank } = await setup()
  expect(await transfer(bank, 7)).toMatchObject({ state: 'not-sent', reason: 'signed-out' })
  expect(demo.orders).toEqual([])
})

test('a keychain that does not give the session: not sent, told as that, and it goes on when the keychain does', async () => {
  const fixture = await setup()
  const { demo, kept, signIn } = fixture
  await signIn()
  const bank = await fixture.restart()
  kept.refusal = new Failure('keychain-unavailable', { state: 'locked' })
  expect(await transfer(bank, 7)).toMatchObject({ state: 'not-sent', reason: 'keychain', settledBy: 'app' })
  expect(demo.orders).toEqual([])
  kept.refusal = undefined
  expect(await transfer(bank, 7)).toMatchObject({ state: 'succeeded' })
  expect(demo.orders).toHaveLength(1)
})

test('a bank that answers with something other than its page: not sent, told as that', async () => {
  const { demo, bank, signIn } = await setup({}, () => [
    ({ method, path }) => (method === 'GET' && path.includes('/banking/') ? html('<p>Wartung</p>', 503) : undefined),
  ])
  await signIn()
  expect(await transfer(bank, 7)).toMatchObject({ state: 'not-sent', reason: 'answer-unusable' })
  expect(demo.orders).toEqual([])
})

test('a page without a form token: not sent, unless the player pasted one; a meta tag will do', async () => {
  let page = '<p>Konto</p>'
  const { demo, bank } = await setup({}, () => [
    ({ method, path }) => (method === 'GET' && path.includes('/banking/') ? html(page) : undefined),
  ])
  const cookies = browserCookies(demo)
  await bank.adopt(cookies)
  expect(await transfer(bank, 4)).toMatchObject({ state: 'not-sent', reason: 'token-expired' })
  expect(demo.orders).toEqual([])
  const session = demo.sessions.find(cookies.map(({ name, value }) => `${name}=${value}`).join(';'))
  await bank.adopt(cookies, session?.csrf)
  expect(await transfer(bank, 4)).toMatchObject({ state: 'succeeded' })
  await bank.adopt(cookies)
  page = `<meta name="csrf-token" content="${session?.csrf}">`
  expect(await transfer(bank, 5)).toMatchObject({ state: 'succeeded' })
})

test('an expired form token: refused, and confirming anew takes a new one', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  demo.faults.push('419')
  expect(await transfer(bank, 6)).toMatchObject({ state: 'refused', reason: 'token-expired' })
  expect(await transfer(bank, 6)).toMatchObject({ state: 'succeeded' })
  expect(demo.ledger.balanceOf(OTHER)).toBe(506)
})

test('a clock that is set back between two reviews hides no equal transfer', async () => {
  let shift = 3_600_000
  const { demo, bank, signIn } = await setup({}, undefined, () => new Date(Date.now() + shift))
  await signIn()
  const [one, two] = [await draftOf(bank), await draftOf(bank)]
  shift = 0
  expect(await bank.send(one.id)).toMatchObject({ state: 'succeeded' })
  expect(await failureOf(bank.send(two.id))).toMatchObject({ code: 'transfer-outdated' })
  expect(demo.orders).toHaveLength(1)
})

test('without the bookings from before, no booking proves a transfer', async () => {
  let ill = true
  const { demo, bank, signIn } = await setup({}, () => [
    ({ path }) => (ill && path.endsWith('/data') ? { status: 503, body: '' } : undefined),
  ])
  await signIn()
  const order = { from: OWN, to: OTHER, amount: 8, info: 'Miete' }
  demo.ledger.transfer({ ...order, amount: '8', initiator: '', at: new Date() }) // made by hand on the bank's page, just now
  demo.faults.push('reset-before-headers')
  const entry = await transfer(bank, 8)
  expect(entry.state).toBe('unknown')
  ill = false
  expect(await bank.check(entry.id)).toMatchObject({ state: 'unknown' })
})

test('a draft is sent once, however often and from wherever it is confirmed', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 9, info: '' })
  const sends = await Promise.allSettled(Array.from({ length: 20 }, () => bank.send(draft.id)))
  expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(demo.orders).toHaveLength(1)
  expect(await failureOf(bank.send(draft.id))).toMatchObject({ code: 'transfer-draft-gone' })
})

test('two windows that reviewed the same transfer: the second is refused while the first is on its way', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  const [one, two] = await Promise.all([1, 2].map(() => bank.draft({ from: OWN, to: OTHER, amount: 9, info: '' })))
  const results = await Promise.allSettled([bank.send(one?.id ?? ''), bank.send(two?.id ?? '')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await failureOf(Promise.reject((results[1] as PromiseRejectedResult).reason as Error))).toMatchObject({
    code: 'transfer-blocked',
  })
  expect(demo.orders).toHaveLength(1)
  const again = await bank.draft({ from: OWN, to: OTHER, amount: 9, info: '' })
  expect(again.repeats).toBeGreaterThan(0)
})

test('the player settles an unknown one, or overrides it', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  demo.faults.push('500', '500')
  const first = await transfer(bank, 3)
  expect(await bank.settle(first.id, 'not-happened')).toMatchObject({ state: 'refused', reason: 'player' })
  const second = await transfer(bank, 3)
  expect(second.state).toBe('unknown')
  await bank.settle(second.id, 'override')
  const third = await transfer(bank, 3)
  expect(third.state).toBe('succeeded')
  // One booking, two that could have made it: it proves the one whose success the bank itself told, not the other.
  expect(await bank.check(second.id)).toMatchObject({ state: 'unknown' })
  expect(await failureOf(bank.settle(third.id, 'not-happened'))).toMatchObject({ code: 'transfer-draft-gone' })
})

test('words of success in a booking of somebody else prove nothing', async () => {
  const { demo, bank, signIn } = await setup()
  await signIn()
  const success = 'Deine Überweisung wurde aufgegeben und durchgeführt!'
  demo.ledger.record({
    source: OTHER,
    destination: OWN,
    amount: 1,
    type: 'transfer',
    initiator: '',
    info: success,
    at: new Date(),
  })
  expect(await transfer(bank, 1, 'x', 'NH999999')).toMatchObject({ state: 'refused', reason: 'no-such-account' })
  expect(await transfer(bank, 2)).toMatchObject({ state: 'succeeded' })
})

test('an entry is on disk as sending before the request leaves, and becomes unknown after a crash', async () => {
  const fixture = await setup()
  const { demo, bank, signIn, journalPath } = fixture
  await signIn()
  demo.faults.push('wait-after-execute')
  const sending = transfer(bank, 11)
  await expect.poll(() => demo.orders.length).toBe(1)
  const onDisk = readFileSync(journalPath, 'utf8')
  expect(
    onDisk
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { state: string }).state),
  ).toEqual(['confirmed', 'sending'])
  const later = await fixture.crash() // the first one never got to write its end
  expect(later.journal.entries[0]).toMatchObject({ state: 'unknown', settledBy: 'app' })
  expect(await later.check(later.journal.entries[0]?.id ?? '')).toMatchObject({ state: 'succeeded' })
  await sending
})

test('an app that ends waits for the answer to a transfer on its way', async () => {
  const fixture = await setup()
  await fixture.signIn()
  const sending = transfer(fixture.bank, 11)
  await expect.poll(() => fixture.demo.orders.length).toBe(1)
  const later = await fixture.restart()
  expect(later.journal.entries[0]).toMatchObject({ state: 'succeeded', settledBy: 'bank' })
  await sending
})

test('however much is typed, main hears it and says what is wrong', async () => {
  const { bank } = await setup({ ibanPattern: '^N+$' })
  const input = { from: OWN, to: 'N'.repeat(65), amount: 1, info: 'x'.repeat(10_001) }
  const facts = { reason: 'pattern', to: 'pattern', info: 'too-long' }
  expect(await failureOf(bank.draft(v.parse(TransferInput, input)))).toEqual({ code: 'transfer-invalid', facts })
})

test('tells everything that is wrong at once', async () => {
  const { bank } = await setup()
  const input = { from: OWN, to: 'Ole', amount: null, info: 'x'.repeat(81) }
  const facts = { reason: 'pattern', to: 'pattern', amount: 'not-whole', info: 'too-long' }
  expect(await failureOf(bank.draft(input))).toEqual({ code: 'transfer-invalid', facts })
})

test('a confirmed transfer is not sent an hour later, when the computer wakes up', async () => {
  let slept = 0
  const sleeping: DemoRoute = ({ method }) => {
    if (method === 'GET') slept = 3_600_000
    return undefined
  }
  const { bank, demo, signIn } = await setup(
    {},
    () => [sleeping],
    () => new Date(Date.now() + slept),
  )
  await signIn()
  expect(await transfer(bank, 100)).toMatchObject({ state: 'not-sent', reason: 'token-expired' })
  expect(demo.orders).toEqual([])
})
