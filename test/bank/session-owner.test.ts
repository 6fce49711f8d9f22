import { expect, test } from 'vitest'
import { BankSession, type SessionParts } from '../../src-main/bank/session.ts'
import { createRedactor } from '../../src-main/lib/index.ts'

const home = new URL('https://bank.example')
const cookies = (value: string) => [{ name: 'bank_session', value }]

function setUp(owner: SessionParts['owner']) {
  const kept: { value?: string } = {}
  const rest = {
    read: () => Promise.resolve(kept.value),
    write: (value: string) => Promise.resolve(void (kept.value = value)),
    forget: () => Promise.resolve(void (kept.value = undefined)),
  }
  const open = () => new BankSession({ home, sessionName: /^bank_session$/, rest, owner, redactor: createRedactor() })
  return { kept, open }
}

test('a session that is signed in with while it is looked whose the kept one was stays in the keychain', async () => {
  let answer: (player: string) => void = () => undefined
  const answers = [Promise.resolve('1'), new Promise<string>((resolve) => (answer = resolve)), Promise.resolve('2')]
  const { kept, open } = setUp(() => answers.shift() ?? Promise.resolve('2'))
  await open().adopt(cookies('of the first'))
  const session = open()
  const loading = session.load()
  await new Promise(setImmediate) // the kept one was read, and whose it is was asked
  await session.adopt(cookies('of the second'))
  answer('2')
  await loading
  await session.settled()
  expect(session.state).toBe('signed-in')
  expect(kept.value ?? '').toContain('of the second')
})

test('signing out forgets at once what is kept, also while nobody says who is here', async () => {
  const answers = [Promise.resolve('1')]
  const { kept, open } = setUp(() => answers.shift() ?? new Promise(() => undefined))
  const session = open()
  await session.adopt(cookies('first'))
  expect(kept.value).toContain('first')
  void session.adopt(cookies('second'))
  await new Promise(setImmediate)
  await session.signOut()
  expect({ state: session.state, kept: kept.value }).toEqual({ state: 'signed-out', kept: undefined })
})
