import * as v from 'valibot'
import { call, topic } from './members.ts'

/** What a secret is for. One keychain account per community profile and purpose. */
export const purposes = ['player-secret', 'bank-session'] as const
export const Purpose = v.picklist(purposes)
export type Purpose = v.InferOutput<typeof Purpose>

/**
 * The state of the system's keychain. `unasked`: it was not needed yet. `changing`: another program replaced or
 * deleted the entry while it was used; the next use may succeed.
 */
export type KeychainState = 'unasked' | 'ok' | 'locked' | 'denied' | 'absent' | 'changing' | 'timed-out'

/** The kind of keychain this system has. */
export type KeychainPlace = 'secret-service' | 'macos-keychain' | 'windows-credentials'

export interface HeldCredential {
  /** Id of the community profile. */
  profileId: string
  purpose: Purpose
  /** `memory` is lost when the app ends. */
  where: 'keychain' | 'memory'
}

export interface VaultView {
  place: KeychainPlace
  state: KeychainState
  /** `session`: the player chose to keep secrets for this run only. */
  mode: 'keychain' | 'session'
  /** True while a secret is in memory only because the keychain refused it, and the player has not chosen yet. */
  undecided: boolean
}

export interface VaultFailures {
  /** The system's keychain cannot be used now. */
  'keychain-unavailable': { state: Exclude<KeychainState, 'unasked' | 'ok'> }
}

export const vaultContract = {
  state: topic<VaultView>(),
  /** Tries the keychain again after the player unlocked it. Secrets in memory move into it. */
  retry: call<VaultView>()('harmless', v.undefined()),
  /** Keeps secrets in memory for this run only. */
  keepForThisRun: call<VaultView>()('harmless', v.undefined()),
  /** Lists every credential of every community profile on this machine. */
  held: call<HeldCredential[]>()('reads', v.undefined()),
  /** Deletes one credential. */
  forget: call<void>()('harmless', v.strictObject({ profileId: v.string(), purpose: Purpose })),
}
