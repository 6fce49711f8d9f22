import { expect, test } from 'vitest'
import type { FaultyBank } from '../support/faulty-bank.ts'
import type { DemoRequest, DemoRoute } from '../../src-main/demo/index.ts'
import { html } from '../../src-main/demo/route.ts'
import { OTHER, OWN, setup, toldAs, transfer } from './setup.ts'

const SUCCESS = 'Deine Überweisung wurde aufgegeben und durchgeführt!'
const NOT_ENOUGH = 'Zu wenig Geld auf dem Konto!'

/** Somebody else's booking, which the account's page shows. */
const booked = ({ ledger }: FaultyBank, info: string) =>
  ledger.record({ source: OTHER, destination: OWN, amount: 1, type: 'transfer', initiator: '', info, at: new Date() })

const isOrder = ({ method, path }: DemoRequest) => method === 'POST' && path.endsWith(`/banking/${OWN}`)
const accountPage = (demo: FaultyBank, request: DemoRequest) => demo.route({ ...request, method: 'GET' })

/** A bank at which this is booked while it has the order, that carries the order out or not, and says nothing of it. */
const silent =
  (info: string | undefined, executes: boolean) =>
  (demo: FaultyBank): DemoRoute[] => [
    (request) => {
      if (!isOrder(request)) return undefined
      if (info !== undefined) booked(demo, info)
      if (executes) {
        void demo.route(request)
        void accountPage(demo, request) // this one shows the outcome
      }
      return accountPage(demo, request)
    },
  ]

const withoutBooks = ({ path }: DemoRequest) => (path.endsWith('/data') ? { status: 503, body: '' } : undefined)

test('a booking with the words of a success that comes while the bank has the order is no success', async () => {
  const { bank, demo, signIn } = await setup({}, silent(SUCCESS, false))
  await signIn()
  const entry = await transfer(bank, 2)
  expect(entry.state).toBe('unknown')
  expect(await bank.check(entry.id)).toMatchObject({ state: 'unknown' })
  expect(demo.orders).toEqual([])
})

test('nor is one with the words of a refusal a refusal: the transfer’s own booking tells', async () => {
  const { bank, demo, signIn } = await setup({}, silent(NOT_ENOUGH, true))
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'succeeded', settledBy: 'transactions', transactionId: '2' })
  expect(demo.orders).toHaveLength(1)
})

test('words of a refusal beside an order that was not carried out leave it open', async () => {
  const { bank, signIn } = await setup({}, silent(NOT_ENOUGH, false))
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
})

test('a booking that looks like the transfer’s keeps words of a refusal from being one, though its time does not prove it', async () => {
  const { bank, signIn } = await setup({}, (held) => [
    (request) => {
      if (!isOrder(request)) return undefined
      const at = new Date(Date.now() - 3_600_000)
      held.ledger.record({
        source: OWN,
        destination: OTHER,
        amount: 2,
        type: 'transfer',
        initiator: '',
        info: 'Miete',
        at,
      })
      const page = accountPage(held, request)
      return html(`${page && 'body' in page ? String(page.body) : ''}<p>${NOT_ENOUGH}</p>`)
    },
  ])
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
})

test.each([
  ['its text cut', { info: 'Mie' }],
  ['the account in lower case', { destination: OTHER.toLowerCase() }],
  ['its amount unreadable', { amount: '2,- NH' }],
])('so does one that the bank lists with %s', async (_how, told) => {
  const { bank, signIn } = await setup({}, (held) => [
    toldAs(held, () => (booking) => ({ ...booking, ...told })),
    (request) => {
      if (!isOrder(request)) return undefined
      void held.route(request)
      void accountPage(held, request) // this one shows the outcome
      return html(`<p>${NOT_ENOUGH}</p>`)
    },
  ])
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
})

test('what else is booked meanwhile does not hide a success, and its booking is named', async () => {
  const { bank, demo, signIn } = await setup({}, (held) => [
    (request) => {
      if (isOrder(request)) booked(held, 'Käse')
      return undefined
    },
  ])
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'succeeded', settledBy: 'bank', transactionId: '2' })
  expect(demo.orders).toHaveLength(1)
})

