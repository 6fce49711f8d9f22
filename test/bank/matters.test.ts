import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { BankView } from '../../src-preload/contract/bank.ts'
import type { BankMatters } from '../../src-preload/contract/player.ts'
import { openJournal, type JournalEntry } from '../../src-main/bank/index.ts'
import { followMatters } from '../../src-main/bank/matters.ts'
import { tempDir } from '../support/temp.ts'

const entry = (id: string, state: JournalEntry['state']): JournalEntry => ({
  id,
  from: 'NH1',
  to: 'NH2',
  amount: 5,
  info: '',
  payee: '',
  state,
  confirmedAt: 1,
  overridden: false,
})

test('what waits at the bank is told by the journal alone, and by the bank once it is open', async () => {
  const path = join(tempDir(), 'transfers.jsonl')
  const journal = await openJournal(path, () => new Date())
  await journal.add(entry('a', 'confirmed'))
  await journal.conclude('a', { state: 'unknown' })
  const matters = followMatters(path)
  const heard: BankMatters[] = []
  const stop = matters.follow((now) => heard.push(now))
  await vi.waitFor(() => expect(heard).toEqual([{ unsettled: 1, ranOut: false }]))

  const view: BankView = { session: 'unasked', ibanPattern: '', infoMaxLength: 80, currency: '$' }
  const told: (() => void)[] = []
  matters.opened({ view, journal, onChange: (tell) => (told.push(() => tell(view)), () => undefined) })
  view.session = 'expired'
  for (const tell of told) tell()
  expect(heard.at(-1)).toEqual({ unsettled: 1, ranOut: true })
  await journal.conclude('a', { state: 'succeeded' })
  expect(heard.at(-1)).toEqual({ unsettled: 0, ranOut: true })
  const late: BankMatters[] = []
  matters.follow((now) => late.push(now))
  expect(late).toEqual([{ unsettled: 0, ranOut: true }])

  stop()
  const count = heard.length
  await journal.add(entry('b', 'confirmed'))
  expect(heard).toHaveLength(count)
  await journal.close()
})
