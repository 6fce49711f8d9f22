import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AccountOwner } from '../../src-main/bank/account-owner.ts'
import { type JournalEntry, openJournal, type PlayerAccounts } from '../../src-main/bank/index.ts'
import { TransferService } from '../../src-main/bank/transfer-service.ts'
import { parseProfile } from '../../src-main/settings/index.ts'
import { tempDir } from '../support/temp.ts'
import { failureOf, OTHER, OWN, SAVINGS } from './setup.ts'

const profileWith = (bank: object) => parseProfile({ id: 'n', name: 'N', baseUrl: 'https://n.example', bank }, '')
const MINUTE = 60_000
const own = { kind: 'own', label: '', isDefault: false } as const
const wish = { from: OWN, to: OTHER, amount: 100, info: '' }
const gone = { code: 'transfer-draft-gone', facts: {} }

/** Reviews and their confirmation over a real journal, on a clock that the test moves. What is confirmed is only noted. */
async function open(rules = {}) {
  const clock = { at: Date.UTC(2026, 4, 1) }
  const now = () => new Date(clock.at)
  const journal = await openJournal(join(tempDir(), 'transfers.jsonl'))
  onTestFinished(() => journal.close())
  const accounts: PlayerAccounts = {
    player: '1',
    accounts: [
      { ...own, iban: OWN, balance: 1_000 },
      { ...own, iban: SAVINGS },
    ],
    payees: [{ iban: OTHER, name: 'Ole Tams', from: 'phonebook' }],
    asOf: clock.at,
    live: true,
  }
  const fresh: boolean[] = []
  const owner = new AccountOwner((isFresh) => {
    fresh.push(isFresh)
    return Promise.resolve(accounts)
  })
  const followed: string[] = []
  const looked: string[] = []
  /** What a look at the bookings finds. */
  const found = new Map<string, Partial<JournalEntry>>()
  let dispatch = (entry: JournalEntry) => journal.conclude(entry.id, { state: 'succeeded', sentAt: clock.at })
  const service = new TransferService({
    journal,
    bank: profileWith(rules).bank,
    owner,
    dispatcher: () => (entry) => dispatch(entry),
    look: async (id) => {
      looked.push(id)
      const told = found.get(id)
      if (told) await journal.conclude(id, told)
    },
    follow: (iban) => void followed.push(iban),
    now,
  })
  const add = async (id: string, more: Partial<JournalEntry> = {}) => {
    const written: JournalEntry = {
      ...{ ...wish, id, payee: '', player: '1', overridden: false },
      ...{ state: 'succeeded', confirmedAt: clock.at, sentAt: clock.at, ...more },
    }
    await journal.add(written)
  }
  const dispatchBy = (other: typeof dispatch) => void (dispatch = other)
  return { clock, journal, accounts, owner, service, add, found, followed, fresh, looked, dispatchBy }
}

test('a review names the payee, what is left, and nobody where nobody is known', async () => {
  const { service, fresh } = await open()
  expect(await service.draft(wish)).toMatchObject({
    sender: { kind: 'own' },
    payee: 'Ole Tams',
    left: 900,
    repeats: undefined,
  })
  expect(fresh).toEqual([true])
  const unknown = await service.draft({ ...wish, from: SAVINGS, to: 'NH999999' })
  expect([unknown.payee, unknown.receiver, unknown.left]).toEqual(['', undefined, undefined])
  expect(await service.draft({ ...wish, to: SAVINGS })).toMatchObject({ payee: '', receiver: { kind: 'own' } })
})

test('a player who leaves while the accounts are read reviews nothing', async () => {
  const { service, owner, accounts } = await open()
  Object.defineProperty(accounts, 'accounts', {
    get: () => {
      owner.leave()
      return [{ ...own, iban: OWN }]
    },
  })
  expect(await failureOf(service.draft(wish))).toEqual({ code: 'bank-needs-player', facts: {} })
})

test.each([
  ['confirmed', {}, true],
  ['sending', {}, true],
  ['unknown', {}, true],
  ['unknown', { overridden: true }, false],
  ['succeeded', {}, false],
  ['refused', {}, false],
  ['unknown', { player: '2' }, false],
] as const)(
  'an equal transfer that is %s %j: blocks %s, in the review and at the press',
  async (state, more, blocks) => {
    const { service, add, journal, clock } = await open()
    const before = await service.draft(wish)
    await add('a', { state, ...more })
    const code = await failureOf(service.draft(wish)).then(
      (failure) => failure.code,
      () => 'none',
    )
    expect(code).toBe(blocks ? 'transfer-blocked' : 'none')
    clock.at += MINUTE
    const sent = await failureOf(service.send(before.id)).then(
      (failure) => failure.code,
      () => 'sent',
    )
    expect(sent).toBe(blocks ? 'transfer-blocked' : state === 'refused' ? 'sent' : 'transfer-outdated')
    expect(journal.entries).toHaveLength(sent === 'sent' ? 2 : 1)
  },
)

test('a repetition is told for an hour, and for as long as nobody knows what became of it', async () => {
  const { service, add, clock } = await open()
  const at = clock.at
  await add('a')
  clock.at = at + 60 * MINUTE - 1
  expect((await service.draft(wish)).repeats).toBe(at)
  clock.at = at + 60 * MINUTE
  expect((await service.draft(wish)).repeats).toBeUndefined()
  await add('b', { state: 'unknown', overridden: true, sentAt: at })
  expect((await service.draft(wish)).repeats).toBe(at)
})

