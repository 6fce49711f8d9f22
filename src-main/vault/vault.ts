import { Failure } from '../../src-preload/contract/failure.ts'
import { purposes, type HeldCredential, type Purpose, type VaultView } from '../../src-preload/contract/vault.ts'
import pLimit from 'p-limit'
import { type Redactor } from '../lib/index.ts'
import type { After, Keyring } from './keyring.ts'
import { bind, unbind } from './bound.ts'
import { deletePieces, readPieces, writePieces } from './pieces.ts'
import { steady } from './steady.ts'
import { whyUnavailable, type Unavailable } from './why.ts'

export interface VaultParts {
  keyring: Keyring
  /** Where the present profile's secrets go. What was kept for other hosts is not given out: a profile's file may come from anywhere. */
  hosts: string
  redactor: Redactor
  after: After
  /** Hears why the keychain failed, without any value. */
  log: (line: string) => void
}

/** The player's secrets: in the system's keychain, or, where that cannot be, in memory. Never on disk. */
export interface Vault {
  readonly view: VaultView
  /** Nothing where the value was kept for other hosts. @throws Failure `keychain-unavailable` */
  read(profileId: string, purpose: Purpose): Promise<string | undefined>
  /** Keeps a value. Where the keychain refuses, memory holds it until the player has chosen. Never throws for the keychain. */
  write(profileId: string, purpose: Purpose, value: string): Promise<void>
  /** @throws Failure `keychain-unavailable` when the keychain may still hold it; memory is emptied in any case */
  forget(profileId: string, purpose: Purpose): Promise<void>
  /** Lists which of these profiles' secrets exist and where, without their values. */
  held(profileIds: readonly string[]): Promise<HeldCredential[]>
  retry(): Promise<VaultView>
  keepForThisRun(): VaultView
  /** Calls `listener` after every change of the view; returns the way to stop. */
  onChange(listener: (view: VaultView) => void): () => void
}

/** A keychain that does not answer within this time is treated as gone until the player asks for it again. */
const PATIENCE_MS = 5_000

const accountOf = (profileId: string, purpose: Purpose) => `${profileId}/${purpose}`

const unavailable = (state: Unavailable) => new Failure('keychain-unavailable', { state })

/** Puts a time limit on every step of a keychain: a step that hangs rejects, and the app goes on. */
export function impatient(keyring: Keyring, after: After): Keyring {
  const limited = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const callOff = after(PATIENCE_MS, () => {
        keyring.giveUp?.()
        reject(unavailable('timed-out'))
      })
      work.then(resolve, reject).finally(callOff)
    })
  return {
    place: keyring.place,
    get: (account) => limited(keyring.get(account)),
    set: (account, value) => limited(keyring.set(account, value)),
    delete: (account) => limited(keyring.delete(account)),
  }
}

/** What the vault works with: the values in memory, the view, and one gate to the keychain. */
interface Inside {
  readonly keyring: Keyring
  readonly hosts: string
  readonly redactor: Redactor
  /** By account, each bound to its hosts as in the keychain. */
  readonly memory: Map<string, string>
  view(): VaultView
  become(change: Partial<VaultView>): void
  /** One use of the keychain at a time, in order; its outcome is the keychain's state. */
  use<T>(work: () => Promise<T>): Promise<T>
  onChange(listener: (view: VaultView) => void): () => void
}

