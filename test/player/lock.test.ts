import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jsonFile } from '../../src-main/lib/index.ts'
import { KeptLock, MoneyLock, playerHandlers, type PlayerService } from '../../src-main/player/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'

const MINUTE = 60_000

const account = { iban: 'NH100001', balance: 987654, isDefault: true, disabled: false }
/** What of a player's record tells of money. */
const record = {
  garage: { value: 7654, count: 1 },
  accounts: [account],
  accountsShared: [account],
  companies: [{ id: 1, accounts: [account] }],
}

async function open(verifyUser?: () => Promise<boolean>) {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'lock.json')
  const clock = { ms: 0 }
  /** `written` hears of each write, and holds up what comes after it. */
  const start = (written: () => Promise<void> = () => Promise.resolve()) => {
    const from = clock.ms
    const file = jsonFile(path, KeptLock, (line, error) => {
      throw new Error(line, { cause: error })
    })
    const write = (kept: KeptLock) => file.write(kept).then(written)
    return MoneyLock.open({ file: { ...file, write }, verifyUser, uptime: () => clock.ms - from })
  }
  return { start, path, clock, lock: await start() }
}

/** What refuses, and for how long. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isFailure(error) ? { code: error.code, ...error.facts } : error),
  )

test('without a PIN there is nothing to lock with; with one every start is locked', async () => {
  const { lock, start, path } = await open()
  expect(lock.view).toEqual({ locked: false, by: 'nothing' })
  expect(await refusal(lock.lock())).toEqual({ code: 'lock-needs-pin' })
  await lock.setPin('4711')
  expect(lock.view).toEqual({ locked: false, by: 'pin' })
  expect(await readFile(path, 'utf8')).not.toContain('4711')
  await lock.lock()
  expect(lock.view.locked).toBe(true)
  await lock.unlock('4711')
  expect(lock.view.locked).toBe(false)
  expect((await start()).view).toEqual({ locked: true, by: 'pin' })
})

test('while it is locked nothing is told, nor what was asked for before', async () => {
  const { lock } = await open()
  await lock.setPin('4711')
  let answer: (value: string) => void = () => undefined
  const early = lock.guard(() => new Promise<string>((resolve) => (answer = resolve)))
  await lock.lock()
  answer('balance')
  expect(await refusal(early)).toEqual({ code: 'money-locked' })
  let ran = false
  expect(await refusal(lock.guard(() => (ran = true)))).toEqual({ code: 'money-locked' })
  expect(ran).toBe(false)
  expect(await refusal(lock.setPin('', '4711'))).toEqual({ code: 'money-locked' })
})

test('wrong PINs cost growing waits, which a restart begins anew', async () => {
  const { lock, clock, start } = await open()
  await lock.setPin('4711')
  await lock.lock()
  for (const seconds of [0, 0, 30]) expect(await refusal(lock.unlock('0000'))).toMatchObject({ by: 'pin', seconds })
  expect(await refusal(lock.unlock('4711'))).toEqual({ code: 'lock-refused', by: 'wait', seconds: 30 })
  clock.ms += 29_000
  const later = await start()
  expect(await refusal(later.unlock('4711'))).toMatchObject({ by: 'wait', seconds: 30 })
  clock.ms += 30_000
  expect(await refusal(later.unlock('0000'))).toMatchObject({ by: 'pin', seconds: 60 })
  clock.ms += MINUTE
  await later.unlock('4711')
  expect(later.view.locked).toBe(false)
  await later.lock()
  expect(await refusal(later.unlock('0000'))).toMatchObject({ by: 'pin', seconds: 0 }) // counted from the start again
})

test('tries side by side are counted one by one, and still are after a restart', async () => {
  const { lock, start } = await open()
  await lock.setPin('4711')
  await lock.lock()
  const tries = await Promise.all(['1', '2', '3', '4711'].map((pin) => refusal(lock.unlock(pin))))
  expect(tries).toMatchObject([{ by: 'pin' }, { by: 'pin' }, { by: 'pin' }, { by: 'wait' }])
  expect(lock.view.locked).toBe(true)
  expect(await refusal((await start()).unlock('4711'))).toMatchObject({ by: 'wait' })
})

test('a try that ends with the app before its answer is known counts too', async () => {
  const { lock, start } = await open()
  await lock.setPin('4711')
  for (let tries = 0; tries < 3; tries++)
    await new Promise<void>((isWritten) => {
      const ended = () => (isWritten(), new Promise<never>(() => undefined))
      void start(ended).then((cut) => cut.unlock('0000'))
    })
  expect(await refusal((await start()).unlock('4711'))).toMatchObject({ by: 'wait', seconds: 30 })
})

test('a PIN is changed and removed only by who knows it', async () => {
  const { lock, start } = await open()
  await lock.setPin('4711')
  expect(await refusal(lock.setPin('1234', 'x'))).toMatchObject({ by: 'pin' })
  await lock.setPin('1234', '4711')
  await lock.lock()
  expect(await refusal(lock.unlock('4711'))).toMatchObject({ by: 'pin' })
  await lock.unlock('1234')
  await lock.setPin('', '1234')
  expect((await start()).view).toEqual({ locked: false, by: 'nothing' })
})

test('a system that knows its player is asked instead', async () => {
  const answers = [false, true]
  const { lock, start } = await open(() => Promise.resolve(answers.shift() ?? false))
  expect(lock.view).toEqual({ locked: false, by: 'system' })
  await lock.lock()
  const later = await start()
  expect(later.view).toEqual({ locked: true, by: 'system' })
  expect(await refusal(later.unlock())).toMatchObject({ by: 'system' })
  await later.unlock()
  expect((await start()).view.locked).toBe(false)
})

test('with the player their PIN goes', async () => {
  const { lock, start } = await open()
  await lock.setPin('4711')
  await lock.lock()
  await lock.clear()
  expect(lock.view).toEqual({ locked: false, by: 'nothing' })
  expect((await start()).view.locked).toBe(false)
})

test('a full disk keeps neither the lock open nor a former player’s PIN', async () => {
  const { start } = await open(() => Promise.resolve(true))
  const disk = { isFull: true }
  const full = () => (disk.isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve())
  const lock = await start(full)
  await expect(lock.lock()).rejects.toThrow('ENOSPC')
  expect(lock.view).toEqual({ locked: true, by: 'system' })
  await lock.unlock()
  disk.isFull = false
  await lock.setPin('4711')
  await lock.lock()
  disk.isFull = true
  await expect(lock.clear()).rejects.toThrow('ENOSPC')
  expect(lock.view).toEqual({ locked: false, by: 'system' })
})

test('a PIN that the next player sets during the sign-out stays; the sign-out’s failure is told', async () => {
  const { lock, start } = await open()
  await lock.setPin('4711')
  await lock.lock()
  let refuse: (error: Error) => void = () => undefined
  const left = new Promise<void>((_, reject) => (refuse = reject))
  const cleared = lock.clear(left)
  const set = lock.setPin('0815')
  refuse(new Error('no keychain'))
  expect(await refusal(cleared)).toMatchObject({ message: 'no keychain' })
  await set
  expect(lock.view).toEqual({ locked: false, by: 'pin' })
  await (await start()).unlock('0815')
})

test('the player’s record is told without a word of money while it is locked', async () => {
  const { lock } = await open()
  const player = { ...record, cash: 5, bank: 6 }
  const data = { player: { value: player, asOf: '', source: 'live' }, upkeep: [] }
  const service = { data: () => Promise.resolve(data) } as unknown as PlayerService
  const handlers = playerHandlers(
    service,
    () => Promise.resolve(undefined),
    () => () => undefined,
    lock,
  )
  const run = { signal: new AbortController().signal, windowId: 1 }
  const read = async () => JSON.stringify(await handlers.data({ fresh: false }, run))
  await lock.setPin('4711')
  expect(await read()).toContain('987654')
  await lock.lock()
  const told = await read()
  expect(told).not.toMatch(/987654|"cash":5|"bank":6|"value":7654/)
  expect(told).toContain('NH100001')
})
