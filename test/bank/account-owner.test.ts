import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BankDesktop, bankHandlers, type JournalEntry } from '../../src-main/bank/index.ts'
import { readLines } from '../../src-main/bank/journal.ts'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import type { TransferEntry } from '../../src-preload/contract/bank.ts'
import { receiverOf } from '../../src-renderer/bank/receiver.ts'
import { draftOf, failureOf, OTHER, OWN, SAVINGS, setup, transfer, neverLocked } from './setup.ts'

const FIRST = { id: '1', ibans: [OWN, SAVINGS] }
const SECOND = { id: '2', ibans: [OTHER] }
const desktop: BankDesktop = {
  signIn: () => Promise.resolve(),
  saveFile: () => Promise.resolve(),
  savePdf: () => Promise.resolve(),
  during: (work) => work(),
}

/** A bank that notes which accounts' bookings it is asked for; the first player has sent what nobody knows the end of. */
async function leftOpen() {
  const looks: string[] = []
  const note: DemoRoute = ({ method, path }) => {
    const iban = /banking\/(\w+)\/data$/.exec(path)?.[1]
    if (method === 'POST' && iban) looks.push(iban)
    return undefined
  }
  const fixture = await setup({}, () => [note])
  await fixture.signIn()
  fixture.demo.faults.push('500-after-execute')
  const sent = await transfer(fixture.bank, 42)
  expect(sent.state).toBe('unknown')
  looks.length = 0
  /** Signs one player out and the next one in, at the bank as well. */
  const change = async ({ id, ibans }: typeof FIRST) => {
    await fixture.leave()
    fixture.come(id, ibans)
    await fixture.signIn()
  }
  return { ...fixture, fixture, sent, looks, change, stateOf: () => fixture.bank.journal.find(sent.id)?.state }
}

test('the next player neither sees nor settles it, and the bank is not asked for its account in their name', async () => {
  const { bank, sent, looks, change, stateOf } = await leftOpen()
  expect(bank.transfers.map(({ id }) => id)).toEqual([sent.id])
  await change(SECOND)
  expect(bank.transfers).toEqual([])
  const gone = { code: 'transfer-draft-gone', facts: {} }
  expect(await failureOf(bank.check(sent.id))).toEqual(gone)
  for (const as of ['happened', 'not-happened', 'override'] as const)
    expect(await failureOf(bank.settle(sent.id, as))).toEqual(gone)
  await bank.transactions(OTHER)
  expect({ looks, state: stateOf(), shown: bank.transfers }).toEqual({ looks: [OTHER], state: 'unknown', shown: [] })
})

test('it waits for the one who sent it, whose session settles it', async () => {
  const { bank, sent, looks, change } = await leftOpen()
  await change(SECOND)
  await bank.accounts(true)
  await change(FIRST)
  await bank.accounts(true)
  expect(bank.transfers).toMatchObject([{ id: sent.id, state: 'unknown' }])
  expect(await bank.check(sent.id)).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
  expect(looks).toEqual([OWN])
})

test('a restart with another player signed in looks for nothing of it, and loses nothing', async () => {
  const { fixture, sent, looks, leave, come, journalPath } = await leftOpen()
  await leave()
  come(SECOND.id, SECOND.ibans)
  const later = await fixture.restart()
  await fixture.signIn()
  expect(await failureOf(later.check(sent.id))).toMatchObject({ code: 'transfer-draft-gone' })
  expect({ looks, shown: later.transfers }).toEqual({ looks: [], shown: [] })
  expect(readLines(readFileSync(journalPath, 'utf8')).get(sent.id)).toMatchObject({
    state: 'unknown',
    player: '1',
  })
})

