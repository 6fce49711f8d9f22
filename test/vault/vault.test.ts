import { expect, test } from 'vitest'
import { createRedactor } from '../../src-main/lib/index.ts'
import { hostsOf, parseProfile } from '../../src-main/settings/index.ts'
import type { Timing } from '../../src-main/lib/index.ts'
import { Vault, type Keyring } from '../../src-main/vault/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { windowsLikeKeyring } from './fake-keyring.ts'

const never: Timing['after'] = () => () => undefined

const hosts = 'https://api.example'

function setup(after: Timing['after'] = never) {
  const keyring = windowsLikeKeyring()
  const redactor = createRedactor()
  const log: string[] = []
  const vault = new Vault({ keyring, hosts, redactor, after, log: (line) => log.push(line) })
  return { keyring, redactor, log, vault }
}

/** The vault of a start with this profile, wherever it came from. */
function startWith(keyring: Keyring, addresses: { baseUrl: string; infoUrl?: string }) {
  const profile = parseProfile({ id: 'harbour', name: 'Harbour', ...addresses }, 'a file')
  const parts = { redactor: createRedactor(), after: never, log: () => undefined }
  return new Vault({ keyring, hosts: hostsOf(profile), ...parts })
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!isFailure(error)) throw new Error('expected a failure')
  return { code: error.code, facts: error.facts }
}

test('touches no keychain before a secret is needed', () => {
  const { vault } = setup()
  expect(vault.view).toEqual({ place: 'windows-credentials', state: 'unasked', mode: 'keychain', undecided: false })
})

test('uses the keychain for one thing at a time', async () => {
  const { vault, keyring } = setup()
  const { get } = keyring
  let [atWork, most] = [0, 0]
  keyring.get = async (account) => {
    most = Math.max(most, ++atWork)
    const value = await get(account)
    atWork--
    return value
  }
  await Promise.all(['a', 'b', 'c'].map((profile) => vault.read(profile, 'player-secret')))
  expect(most).toBe(1)
})

test('a value that was written while an older one moved into the keychain is not lost with it', async () => {
  const { vault, keyring } = setup()
  const writing = vault.write('demo', 'player-secret', 'older')
  const { set } = keyring
  keyring.set = async (...given) => {
    keyring.set = () => Promise.reject(new Error('the keychain is locked now'))
    await set(...given)
  }
  await Promise.all([writing, vault.write('demo', 'player-secret', 'newer')])
  expect(await vault.read('demo', 'player-secret')).toBe('newer')
})

test('keeps, reads, lists and forgets by profile and purpose', async () => {
  const { vault, keyring } = setup()
  await vault.write('demo', 'player-secret', 'tok-123')
  await vault.write('other', 'bank-session', 'x'.repeat(5_000))
  expect(await vault.read('demo', 'player-secret')).toBe('tok-123')
  expect(await vault.read('demo', 'bank-session')).toBeUndefined()
  expect(await vault.held(['demo', 'other'])).toEqual([
    { profileId: 'demo', purpose: 'player-secret', where: 'keychain' },
    { profileId: 'other', purpose: 'bank-session', where: 'keychain' },
  ])
  await vault.forget('other', 'bank-session')
  await vault.forget('demo', 'player-secret')
  expect(keyring.entries.size).toBe(0)
})

test('a secret has one place, by its profile and its purpose', async () => {
  const { vault } = setup()
  const place = vault.placeOf('demo', 'bank-session')
  await place.write('cookies')
  expect([await place.read(), await vault.read('demo', 'bank-session')]).toEqual(['cookies', 'cookies'])
  expect(await vault.placeOf('demo', 'player-secret').read()).toBeUndefined()
  await place.forget()
  expect(await vault.read('demo', 'bank-session')).toBeUndefined()
})

test('what was kept for other hosts is not given out: it waits for its own, or until somebody signs in there', async () => {
  const keyring = windowsLikeKeyring()
  const own = { baseUrl: 'https://api.harbour.example/json', infoUrl: 'https://bank.harbour.example' }
  const session = 'jar'.repeat(2_000)
  await startWith(keyring, own).write('harbour', 'player-secret', 'tok-123')
  await startWith(keyring, own).write('harbour', 'bank-session', session)
  for (const foreign of [
    { ...own, baseUrl: 'https://api.harbour.example.evil.example' },
    { ...own, baseUrl: 'https://api.harbour.example:8443' },
    { ...own, infoUrl: 'https://bank.evil.example' },
    { baseUrl: own.infoUrl, infoUrl: own.baseUrl },
    { baseUrl: own.baseUrl },
    { ...own, baseUrl: 'https://api.harbour.example/v2' }, // another community may live on the same host
  ]) {
    const vault = startWith(keyring, foreign)
    expect(await vault.read('harbour', 'player-secret')).toBeUndefined()
    expect(await vault.read('harbour', 'bank-session')).toBeUndefined()
    expect(await vault.held(['harbour'])).toHaveLength(2) // still the player's to see and to delete
  }
  const moved = startWith(keyring, { ...own, baseUrl: 'https://API.harbour.example:443/json/' }) // another spelling
  expect(await moved.read('harbour', 'player-secret')).toBe('tok-123')
  expect(await moved.read('harbour', 'bank-session')).toBe(session)

  const foreign = startWith(keyring, { baseUrl: 'https://other.example' })
  await foreign.write('harbour', 'player-secret', 'tok-456')
  expect(await foreign.read('harbour', 'player-secret')).toBe('tok-456')
  expect(await startWith(keyring, own).read('harbour', 'player-secret')).toBeUndefined()
  expect(await startWith(keyring, own).read('harbour', 'bank-session')).toBe(session)
})

