import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closedJournal, openJournal, type Journal, type JournalEntry } from '../../src-main/bank/index.ts'
import { leftIn } from '../../src-main/bank/journal.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'
import { dialled, failureOf, OTHER, OWN, setup, transfer } from './setup.ts'

const entry = (id: string, state: JournalEntry['state'] = 'confirmed'): JournalEntry => ({
  id,
  from: OWN,
  to: OTHER,
  amount: 5,
  info: '',
  payee: '',
  state,
  confirmedAt: 1,
  overridden: false,
})

async function open(path = join(tempDir(), 'bank', 'transfers.jsonl')): Promise<Journal & { path: string }> {
  const journal = await openJournal(path)
  onTestFinished(() => journal.close().catch(() => undefined))
  return Object.assign(journal, { path })
}

test('every change is a line of its own, and the last line of an entry counts', async () => {
  const journal = await open()
  await journal.add(entry('a'))
  await journal.change('a', { state: 'sending' })
  await journal.change('a', { state: 'succeeded' })
  const later = await open(journal.path)
  expect(later.entries).toEqual([entry('a', 'succeeded')])
  await later.add(entry('b', 'succeeded'))
  const lines = readFileSync(journal.path, 'utf8').split('\n')
  expect(lines.map((line) => line !== '')).toEqual([true, true, true, true, false])
})

test('two changes at once lose nothing of each other', async () => {
  const journal = await open()
  await journal.add(entry('a'))
  await Promise.all([journal.change('a', { state: 'sending' }), journal.change('a', { sentAt: 5 })])
  expect(journal.find('a')).toEqual({ ...entry('a', 'sending'), sentAt: 5 })
  expect((await open(journal.path)).find('a')).toMatchObject({ sentAt: 5 })
})

test('what a crash left: sending becomes unknown, confirmed never left; a torn line and a strange one do no harm', async () => {
  const journal = await open()
  await journal.add(entry('confirmed'))
  await journal.add(entry('sending', 'sending'))
  appendFileSync(journal.path, '{"id":"strange"}\n{"id":"torn","from":"NH1')
  const later = await open(journal.path)
  expect(later.entries).toMatchObject([
    { id: 'confirmed', state: 'not-sent', reason: 'interrupted', settledBy: 'app' },
    { id: 'sending', state: 'unknown', settledBy: 'app' },
  ])
  await later.add(entry('next'))
  expect((await open(journal.path)).entries.map(({ id }) => id)).toEqual(['confirmed', 'sending', 'next'])
})

test('the first record after a line that a crash has torn is read', async () => {
  const journal = await open()
  await journal.add(entry('a', 'succeeded'))
  appendFileSync(journal.path, '{"id":"torn","from":"NH1')
  await (await open(journal.path)).add(entry('next', 'succeeded'))
  expect((await open(journal.path)).entries.map(({ id }) => id)).toEqual(['a', 'next'])
})

/** The next such call on an open file fails, after `before`. */
async function failOnce(call: 'appendFile' | 'sync', errno: string, before?: Before): Promise<void> {
  const probe = await openFile(import.meta.filename)
  const handles = Object.getPrototypeOf(probe) as Record<typeof call, (line?: string) => Promise<void>>
  await probe.close()
  const real = handles[call]
  handles[call] = async function (line = '') {
    handles[call] = real
    await before?.((text) => real.call(this, text), line)
    throw Object.assign(new Error(errno), { code: errno })
  }
}
type Before = (real: (line: string) => Promise<void>, line: string) => Promise<void>

test('the first record after a line that a full disk has torn is read, in this run and in the next', async () => {
  const journal = await open()
  await journal.add(entry('a', 'succeeded'))
  await failOnce('appendFile', 'ENOSPC', (append, line) => append(line.slice(0, 20)))
  expect(await failureOf(journal.add(entry('torn')))).toMatchObject({ facts: { errno: 'ENOSPC' } })
  await journal.add(entry('next', 'succeeded'))
  await journal.add(entry('last', 'succeeded'))
  for (const { entries } of [journal, await open(journal.path)])
    expect(entries.map(({ id }) => id)).toEqual(['a', 'next', 'last'])
  expect(
    readFileSync(journal.path, 'utf8')
      .split('\n')
      .filter((line) => line === ''),
  ).toHaveLength(1)
})

test('what the disk took and could not make last is not written', async () => {
  const journal = await open()
  await journal.add(entry('a'))
  await failOnce('sync', 'EIO')
  expect(await failureOf(journal.change('a', { state: 'sending' }))).toMatchObject({ facts: { errno: 'EIO' } })
  expect(journal.entries).toEqual([entry('a')])
})

test('what is not in the record is not changed', async () => {
  const journal = await open()
  await expect(journal.change('nobody', { state: 'sending' })).rejects.toThrow('nobody')
  expect([journal.entries, readFileSync(journal.path, 'utf8')]).toEqual([[], ''])
})

