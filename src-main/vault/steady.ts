import type { Keyring } from './keyring.ts'
import { whyUnavailable } from './why.ts'

const isChanging = (error: unknown) => whyUnavailable(error) === 'changing'

/**
 * A keychain is asked in two steps, find and use, and another program may replace or delete the entry between them. A read is
 * then asked once more; a deletion looks whether the entry is gone, which is what was wanted. A write is not repeated: the
 * vault still has its value in memory, and tells the player.
 */
export const steady = (keyring: Keyring): Keyring => ({
  place: keyring.place,
  get: (account) =>
    keyring.get(account).catch((error: unknown) => {
      if (isChanging(error)) return keyring.get(account)
      throw error
    }),
  set: (account, value) => keyring.set(account, value),
  delete: (account) =>
    keyring.delete(account).catch(async (error: unknown) => {
      if (isChanging(error) && (await keyring.get(account)) === null) return false
      throw error
    }),
})
