import type { VaultFailures } from '../../src-preload/contract/vault.ts'

export type Unavailable = VaultFailures['keychain-unavailable']['state']

/** Words of the keychain library's errors, which carry no codes. First match wins; anything else counts as `denied`. */
const signs: [RegExp, Unavailable][] = [
  [/did not receive a reply|timed? ?out/i, 'timed-out'], // before `absent`: whoever does not answer may hold secrets
  [/no such interface .*secret\.item|object does not exist at path/i, 'changing'],
  [/prompt was dismissed|is locked|locked collection|interaction is not allowed|-25308/i, 'locked'],
  [/dbus|secret service provider|no result found|not ?supported|no default|cannot find module|-25307/i, 'absent'],
]

/** What an error of the keychain means for the player. */
export function whyUnavailable(error: unknown): Unavailable {
  const text = error instanceof Error ? error.message : String(error)
  return signs.find(([sign]) => sign.test(text))?.[1] ?? 'denied'
}
