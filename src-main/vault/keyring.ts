import type { KeychainPlace } from '../../src-preload/contract/vault.ts'

/** The system's keychain: short texts by account name, all under one service name. Rejects with the library's plain errors. */
export interface Keyring {
  readonly place: KeychainPlace
  /** Null when there is no such account. */
  get(account: string): Promise<string | null>
  set(account: string, value: string): Promise<void>
  /** False when there was no such account. */
  delete(account: string): Promise<boolean>
}

const places: Partial<Record<NodeJS.Platform, KeychainPlace>> = {
  darwin: 'macos-keychain',
  win32: 'windows-credentials',
}

/**
 * The keychain behind `@napi-rs/keyring`, loaded when first used. On Linux the library would quietly fall back to the
 * kernel's keyring, which a restart empties; so every use first makes sure that a Secret Service answers.
 */
export function openSystemKeyring(service: string, platform: NodeJS.Platform): Keyring {
  const load = () => import('@napi-rs/keyring/keytar.js')
  const requireSecretService = async () => {
    if (platform !== 'linux') return
    const { AsyncEntry } = await import('@napi-rs/keyring')
    await new AsyncEntry(service, 'probe', { linux: { store: 'secret-service' } }).getPassword()
  }
  return {
    place: places[platform] ?? 'secret-service',
    async get(account) {
      await requireSecretService()
      return (await load()).getPassword(service, account)
    },
    async set(account, value) {
      await requireSecretService()
      await (await load()).setPassword(service, account, value)
    },
    async delete(account) {
      await requireSecretService()
      return (await load()).deletePassword(service, account)
    },
  }
}
