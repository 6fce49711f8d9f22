import type { Keyring } from '../../src-main/vault/index.ts'

/** A keychain in memory that counts like Windows' (2,560 bytes of UTF-16) and can be told to fail or to stop at a step. */
export function windowsLikeKeyring(): Keyring & {
  readonly entries: Map<string, string>
  /** How many more changes succeed before every change fails. */
  budget: number
  broken?: Error
} {
  const entries = new Map<string, string>()
  const spend = () => {
    if (keyring.broken) throw keyring.broken
    if (keyring.budget-- <= 0) throw new Error('the power went')
  }
  const keyring = {
    place: 'windows-credentials' as const,
    entries,
    budget: Infinity,
    broken: undefined as Error | undefined,
    get: (account: string) =>
      keyring.broken ? Promise.reject(keyring.broken) : Promise.resolve(entries.get(account) ?? null),
    set(account: string, value: string) {
      return Promise.resolve().then(() => {
        spend()
        if (value.length * 2 > 2_560) throw new Error('Password encoded as UTF-16 is longer than platform limit')
        entries.set(account, value)
      })
    },
    delete(account: string) {
      return Promise.resolve().then(() => {
        if (!entries.has(account)) return false
        spend()
        return entries.delete(account)
      })
    },
  }
  return keyring
}