test('a value of which nobody knows whom it was kept for is none', async () => {
  const { vault, keyring } = setup()
  keyring.entries.set('demo/player-secret', '=tok-123')
  expect(await vault.read('demo', 'player-secret')).toBeUndefined()
})

test('every value written or read is unknown to logs from then on', async () => {
  const { vault, redactor, keyring } = setup()
  await vault.write('demo', 'player-secret', 'very-secret-1')
  keyring.entries.set('demo/bank-session', `=${hosts}\nvery-secret-2`)
  await vault.read('demo', 'bank-session')
  expect(redactor.redact('a very-secret-1 b very-secret-2 c')).toBe('a ••• b ••• c')
})

test('a session that changes with every answer does not fill the memory, and takes no secret’s place', async () => {
  const { vault, redactor } = setup()
  await vault.write('demo', 'player-secret', 'very-secret')
  for (let turn = 0; turn < 200; turn++) await vault.write('demo', 'bank-session', `session-${turn}.`)
  const line = 'very-secret session-0. session-180. session-199.'
  expect(redactor.redact(line)).toBe('••• session-0. ••• •••')
})

test.each([
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['Platform failure: DBus error: set your DBUS_SESSION_BUS_ADDRESS instead', 'absent'],
  ['no secret service provider or dbus session found', 'absent'],
  ["Couldn't access platform storage: Secret Service: no result found", 'absent'],
  ["Couldn't access platform storage: AccessDenied", 'denied'],
  ['Platform failure: DBus error: No such interface “org.freedesktop.Secret.Item” on object at path /x/7', 'changing'],
  ['Platform failure: DBus error: Object does not exist at path “/x/7”', 'changing'],
  ['DBus error: The maximum number of active connections for UID 1000 has been reached', 'timed-out'],
] as const)(
  'a keychain that says "%s" is %s: memory holds the secret until the player chooses',
  async (words, state) => {
    const { vault, keyring, log } = setup()
    keyring.broken = new Error(words)
    expect(await failureOf(vault.read('demo', 'player-secret'))).toEqual({
      code: 'keychain-unavailable',
      facts: { state },
    })
    await vault.write('demo', 'player-secret', 'tok-123')
    expect(vault.view).toMatchObject({ state, mode: 'keychain', undecided: true })
    expect(await vault.read('demo', 'player-secret')).toBe('tok-123')
    expect(await vault.held(['demo'])).toEqual([{ profileId: 'demo', purpose: 'player-secret', where: 'memory' }])
    expect(log[0]).toMatch(`keychain: ${state} (`)
    expect(log.join()).not.toContain('tok-123')

    keyring.broken = undefined
    expect(await vault.retry()).toMatchObject({ state: 'ok', undecided: false })
    expect(keyring.entries.get('demo/player-secret')).toBe(`=${hosts}\ntok-123`)
  },
)

test('for this run only: nothing reaches the keychain, and it can be moved in later', async () => {
  const { vault, keyring } = setup()
  keyring.broken = new Error('DBus error')
  await vault.write('demo', 'player-secret', 'tok-123')
  expect(vault.keepForThisRun()).toMatchObject({ mode: 'session', undecided: false })
  keyring.broken = undefined
  await vault.write('demo', 'bank-session', 'jar')
  expect(keyring.entries.size).toBe(0)
  expect(await vault.read('demo', 'bank-session')).toBe('jar')
  expect(await vault.retry()).toMatchObject({ mode: 'keychain', state: 'ok', undecided: false })
  expect([...keyring.entries.keys()].sort()).toEqual(['demo/bank-session', 'demo/player-secret'])
})

test('what only memory holds is forgotten with it, also where no keychain is', async () => {
  const { vault, keyring } = setup()
  keyring.broken = new Error('DBus error')
  await vault.write('demo', 'player-secret', 'tok-123')
  vault.keepForThisRun()
  await vault.forget('demo', 'player-secret')
  expect(await vault.read('demo', 'player-secret')).toBeUndefined()
  expect(await vault.held(['demo'])).toEqual([])
})