function createInside({ keyring: slow, hosts, redactor, after, log }: VaultParts): Inside {
  const keyring = steady(impatient(slow, after))
  const memory = new Map<string, string>()
  const listeners = new Set<(view: VaultView) => void>()
  let view: VaultView = { place: keyring.place, state: 'unasked', mode: 'keychain', undecided: false }
  const inTurn = pLimit(1)

  const become = (change: Partial<VaultView>) => {
    const next = { ...view, ...change }
    next.undecided = next.mode === 'keychain' && memory.size > 0
    if (JSON.stringify(next) === JSON.stringify(view)) return
    view = next
    for (const listener of listeners) listener(view)
  }
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    if (view.state === 'timed-out') throw unavailable('timed-out')
    try {
      const value = await work()
      become({ state: 'ok' })
      return value
    } catch (error) {
      const failure = error instanceof Failure ? error : undefined
      const state = failure?.is('keychain-unavailable') ? failure.facts.state : whyUnavailable(error)
      log(`keychain: ${state}`)
      become({ state })
      throw unavailable(state)
    }
  }
  return {
    keyring,
    hosts,
    redactor,
    memory,
    view: () => view,
    become,
    use: (work) => inTurn(() => attempt(work)),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The text that stands for an account. */
async function keptFor({ memory, view, use, keyring }: Inside, account: string): Promise<string | undefined> {
  if (memory.has(account) || view().mode === 'session') return memory.get(account)
  return use(() => readPieces(keyring, account))
}

async function read(inside: Inside, account: string): Promise<string | undefined> {
  const { hosts, redactor } = inside
  const kept = await keptFor(inside, account)
  const value = kept === undefined ? undefined : unbind(hosts, kept)
  if (value !== undefined) redactor.add(value)
  return value
}

/** Moves one value from memory into the keychain; it stays in memory until the keychain has it. */
async function moveIn({ memory, use, keyring }: Inside, account: string, bound: string): Promise<void> {
  await use(() => writePieces(keyring, account, bound))
  if (memory.get(account) === bound) memory.delete(account)
}

async function write(inside: Inside, account: string, value: string): Promise<void> {
  const bound = bind(inside.hosts, value)
  inside.redactor.add(value)
  inside.memory.set(account, bound)
  if (inside.view().mode === 'keychain') await moveIn(inside, account, bound).catch(() => undefined)
  inside.become({})
}

async function forget({ memory, view, use, keyring, become }: Inside, account: string): Promise<void> {
  memory.delete(account)
  try {
    await use(() => deletePieces(keyring, account))
  } catch (error) {
    if (view().state !== 'absent') throw error // no keychain holds nothing
  } finally {
    become({})
  }
}

async function heldOf({ memory, use, keyring }: Inside, profileId: string): Promise<HeldCredential[]> {
  const found: HeldCredential[] = []
  for (const purpose of purposes) {
    const account = accountOf(profileId, purpose)
    if (memory.has(account)) found.push({ profileId, purpose, where: 'memory' })
    const kept = await use(() => keyring.get(account)).catch(() => null)
    if (kept !== null) found.push({ profileId, purpose, where: 'keychain' })
  }
  return found
}

async function retry(inside: Inside): Promise<VaultView> {
  inside.become({ state: 'unasked', mode: 'keychain' })
  const moveAllIn = async () => {
    for (const [account, bound] of inside.memory) await moveIn(inside, account, bound)
  }
  await inside
    .use(() => inside.keyring.get('probe'))
    .then(moveAllIn)
    .catch(() => undefined)
  inside.become({})
  return inside.view()
}

/** Opens the vault. Touches no keychain yet: that happens when a secret is first needed. */
export function openVault(parts: VaultParts): Vault {
  const inside = createInside(parts)
  return {
    get view() {
      return inside.view()
    },
    read: (profileId, purpose) => read(inside, accountOf(profileId, purpose)),
    write: (profileId, purpose, value) => write(inside, accountOf(profileId, purpose), value),
    forget: (profileId, purpose) => forget(inside, accountOf(profileId, purpose)),
    async held(profileIds) {
      const found: HeldCredential[] = []
      for (const profileId of profileIds) found.push(...(await heldOf(inside, profileId)))
      return found
    },
    retry: () => retry(inside),
    keepForThisRun() {
      inside.become({ mode: 'session' })
      return inside.view()
    },
    onChange: inside.onChange,
  }
}