test('an account that two players share: each has their own, and one does not block the other', async () => {
  const { bank, demo, sent, change } = await leftOpen()
  await change({ id: '2', ibans: [OWN] })
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 42, info: 'Miete' })
  expect(draft.repeats).toBeDefined() // the account's own recent past is told all the same
  demo.faults.push('500')
  const theirs = await bank.send(draft.id)
  expect(theirs.state).toBe('unknown')
  // The one booking stood there before the second left: it can only be the first's, who has to look.
  expect(await bank.check(theirs.id)).toMatchObject({ state: 'unknown' })
  expect(bank.transfers.map(({ id }) => id)).toEqual([theirs.id])
  await change(FIRST)
  expect(await bank.check(sent.id)).toMatchObject({ state: 'succeeded', transactionId: '1' })
  expect(bank.transfers.map(({ id }) => id)).toEqual([sent.id])
})

test('a player who leaves while the account is read: what was found is theirs, what is shown is nobody’s', async () => {
  const { bank, sent, fixture, change, stateOf } = await leftOpen()
  const checking = bank.check(sent.id).catch(() => undefined)
  await fixture.leave()
  expect(bank.transfers).toEqual([])
  await checking
  expect(['unknown', 'succeeded']).toContain(stateOf())
  expect(bank.transfers).toEqual([])
  await change(FIRST)
  expect(await bank.check(sent.id)).toMatchObject({ state: 'succeeded' })
})

test('the page hears at once that another player is here, and never whose a transfer is', async () => {
  const { bank, sent, fixture, change } = await leftOpen()
  const heard: TransferEntry[][] = []
  bankHandlers(bank, desktop, fixture.profile.bank, neverLocked).transfers((entries) => heard.push(entries))
  expect(heard.at(-1)?.map(({ id }) => id)).toEqual([sent.id])
  expect(heard.at(-1)?.[0]).not.toHaveProperty('player')
  await fixture.leave()
  expect(heard.at(-1)).toEqual([])
  await change(FIRST)
  await bank.accounts(false)
  expect(heard.at(-1)).toHaveLength(1)
})

test('a review made by one player is not sent by the next', async () => {
  const { bank, demo, leave, come, signIn } = await setup()
  await signIn()
  const draft = await draftOf(bank)
  await leave()
  come(SECOND.id, [OWN])
  await signIn()
  await bank.accounts(true)
  expect(await failureOf(bank.send(draft.id))).toMatchObject({ code: 'transfer-draft-gone' })
  expect(demo.orders).toEqual([])
})

test('nor one that is finished only when the next player is here', async () => {
  const { bank, demo, come, signIn } = await setup()
  await signIn()
  const draft = await draftOf(bank)
  come(SECOND.id, [OWN]) // nobody has signed out before
  await bank.accounts(true)
  await signIn()
  expect(await failureOf(bank.send(draft.id))).toMatchObject({ code: 'transfer-draft-gone' })
  expect(demo.orders).toEqual([])
})

/** A journal as it was written before players were. */
const older = (path: string) => {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const without = lines.map((line) => {
    const { player: _player, ...entry } = JSON.parse(line) as JournalEntry
    return JSON.stringify(entry)
  })
  writeFileSync(path, `${without.join('\n')}\n`)
}

test('an older entry is theirs who may use its account; from another account’s bookings it is never settled', async () => {
  const { fixture, sent, demo, looks, change, journalPath } = await leftOpen()
  older(journalPath)
  const bank = await fixture.crash()
  // The next player's own account has the very same booking: same sides, amount and text.
  await change(SECOND)
  demo.ledger.transfer({ from: OWN, to: OTHER, amount: '42', info: 'Miete', initiator: '', at: new Date() })
  await bank.transactions(OTHER)
  expect(await failureOf(bank.check(sent.id))).toMatchObject({ code: 'transfer-draft-gone' })
  expect(await failureOf(bank.settle(sent.id, 'not-happened'))).toMatchObject({ code: 'transfer-draft-gone' })
  expect({ shown: bank.transfers, looks, state: bank.journal.find(sent.id)?.state }).toEqual({
    shown: [],
    looks: [OTHER],
    state: 'unknown',
  })
  await change(FIRST)
  await bank.accounts(false)
  expect(bank.transfers.map(({ id }) => id)).toEqual([sent.id])
  expect(await bank.check(sent.id)).toMatchObject({ state: 'succeeded' })
})

