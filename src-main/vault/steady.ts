import type { Keyring } from './keyring.ts'
import { whyUnavailable } from './why.ts'

/** Of an entry that has just gone the library also says words that it has for a keychain that is not there: that one says them again. */
const mayHaveGone = (error: unknown) => ['changing', 'absent'].includes(whyUnavailable(error))

/**
 * A keychain is asked in two steps, find and use, and another program may replace or delete the entry between them. A read is
 * then asked once more; a deletion looks whether the entry is gone, which is what was wanted. A write is not repeated: the
 * vault still has its value in memory, and tells the player.
 */
export const steady = (keyring: Keyring): Keyring => ({
  place: keyring.place,
  get: (account) =>
    keyring.get(account).catch((error: unknown) => {
      if (mayHaveGone(error)) return keyring.get(account)
      throw error
    }),
  set: (account, value) => keyring.set(account, value),
  delete: (account) =>
    keyring.delete(account).catch(async (error: unknown) => {
      if (mayHaveGone(error) && (await keyring.get(account)) === null) return false
      throw error
    }),
})
