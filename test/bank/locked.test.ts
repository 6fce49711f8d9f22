import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bankHandlers, type BankDesktop } from '../../src-main/bank/index.ts'
import { jsonFile } from '../../src-main/lib/index.ts'
import { KeptLock, MoneyLock } from '../../src-main/player/index.ts'
import type { TransferEntry } from '../../src-preload/contract/bank.ts'
import { failureOf, OTHER, OWN, setup, transfer } from './setup.ts'

const run = { signal: new AbortController().signal, windowId: 1 }

test('locked, the bridge gives nothing of the bank and takes no transfer; one on its way goes on', async () => {
  const fixture = await setup()
  const { bank, demo, signIn } = fixture
  const folder = await mkdtemp(join(tmpdir(), 'loadout-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = jsonFile(join(folder, 'lock.json'), KeptLock, () => undefined)
  const lock = await MoneyLock.open({ file, uptime: () => 0 })
  const press = new Set<() => void>()
  const desktop = {
    onPress: (_windowId: number, listener: () => void) => {
      press.add(listener)
      return () => press.delete(listener)
    },
  } as unknown as BankDesktop
  const handlers = bankHandlers(bank, desktop, 'x', lock)
  await signIn()
  const { id } = await transfer(bank, 5)
  const heard: TransferEntry[][] = []
  const off = handlers.transfers((entries) => heard.push(entries))
  expect(heard.at(-1)).toHaveLength(1)
  await lock.setPin('4711')

  const draft = await handlers.draft({ from: OWN, to: OTHER, amount: 9, info: '' }, run)
  press.forEach((pressed) => pressed())
  const sending = Promise.resolve(handlers.send({ draftId: draft.id }, run))
  const unseen = failureOf(sending)
  await lock.lock()
  expect(await unseen).toMatchObject({ code: 'money-locked' })
  expect(heard.at(-1)).toEqual([])
  expect(demo.orders).toHaveLength(2)

  const titles = Array.from({ length: 8 }, () => '')
  const transferInput = { from: OWN, to: OTHER, amount: 1, info: '' }
  const attempts: [string, () => unknown][] = [
    ['accounts', () => handlers.accounts({ fresh: true }, run)],
    ['transactions', () => handlers.transactions({ iban: OWN }, run)],
    ['draft', () => handlers.draft(transferInput, run)],
    ['send', () => handlers.send({ draftId: draft.id }, run)],
    ['check', () => handlers.check({ entryId: id }, run)],
    ['settle', () => handlers.settle({ entryId: id, as: 'override' }, run)],
    ['saveCsv', () => handlers.saveCsv({ iban: OWN, titles }, run)],
    ['saveReceipt', () => handlers.saveReceipt({ entryId: id, title: '', rows: [], note: '' }, run)],
    ['signIn', () => handlers.signIn(undefined, run)],
    ['pasteCookies', () => handlers.pasteCookies({ xsrf: 'a', session: 'b' }, run)],
  ]
  for (const [name, attempt] of attempts) {
    const failure = await failureOf(Promise.resolve().then(attempt))
    expect(failure.code, name).toBe('money-locked')
  }
  // Whatever the contract gains: it is either here, or carries no money.
  const harmless = ['state', 'transfers', 'signOut', 'discard']
  expect(Object.keys(handlers).sort()).toEqual([...harmless, ...attempts.map(([name]) => name)].sort())

  await lock.unlock('4711')
  expect(heard.at(-1)).toHaveLength(2)
  off()
})
