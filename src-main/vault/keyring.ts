import type { KeychainPlace } from '../../src-preload/contract/vault.ts'
import { startKeyringThread, type KeyringQuestion, type KeyringThread } from './keyring-thread.ts'

/** Calls `run` after `ms`; returns the way to call it off. */
export type After = (ms: number, run: () => void) => () => void

/** The system's keychain: short texts by account name, all under one service name. Rejects with the library's plain errors. */
export interface Keyring {
  readonly place: KeychainPlace
  /** Null when there is no such account. */
  get(account: string): Promise<string | null>
  set(account: string, value: string): Promise<void>
  /** False when there was no such account. */
  delete(account: string): Promise<boolean>
  /** Waits no longer for a call that hangs; the next one begins anew. */
  giveUp?(): void
}

const places: Partial<Record<NodeJS.Platform, KeychainPlace>> = {
  darwin: 'macos-keychain',
  win32: 'windows-credentials',
}

/** A thread that nobody asks for this long is ended. */
const IDLE_MS = 5_000

export interface SystemKeyring {
  service: string
  platform: NodeJS.Platform
  /** The built `keyring-worker`. */
  thread: URL
  after: After
}

/**
 * The keychain behind `@napi-rs/keyring`, on a thread of its own: even the library's asynchronous calls first wait, in place,
 * until the Secret Service answers, and one that does not answer would stop the whole process. One call at a time, please.
 */
export function openSystemKeyring({ service, platform, thread: url, after }: SystemKeyring): Keyring {
  let thread: KeyringThread | undefined
  let stay: () => void = () => undefined
  const drop = (how: 'end' | 'abandon') => {
    stay()
    thread?.[how]()
    thread = undefined
  }
  const ask = async (question: KeyringQuestion) => {
    stay()
    if (thread?.ended) thread = undefined
    const asked = (thread ??= startKeyringThread(url, { service, platform }))
    try {
      return await asked.ask(question)
    } finally {
      if (thread === asked) stay = after(IDLE_MS, () => drop('end'))
    }
  }
  return {
    place: places[platform] ?? 'secret-service',
    get: async (account) => (await ask({ ask: 'get', account })) as string | null,
    set: async (account, value) => void (await ask({ ask: 'set', account, value })),
    delete: async (account) => (await ask({ ask: 'delete', account })) === true,
    giveUp: () => drop('abandon'),
  }
}
