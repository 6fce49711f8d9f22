import { Failure } from '../../src-preload/contract/failure.ts'
import type { KeychainPlace, VaultFailures } from '../../src-preload/contract/vault.ts'
import { type Timing, WorkerClient } from '../lib/index.ts'

/** The system's keychain: short texts by account name, all under one service name. Rejects with the library's plain errors. */
export interface Keyring {
  readonly place: KeychainPlace
  /** Null if there is no such account. */
  get(account: string): Promise<string | null>
  set(account: string, value: string): Promise<void>
  /** False if there was no such account. */
  delete(account: string): Promise<boolean>
  /** Abandons a call that hangs. The next call starts a new thread. */
  giveUp?(): void
}

export type Unavailable = VaultFailures['keychain-unavailable']['state']

const places: Partial<Record<NodeJS.Platform, KeychainPlace>> = {
  darwin: 'macos-keychain',
  win32: 'windows-credentials',
}

/** An unused thread is ended after this time. */
const IDLE_MS = 5_000

/** Most calls of one thread. On Linux the library keeps a bus connection open for each call until the thread ends. */
const CALLS_A_THREAD = 50

/** A keychain that takes longer is not used until the player asks for it again. */
const TIMEOUT_MS = 5_000

export interface SystemKeyring {
  service: string
  platform: NodeJS.Platform
  /** The built `keyring-worker`. */
  thread: URL
  after: Timing['after']
}

/**
 * The keychain through `@napi-rs/keyring`, on its own thread. Even the library's asynchronous calls block until the Secret Service
 * answers, and one that never answers would stop the whole process. Callers make one call at a time.
 */
export function openSystemKeyring({ service, platform, thread, after }: SystemKeyring): Keyring {
  let client: WorkerClient | undefined
  let calls = 0
  let cancelIdle: () => void = () => undefined
  const drop = (): WorkerClient | undefined => {
    const dropped = client
    cancelIdle()
    client = undefined
    return dropped
  }
  const call = async <T>(method: string, input: unknown): Promise<T> => {
    cancelIdle()
    if (!client || client.isGone) {
      client = new WorkerClient(thread, { workerData: { service, platform } })
      calls = 0
    }
    const used = client
    calls++
    try {
      return await used.call<T>(method, input)
    } finally {
      if (client === used) {
        if (calls >= CALLS_A_THREAD) await drop()?.terminate()
        else cancelIdle = after(IDLE_MS, () => void drop()?.terminate())
      }
    }
  }
  return {
    place: places[platform] ?? 'secret-service',
    get: (account) => call('get', account),
    set: (account, value) => call('set', { account, value }),
    delete: (account) => call('delete', account),
    giveUp: () => drop()?.abandon('the keychain does not answer'),
  }
}

/** Words in the library's errors, which have no codes. The first match counts; without one it is `denied`. */
const signs: [RegExp, Unavailable][] = [
  [/did not receive a reply|timed? ?out|maximum number of/i, 'timed-out'], // before `absent`, since a silent keychain may hold secrets
  [/no such interface .*secret\.item|object does not exist at path/i, 'changing'],
  [/prompt was dismissed|is locked|locked collection|interaction is not allowed|-25308/i, 'locked'],
  [/dbus|secret service provider|no result found|not ?supported|no default|cannot find module|-25307/i, 'absent'],
]

export function whyUnavailable(error: unknown): Unavailable {
  if (error instanceof Failure && error.is('keychain-unavailable')) return error.facts.state
  const text = error instanceof Error ? error.message : String(error)
  return signs.find(([sign]) => sign.test(text))?.[1] ?? 'denied'
}

export const unavailable = (state: Unavailable) => new Failure('keychain-unavailable', { state })

/** True if another program may have just deleted the entry: the library's error is the same as for a missing keychain. */
const mayHaveGone = (error: unknown) => ['changing', 'absent'].includes(whyUnavailable(error))

/**
 * A keychain with a time limit for every call. It makes a call once more if another program replaced or deleted the entry between
 * the library's two steps, finding and using it.
 */
export function dependable(keyring: Keyring, after: Timing['after']): Keyring {
  const limited = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const callOff = after(TIMEOUT_MS, () => {
        keyring.giveUp?.()
        reject(unavailable('timed-out'))
      })
      work.then(resolve, reject).finally(callOff)
    })
  const call = <T>(use: () => Promise<T>): Promise<T> =>
    limited(use()).catch((error: unknown) => {
      if (mayHaveGone(error)) return limited(use())
      throw error
    })
  return {
    place: keyring.place,
    get: (account) => call(() => keyring.get(account)),
    set: (account, value) => call(() => keyring.set(account, value)),
    delete: (account) => call(() => keyring.delete(account)),
  }
}