test('a journal on disk tells whether a transfer in it is unsettled, and whether the app ended during one', async () => {
  expect(await leftIn(join(tempDir(), 'none.jsonl'))).toEqual({ unsettled: false, interrupted: false })
  const journal = await open()
  await journal.add(entry('a', 'sending'))
  expect(await leftIn(journal.path)).toEqual({ unsettled: true, interrupted: true })
  await journal.conclude('a', { state: 'succeeded' })
  appendFileSync(journal.path, `{"id":"strange","state":"unknown"}\n${JSON.stringify(entry('torn', 'sending'))}`)
  expect(await leftIn(journal.path)).toEqual({ unsettled: false, interrupted: false })
  await journal.add(entry('b'))
  await journal.conclude('b', { state: 'unknown' })
  expect(await leftIn(journal.path)).toEqual({ unsettled: true, interrupted: false })
  await journal.add(entry('c'))
  expect(await leftIn(journal.path)).toEqual({ unsettled: true, interrupted: true })
})

test.each([
  ['in a state of a newer version', { state: 'dispatched' }],
  ['without what early versions did not write', { info: undefined, payee: undefined, overridden: undefined }],
  ['with fields of another type', { payee: null, before: 7, since: 'x', likely: 'x', player: 1 }],
])('a transfer %s is not made again, and the bookings decide', async (_, other) => {
  const { bank, journalPath, restart, signIn } = await setup()
  await bank.close()
  for (const changed of [{}, { state: 'unknown', ...other }])
    appendFileSync(journalPath, `${JSON.stringify({ ...entry('a'), ...changed })}\n`)
  const later = await restart()
  await signIn()
  expect(await failureOf(transfer(later, 5))).toMatchObject({ code: 'transfer-blocked', facts: { entryId: 'a' } })
  expect(await later.check('a')).toMatchObject({ state: 'unknown' })
})

test('listeners hear each entry as it has become', async () => {
  const journal = await open()
  const heard: string[] = []
  const stop = journal.onChange(({ id, state }) => heard.push(`${id} ${state}`))
  await journal.add(entry('a'))
  await journal.change('a', { state: 'sending' })
  stop()
  await journal.conclude('a', { state: 'unknown' })
  expect(heard).toEqual(['a confirmed', 'a sending'])
})

test('a disk that refuses: no entry is made, no state is changed, but an outcome is not lost', async () => {
  const journal = await open()
  await journal.add(entry('a', 'sending'))
  await journal.close() // from here on every write fails as on a broken disk
  const unwritten = { code: 'journal-not-written', facts: { errno: 'EBADF' } }
  expect(await failureOf(journal.add(entry('b')))).toEqual(unwritten)
  expect(await failureOf(journal.change('a', { state: 'unknown' }))).toEqual(unwritten)
  expect(journal.entries).toEqual([entry('a', 'sending')])
  expect(await journal.conclude('a', { state: 'succeeded' })).toMatchObject({ state: 'succeeded' })
  expect(journal.find('a')).toMatchObject({ state: 'succeeded' })
  expect((await open(journal.path)).entries).toMatchObject([{ id: 'a', state: 'unknown' }]) // weaker, but no lie
})

test('a journal that cannot be opened takes nothing', async () => {
  const why = new Failure('journal-not-written', { errno: 'EROFS' })
  const journal = closedJournal(why)
  expect(await failureOf(journal.add(entry('a')))).toEqual({ code: 'journal-not-written', facts: { errno: 'EROFS' } })
  expect(journal.entries).toEqual([])
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  expect(await failureOf(openJournal(join(file, 'transfers.jsonl')))).toMatchObject({
    code: 'journal-not-written',
  })
})

test('nothing leaves when `sending` cannot be written', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  const sockets = dialled()
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 9, info: '' })
  const stop = bank.journal.onChange(() => void bank.journal.close()) // the disk goes right after `confirmed`
  expect(await failureOf(bank.send(draft.id))).toMatchObject({ code: 'journal-not-written' })
  stop()
  expect(demo.orders).toEqual([])
  expect(bank.journal.entries).toMatchObject([{ state: 'not-sent', reason: 'not-recorded' }])
  expect(sockets.filter(({ destroyed }) => !destroyed)).toEqual([])
})

test('the bank’s word reaches the player even where it cannot be written', async () => {
  const { bank, demo, signIn } = await setup()
  await signIn()
  const draft = await bank.draft({ from: OWN, to: OTHER, amount: 9, info: '' })
  bank.journal.onChange(({ state }) => void (state === 'sending' && bank.journal.close()))
  expect(await bank.send(draft.id)).toMatchObject({ state: 'succeeded', settledBy: 'bank' })
  expect(demo.orders).toHaveLength(1)
})

test('the record is the player’s alone to read, also one that an earlier version made for all', async () => {
  if (process.platform === 'win32') return // a profile's folder is its user's there
  const folder = tempDir()
  const path = join(folder, 'transfers.ndjson')
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  chmodSync(folder, 0o755)
  await (await openJournal(path)).close()
  expect([folder, path].map((one) => (statSync(one).mode & 0o777).toString(8))).toEqual(['700', '600'])
})

test.each([
  ['of another version', JSON.stringify({ ...entry('a', 'sending'), amount: '5' })],
  ['that only says what changed', JSON.stringify({ id: 'a', state: 'sending' })],
  ['of zeros', '\0'.repeat(60)],
])('after a line %s, a confirmed transfer may have been sent, and another one was not', async (_, line) => {
  const journal = await open()
  await journal.add(entry('a'))
  await journal.close()
  appendFileSync(journal.path, `${line}\n${JSON.stringify(entry('b'))}\n`)
  const states = (await open(journal.path)).entries.map(({ id, state }) => [id, state])
  expect(states).toEqual([
    ['a', 'unknown'],
    ['b', 'not-sent'],
  ])
})