test('a keychain that hangs is given five seconds once; then the app goes on until the player asks again', async () => {
  const waits: { ms: number; run: () => void }[] = []
  const { vault, keyring } = setup((ms, run) => {
    waits.push({ ms, run })
    return () => undefined
  })
  const get = keyring.get
  keyring.get = () => new Promise(() => undefined)
  const reading = failureOf(vault.read('demo', 'player-secret'))
  await expect.poll(() => waits.length).toBe(1)
  expect(waits[0]?.ms).toBe(5_000)
  waits[0]?.run()
  expect(await reading).toEqual({ code: 'keychain-unavailable', facts: { state: 'timed-out' } })
  const atOnce = await failureOf(vault.read('demo', 'bank-session'))
  expect(atOnce).toEqual({ code: 'keychain-unavailable', facts: { state: 'timed-out' } })
  expect(waits).toHaveLength(1)
  keyring.get = get
  expect(await vault.retry()).toMatchObject({ state: 'ok' })
})

test('does not claim to have forgotten what the keychain may still hold', async () => {
  const { vault, keyring } = setup()
  await vault.write('demo', 'player-secret', 'tok-123')
  keyring.broken = new Error('AccessDenied')
  expect(await failureOf(vault.forget('demo', 'player-secret'))).toMatchObject({ code: 'keychain-unavailable' })
  keyring.broken = undefined
  await vault.retry()
  await vault.forget('demo', 'player-secret')
  expect(keyring.entries.size).toBe(0)
})

const vanished = () => new Error('DBus error: No such interface “org.freedesktop.Secret.Item” on object at path /x/7')

test('an entry that another program replaced in the middle of a read is read once more, and once only', async () => {
  const { vault, keyring } = setup()
  await vault.write('demo', 'player-secret', 'tok-123')
  const { get } = keyring
  const failing = (times: number) => {
    const asked: string[] = []
    keyring.get = (account) => (asked.push(account) > times ? get(account) : Promise.reject(vanished()))
    return asked
  }
  const once = failing(1)
  expect(await vault.read('demo', 'player-secret')).toBe('tok-123')
  expect(once).toHaveLength(2)
  expect(vault.view.state).toBe('ok')

  const always = failing(Infinity)
  expect(await failureOf(vault.read('demo', 'player-secret'))).toEqual({
    code: 'keychain-unavailable',
    facts: { state: 'changing' },
  })
  expect(always).toHaveLength(2)
  keyring.get = get
  expect(await vault.read('demo', 'player-secret')).toBe('tok-123') // nothing to unlock, nothing to choose: the next use is just tried
  expect(vault.view.state).toBe('ok')
})

test('a write that meets an entry on its way out is made once more', async () => {
  const { vault, keyring } = setup()
  const { set } = keyring
  keyring.set = () => {
    keyring.set = set
    return Promise.reject(vanished())
  }
  await vault.write('demo', 'player-secret', 'tok-123')
  expect(vault.view).toMatchObject({ state: 'ok', undecided: false })
  expect(keyring.entries.size).toBe(1)
})

test('an entry that has just gone is not taken for a keychain that is not there', async () => {
  const { vault, keyring } = setup()
  await vault.write('demo', 'player-secret', 'tok-123')
  const { get } = keyring
  keyring.get = () => {
    keyring.get = get
    return Promise.reject(new Error('Secret Service: no result found'))
  }
  expect(await vault.read('demo', 'player-secret')).toBe('tok-123')
  expect(vault.view.state).toBe('ok')
})

test('what another program deleted meanwhile counts as forgotten; what is still there does not', async () => {
  const { vault, keyring } = setup()
  const remove = keyring.delete
  await vault.write('demo', 'player-secret', 'tok-123')
  keyring.delete = () => Promise.reject(vanished())
  expect(await failureOf(vault.forget('demo', 'player-secret'))).toMatchObject({ facts: { state: 'changing' } })
  keyring.delete = async (account) => {
    keyring.delete = remove
    await remove(account)
    throw vanished()
  }
  await vault.forget('demo', 'player-secret')
  expect(keyring.entries.size).toBe(0)
})

test('tells each change of what is kept where once, and nothing else', async () => {
  const { vault, keyring } = setup()
  const heard: string[] = []
  vault.onChange(({ state, mode, undecided }) => heard.push(`${state} ${mode}${undecided ? ', undecided' : ''}`))
  await vault.read('demo', 'player-secret')
  await vault.read('demo', 'player-secret')
  expect(heard.splice(0)).toEqual(['ok keychain'])
  keyring.broken = new Error('DBus error: The maximum number of active connections for UID 1000 has been reached')
  await vault.write('demo', 'player-secret', 'tok')
  expect(heard.at(-1)).toBe('timed-out keychain, undecided')
  await failureOf(vault.forget('demo', 'player-secret'))
  expect(heard.at(-1)).toBe('timed-out keychain') // memory holds nothing any more
  keyring.broken = undefined
  heard.splice(0)
  await vault.retry()
  expect(heard).toEqual(['unasked keychain', 'ok keychain'])
})