test('without readable bookings a notice counts, since the next page is without it, and a booking’s words do not', async () => {
  const honest = await setup({}, () => [withoutBooks])
  await honest.signIn()
  expect(await transfer(honest.bank, 2)).toMatchObject({ state: 'succeeded', settledBy: 'bank' })
  const forged = await setup({}, (demo) => [withoutBooks, ...silent(SUCCESS, false)(demo)])
  await forged.signIn()
  expect(await transfer(forged.bank, 2)).toMatchObject({ state: 'unknown' })
})

test.each(['Käse', 'Geld für den Hafen'])('a refusal counts, whatever else was booked meanwhile: %s', async (info) => {
  const { bank, demo, signIn } = await setup({}, (held) => [
    (request) => {
      if (isOrder(request)) booked(held, info)
      return undefined
    },
  ])
  await signIn()
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 900_000, info: '' })
  demo.ledger.open(OWN, 10)
  expect(await bank.send(draft.id)).toMatchObject({ state: 'refused', reason: 'not-enough', settledBy: 'bank' })
})

test.each(['Zu  wenig\nGeld auf', 'auf dem Konto!', 'ZU WENIG', 'zu <b>wenig</b>'])(
  'a booking with only some of the bank’s words, which others may complete, leaves it open: %s',
  async (info) => {
    const { bank, signIn } = await setup({}, (held) => [
      (request) => {
        if (!isOrder(request)) return undefined
        booked(held, info)
        const page = accountPage(held, request)
        return html(`${page && 'body' in page ? String(page.body) : ''}<p>${NOT_ENOUGH}</p>`)
      },
    ])
    await signIn()
    expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
  },
)

test('words of a success and of a refusal on one page leave it open', async () => {
  const { bank, signIn } = await setup({}, (held) => [
    (request) => {
      if (!isOrder(request)) return undefined
      const page = accountPage(held, request)
      return html(`${page && 'body' in page ? String(page.body) : ''}<p>${SUCCESS}</p><p>${NOT_ENOUGH}</p>`)
    },
  ])
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
})

test('bookings that can no longer be read leave it open', async () => {
  let ill = false
  const { bank, signIn } = await setup({}, (demo) => [
    (request) => {
      ill ||= isOrder(request)
      return ill ? withoutBooks(request) : undefined
    },
    ...silent(SUCCESS, false)(demo),
  ])
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
})

test.each([
  ['shows old bookings with the words', '', 'unknown'],
  ['shows the outcome', `<p>${SUCCESS}</p>`, 'succeeded'],
])('a redirect to another page of the bank, which %s', async (_what, notice, state) => {
  let flash = notice
  const { bank, signIn } = await setup({}, (demo) => [
    (request) => {
      if (isOrder(request)) {
        if (notice) void demo.route(request)
        return { status: 302, headers: { location: '/panel/banking' }, body: '' }
      }
      if (!request.path.endsWith('/panel/banking')) return undefined
      const body = `${flash}<ul><li>${SUCCESS}</li></ul>`
      flash = ''
      return html(body)
    },
  ])
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state })
})

/** Sends to `target` after the order, which is not carried out, and answers there as told, look by look. */
const sentTo =
  (target: string, looks: { status: number; body: string }[]) =>
  (demo: FaultyBank): DemoRoute[] => {
    let ordered = false
    return [
      (request) => {
        if (isOrder(request)) {
          ordered = true
          return { status: 302, headers: { location: target }, body: '' }
        }
        const look = ordered && request.method === 'GET' && request.path === target ? looks.shift() : undefined
        return look ? html(look.body, look.status) : demo.route(request)
      },
    ]
  }

test.each([
  ['the account’s own page', `/panel/banking/${OWN}`, [{ status: 503, body: SUCCESS }]],
  ['another page at its first look', '/panel/banking', [{ status: 503, body: SUCCESS }]],
  [
    'another page at its second look',
    '/panel/banking',
    [
      { status: 200, body: SUCCESS },
      { status: 503, body: '' },
    ],
  ],
])('words that come with an error, or cannot be compared, prove nothing: %s', async (_what, target, looks) => {
  const { bank, signIn } = await setup({}, sentTo(target, looks))
  await signIn()
  expect(await transfer(bank, 2)).toMatchObject({ state: 'unknown' })
  expect(looks).toEqual([])
})
