import { expect, test } from 'vitest'
import { bankHandlers, type BankDesktop } from '../../src-main/bank/index.ts'
import { failureOf, OTHER, OWN, setup, neverLocked } from './setup.ts'

const signal = new AbortController().signal
const first = { signal, windowId: 1, report: () => undefined }
const second = { ...first, windowId: 2 }
const input = { from: OWN, to: OTHER, amount: 9, info: '' }

/** The bank's domain, with windows whose presses the test makes. `confirms`: what the player says outside the page. */
async function domain(confirms = false) {
  const fixture = await setup()
  await fixture.signIn()
  const ears = new Map<number, Set<() => void>>()
  const asked: number[] = []
  const desktop: BankDesktop = {
    signIn: () => Promise.resolve(),
    saveFile: () => Promise.resolve(true),
    savePdf: () => Promise.resolve(true),
    onPress(windowId, listener) {
      const held = ears.get(windowId) ?? new Set()
      ears.set(windowId, held.add(listener))
      return () => held.delete(listener)
    },
    confirm: ({ amount }) => Promise.resolve(asked.push(amount) > 0 && confirms),
  }
  const press = (windowId: number) => ears.get(windowId)?.forEach((listener) => listener())
  const listening = () => [...ears.values()].reduce((sum, { size }) => sum + size, 0)
  return {
    ...fixture,
    asked,
    press,
    listening,
    handlers: bankHandlers(fixture.bank, desktop, '^nordwind_session$', neverLocked),
  }
}

test('a press after the review sends it, without another question', async () => {
  const { handlers, press, asked, demo, listening } = await domain()
  const draft = await handlers.draft(input, first)
  press(1)
  expect(await handlers.send({ draftId: draft.id }, first)).toMatchObject({ state: 'succeeded' })
  expect({ asked, orders: demo.orders.length, listening: listening() }).toEqual({ asked: [], orders: 1, listening: 0 })
})

test.each([false, true])('a script that drafts and sends is asked about outside the page; said %s', async (meant) => {
  const { handlers, press, asked, demo } = await domain(meant)
  press(1) // a press before the review says nothing about it
  const draft = await handlers.draft(input, first)
  const sent = handlers.send({ draftId: draft.id }, first)
  if (meant) expect(await sent).toMatchObject({ state: 'succeeded' })
  else expect(await failureOf(Promise.resolve(sent))).toMatchObject({ code: 'transfer-draft-gone' })
  expect({ asked, orders: demo.orders.length }).toEqual({ asked: [9], orders: meant ? 1 : 0 })
  expect(await failureOf(Promise.resolve(handlers.send({ draftId: draft.id }, first)))).toMatchObject({
    code: 'transfer-draft-gone',
  })
})

test('one press is good for one review, and in its own window only', async () => {
  const { handlers, press, asked, demo } = await domain()
  const [one, two, other] = [
    await handlers.draft(input, first),
    await handlers.draft({ ...input, amount: 10 }, first),
    await handlers.draft({ ...input, amount: 11 }, second),
  ]
  press(1)
  await handlers.send({ draftId: one.id }, first)
  await failureOf(Promise.resolve(handlers.send({ draftId: two.id }, first)))
  press(1)
  await failureOf(Promise.resolve(handlers.send({ draftId: other.id }, first)))
  expect({ asked, orders: demo.orders.map(({ amount }) => amount) }).toEqual({ asked: [10, 11], orders: ['9'] })
})

test('twenty sends at once of a review that was pressed are one transfer', async () => {
  const { handlers, press, asked, demo } = await domain(true)
  const draft = await handlers.draft(input, first)
  press(1)
  const sends = await Promise.allSettled(
    Array.from({ length: 20 }, () => Promise.resolve(handlers.send({ draftId: draft.id }, first))),
  )
  expect(sends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect({ asked, orders: demo.orders.length }).toEqual({ asked: [], orders: 1 })
})

test('what is discarded or left behind is not listened for', async () => {
  const { handlers, listening } = await domain()
  const draft = await handlers.draft(input, first)
  await handlers.discard({ draftId: draft.id }, first)
  expect(listening()).toBe(0)
  for (let amount = 1; amount <= 30; amount++) await handlers.draft({ ...input, amount }, first)
  expect(listening()).toBe(20)
})