test('an open transfer of the same player from another account is a repetition, another’s is none', async () => {
  const { service, add, clock } = await open()
  await add('a', { from: SAVINGS, state: 'unknown', player: '2' })
  await add('b', { from: SAVINGS, state: 'succeeded' })
  await add('c', { state: 'unknown', overridden: true, amount: 99 })
  await add('d', { state: 'unknown', overridden: true, to: 'NH999999' })
  expect((await service.draft(wish)).repeats).toBeUndefined()
  await add('e', { from: SAVINGS, state: 'unknown' })
  expect((await service.draft(wish)).repeats).toBe(clock.at)
})

test('twenty reviews wait, the oldest gives way; each can be taken once, for ten minutes', async () => {
  const { service, clock } = await open()
  const drafts = []
  for (let nth = 0; nth < 21; nth++) drafts.push(await service.draft({ ...wish, amount: 100 + nth }))
  const [oldest, second, third, fourth, fifth] = drafts.map(({ id }) => id)
  expect(await failureOf(service.send(oldest ?? ''))).toEqual(gone)
  clock.at += 10 * MINUTE
  expect((await service.send(second ?? '')).state).toBe('succeeded')
  expect(await failureOf(service.send(second ?? ''))).toEqual(gone)
  service.discard(third ?? '')
  expect(await failureOf(service.send(third ?? ''))).toEqual(gone)
  clock.at += 1
  expect(await failureOf(service.send(fourth ?? ''))).toEqual(gone)
  clock.at -= MINUTE
  service.discardAll()
  expect(await failureOf(service.send(fifth ?? ''))).toEqual(gone)
})

test('nothing is settled for a player who is not known, nor what is not unknown', async () => {
  const { service, add, owner, journal, found, looked } = await open()
  await add('a', { state: 'unknown' })
  expect(owner.present).toBeUndefined()
  expect(await service.settle('a', 'override')).toMatchObject({ state: 'unknown', overridden: true })
  await add('b', { state: 'unknown' })
  found.set('b', { state: 'succeeded', settledBy: 'transactions' })
  expect(await service.settle('b', 'not-happened')).toMatchObject({ state: 'succeeded', settledBy: 'transactions' })
  expect(looked).toEqual(['b'])
  for (const as of ['happened', 'override', 'take-back', 'seen'] as const)
    expect(await failureOf(service.settle('b', as))).toEqual(gone)
  expect(journal.find('b')).toMatchObject({ state: 'succeeded', overridden: false })
  expect(await failureOf(service.settle('nobody', 'happened'))).toEqual(gone)
})

test('what was interrupted can be marked as seen; nothing else', async () => {
  const { service, add } = await open()
  await add('a', { state: 'not-sent', reason: 'interrupted' })
  await add('b', { state: 'not-sent', reason: 'unreachable' })
  expect(await service.settle('a', 'seen')).toMatchObject({ state: 'not-sent', seen: true })
  expect(await failureOf(service.settle('a', 'happened'))).toEqual(gone)
  expect(await failureOf(service.settle('b', 'seen'))).toEqual(gone)
})

test('the player’s word is taken, and taken back again', async () => {
  const { service, add, followed } = await open()
  await add('a', { state: 'unknown' })
  for (const as of ['take-back', 'seen'] as const) expect(await failureOf(service.settle('a', as))).toEqual(gone)
  await add('b', { state: 'unknown', amount: 5, overridden: true })
  const word = { settledBy: 'player' }
  expect(await service.settle('a', 'happened')).toMatchObject({ ...word, state: 'succeeded' })
  expect(await service.settle('b', 'not-happened')).toMatchObject({ ...word, state: 'refused', reason: 'player' })
  const back = await service.settle('b', 'take-back')
  expect([back.state, back.reason, back.settledBy, back.overridden]).toEqual(['unknown', undefined, undefined, false])
  expect(followed).toEqual([OWN])
})

test('idle waits for the transfer that is on its way', async () => {
  const { service, dispatchBy, journal } = await open()
  let answer = () => {}
  dispatchBy(async ({ id }) => {
    await new Promise<void>((resolve) => (answer = resolve))
    return journal.conclude(id, { state: 'succeeded' })
  })
  const sending = service.send((await service.draft(wish)).id)
  const states: string[] = []
  const idle = service.idle().then(() => states.push(journal.entries[0]?.state ?? 'none'))
  await expect.poll(() => journal.entries).toMatchObject([{ state: 'confirmed', overridden: false, player: '1' }])
  expect(journal.entries[0]).not.toHaveProperty('sender') // which is only for the question
  expect(states).toEqual([])
  answer()
  await Promise.all([sending, idle])
  expect(states).toEqual(['succeeded'])
})

test('a balance from a copy neither tells what will be left nor refuses a transfer', async () => {
  const { service, accounts } = await open()
  accounts.live = false
  expect((await service.draft({ ...wish, amount: 5_000 })).left).toBeUndefined()
})

test('another way to write the same account number does not get round a transfer of unknown outcome', async () => {
  const { service, add } = await open({ ibanPattern: '[A-Za-z]{2}[0-9]{6}' })
  await add('a', { state: 'unknown' })
  expect(await failureOf(service.draft({ ...wish, to: OTHER.toLowerCase() }))).toMatchObject({
    code: 'transfer-blocked',
  })
})
