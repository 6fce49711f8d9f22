import { expect, test } from 'vitest'
import { bankHandlers, type BankDesktop } from '../../src-main/bank/index.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import type { TransferEntry } from '../../src-preload/contract/bank.ts'
import { failureOf, neverLocked, OTHER, OWN, SAVINGS, setup } from './setup.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const input = { from: OWN, to: OTHER, amount: 9, info: 'Miete' }

async function domain() {
  const fixture = await setup()
  await fixture.signIn()
  const desktop: BankDesktop = {
    signIn: () => Promise.resolve(),
    saveFile: () => Promise.resolve(),
    savePdf: () => Promise.resolve(),
    during: (work) => work(),
  }
  const handlers = bankHandlers(fixture.bank, desktop, fixture.profile.bank, neverLocked)
  const propose = async () => {
    const proposal: Proposal<TransferEntry> = await handlers.transfer(input, asked)
    if (!('question' in proposal)) throw new Error('a transfer is asked about, always')
    return proposal
  }
  return { ...fixture, propose }
}

test('a transfer is asked about with all that it is, and nothing is sent or written down before the yes', async () => {
  const { propose, demo, bank } = await domain()
  const { question, yes } = await propose()
  expect(question).toEqual({
    kind: 'transfer',
    ...input,
    sender: { kind: 'main', label: '' },
    payee: 'Mara Lindqvist',
    currency: '$',
    left: 999_991,
    repeats: undefined,
  })
  expect({ orders: demo.orders, written: bank.journal.entries }).toEqual({ orders: [], written: [] })
  expect(await yes()).toMatchObject({ state: 'succeeded', amount: 9 })
  expect(demo.orders).toHaveLength(1)
  expect((await propose()).question).toMatchObject({ repeats: bank.journal.entries[0]?.sentAt })
})

test('twenty yeses to one question are one transfer', async () => {
  const { propose, demo } = await domain()
  const { yes } = await propose()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, async () => yes()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(demo.orders).toHaveLength(1)
})

test('a no is for good', async () => {
  const { propose, demo } = await domain()
  const { yes, no } = await propose()
  no?.()
  expect(await failureOf(Promise.resolve(yes()))).toMatchObject({ code: 'transfer-draft-gone' })
  expect(demo.orders).toEqual([])
})

test('a transfer that waits for the answer to another is written down at its yes', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  const reviews = [await bank.draft(input), await bank.draft({ ...input, amount: 7 })]
  const mine = await bank.draft({ ...input, from: SAVINGS, amount: 7 })
  demo.faults.push('wait')
  const [first, second] = reviews.map(({ id }) => bank.send(id))
  await expect.poll(() => bank.transfers).toMatchObject([{ state: 'sending' }, { state: 'confirmed', amount: 7 }])
  // neither an equal one, nor one from another account of theirs, goes without a warning
  expect(await failureOf(bank.draft({ ...input, amount: 7 }))).toMatchObject({ code: 'transfer-blocked' })
  expect(await failureOf(bank.send(mine.id))).toMatchObject({ code: 'transfer-outdated' })
  expect((await bank.draft({ ...input, from: SAVINGS, amount: 7 })).repeats).toBeDefined()
  expect([await first, await second]).toMatchObject([{ state: 'unknown' }, { state: 'succeeded' }])
  expect(demo.orders).toHaveLength(2)
})

test('a transfer whose turn comes hours after its yes is not sent', async () => {
  let at = Date.now()
  const { bank, demo, signIn } = await setup(
    {},
    () => [],
    () => new Date(at),
    () => new Date(),
  )
  await signIn()
  const reviews = [await bank.draft(input), await bank.draft({ ...input, amount: 7 })]
  demo.faults.push('wait')
  const [first, second] = reviews.map(({ id }) => bank.send(id))
  await expect.poll(() => demo.orders).toHaveLength(1)
  at += 8 * 60 * 60_000 // the computer sleeps a night while the first one's answer is awaited
  expect(await first).toMatchObject({ state: 'unknown' })
  expect(await second).toMatchObject({ state: 'not-sent', reason: 'token-expired', amount: 7 })
  expect(demo.orders).toHaveLength(1)
})

test('a transfer is not sent where the clock is set back by hours during its preparation, which may have lasted as long', async () => {
  const clock = { at: Date.now(), jumps: false }
  const back = ({ method, path }: { method: string; path: string }) => {
    if (clock.jumps && method === 'GET' && path.endsWith(OWN)) clock.at -= 2 * 60 * 60_000
    return undefined
  }
  const { bank, demo, signIn } = await setup(
    {},
    () => [back],
    () => new Date(clock.at),
    () => new Date(),
  )
  await signIn()
  const { id } = await bank.draft(input)
  clock.jumps = true
  expect(await bank.send(id)).toMatchObject({ state: 'not-sent', reason: 'token-expired' })
  expect(demo.orders).toEqual([])
})