/** The keychain keeps what it was told to forget, and the app starts anew: `then` signs in. */
async function keptInSpite(then: typeof FIRST, change: (kept: string) => string = (kept) => kept) {
  const fixture = await setup()
  await fixture.signIn()
  const refused = change(fixture.kept.value ?? '')
  await fixture.leave()
  fixture.kept.value = refused
  fixture.come(then.id, then.ibans)
  const asked = () => fixture.service.asked.filter(({ path }) => path.endsWith('/data')).length
  const before = asked()
  const later = await fixture.restart()
  const look = later.transactions(then.ibans[0] ?? '')
  return { look, kept: fixture.kept, asked: () => asked() - before }
}

test('a session that the keychain would not forget is its owner’s alone', async () => {
  const { look, kept, asked } = await keptInSpite(SECOND)
  expect(await failureOf(look)).toEqual({ code: 'bank-signed-out', facts: { expired: false } })
  expect({ kept: kept.value, asked: asked() }).toEqual({ kept: undefined, asked: 0 })
  await expect((await keptInSpite(FIRST)).look).resolves.toMatchObject({ iban: OWN })
})

test('a session of which nobody wrote down whose it is, or a damaged one, is not used', async () => {
  const nameless = (kept: string) => JSON.stringify({ ...(JSON.parse(kept) as object), player: undefined })
  for (const change of [nameless, () => '{']) {
    const { look, kept } = await keptInSpite(FIRST, change)
    expect(await failureOf(look)).toMatchObject({ code: 'bank-signed-out' })
    expect(kept.value).toBeUndefined()
  }
})

test('while nobody can say who is here the kept session waits', async () => {
  const fixture = await setup()
  await fixture.signIn()
  const { value } = fixture.kept
  await fixture.leave()
  fixture.kept.value = value
  const later = await fixture.restart()
  expect(await failureOf(later.transactions(OWN))).toMatchObject({ code: 'bank-needs-player' })
  expect({ kept: fixture.kept.value, session: later.view.session }).toEqual({ kept: value, session: 'unasked' })
  fixture.come(FIRST.id, FIRST.ibans)
  await later.transactions(OWN)
  expect(later.view.session).toBe('signed-in')
})

test('a player whose record names no account hears that, not that nobody is signed in', async () => {
  const fixture = await setup()
  fixture.come('3', [])
  expect(await failureOf(fixture.bank.accounts(false))).toMatchObject({ code: 'bank-no-account' })
})

test('a payee whose name reads as an account number is not paid in place of that account', async () => {
  const fixture = await setup()
  const names = [SAVINGS, SAVINGS.toLowerCase(), `NH ${SAVINGS.slice(2)}`]
  for (const name of [...names, `NH\u200b${SAVINGS.slice(2)}`, `ＮＨ${SAVINGS.slice(2)}`]) {
    fixture.come('2', [OWN], [{ iban: OTHER, name, from: 'phonebook' }])
    const { payees } = await fixture.bank.accounts(true)
    for (const typed of names) expect(receiverOf(typed, payees).iban).toBe(typed)
    expect(await fixture.bank.draft({ from: OWN, to: OTHER, amount: 1, info: '' })).toMatchObject({ payee: '' })
  }
})

test.each([
  ['a hidden sign', 'Mara Holm', 'Mara\u200b Holm'],
  ['a turned direction', 'Mara Holm', '\u202eMara Holm\u202c'],
  ['another space', 'Mara Holm', 'Mara\u00a0 Holm'],
  ['another encoding of a letter', 'Zo\u00eb', 'Zoe\u0308'],
  ['letters of another width', 'Mara', 'Ｍara'],
])('of two payees whose names differ by %s, none is paid before the player has said which', async (_, one, other) => {
  const fixture = await setup()
  const named = (iban: string, name: string) => ({ iban, name, from: 'phonebook' as const })
  fixture.come('2', [OWN], [named(OTHER, one), named(SAVINGS, other)])
  const { payees } = await fixture.bank.accounts(true)
  for (const typed of [one, one.normalize('NFD')])
    expect(receiverOf(typed, payees)).toMatchObject({ iban: typed, count: 2 })
})
