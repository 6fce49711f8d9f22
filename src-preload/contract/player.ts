import * as v from 'valibot'
import type { Player, PlayerVehicle } from './community/player.ts'
import type { Reading } from './community/reading.ts'
import type { WireFailure } from './failure.ts'
import { call, topic } from './members.ts'

/** A property of the player that ends unless it is paid for. */
export interface Upkeep {
  kind: 'house' | 'rental' | 'building' | 'company'
  id: number
  /** The company's name; empty for houses. */
  name: string
  /** Hours left. 0 or less: it has ended. */
  hoursLeft: number
  /** Position in metres; absent if the record has none. */
  spot?: { x: number; y: number }
}

/** The signed-in player. The secret never leaves main. `unasked`: the keychain was not read yet. */
export interface PlayerView {
  state: 'unasked' | 'signed-out' | 'signed-in'
  /** The player's name at the service; empty until it is known. */
  name: string
}

/** The player's data. Each part contains its age. */
export interface PlayerData {
  player: Reading<Player>
  /** Without hidden ones. Absent if they could not be read; `vehiclesFailure` is the reason. */
  vehicles?: Reading<PlayerVehicle[]>
  vehiclesFailure?: WireFailure
  /** Sorted by the time left. */
  upkeep: Upkeep[]
}

/** A due reminder of a transfer. */
export interface DueReminder {
  id: string
  /** The player's name for it; empty while the money is locked. */
  name: string
  /** Null: the player types it each time, or the money is locked. */
  amount: number | null
  /** `YYYY-MM-DD`. */
  day: string
}

/** A transfer with an unknown outcome. */
export interface UnsettledTransfer {
  id: string
  /** The payee's name; empty if it is unknown, or while the money is locked. */
  payee: string
  /** Null while the money is locked. */
  amount: number | null
  /** When the player confirmed it, epoch ms. */
  at: number
}

/** Pending actions at the bank. */
export interface BankPending {
  /** Of the present player. */
  unsettled: UnsettledTransfer[]
  /** True if the bank has ended the player's session. */
  ranOut: boolean
  /** Due reminders, oldest first. */
  due: DueReminder[]
}

/** The lock of the player's money. */
export interface LockView {
  /** While true, main gives out no balance, booking or transfer. */
  locked: boolean
  /** What opens it. `nothing`: there is no PIN, so it cannot be locked. */
  by: 'pin' | 'system' | 'nothing'
}

const Pin = v.pipe(v.string(), v.maxLength(64))

export const playerContract = {
  state: topic<PlayerView>(),
  /** Does not open the bank, unless a transfer is unsettled or a reminder is due. */
  bankPending: topic<BankPending>(),
  lock: topic<LockView>(),
  lockNow: call<void>()('harmless', v.undefined()),
  unlock: call<void>()('harmless', v.strictObject({ pin: v.optional(Pin) })),
  /** Sets or changes the PIN, or removes it if empty. `present` is the old PIN. */
  setPin: call<void>()(
    'harmless',
    v.strictObject({ pin: v.union([v.literal(''), v.pipe(Pin, v.minLength(4))]), present: v.optional(Pin) }),
  ),
  /** Checks a secret with the service and stores it in the keychain. It may be any text that the player pasted. */
  signIn: call<PlayerView>()('harmless', v.strictObject({ secret: v.pipe(v.string(), v.trim()) })),
  /** Signs in as the demo community's player. The page does not know the secret. Refused in other communities. */
  signInAsDemo: call<PlayerView>()('harmless', v.undefined()),
  /** Deletes the secret from the keychain and from memory. */
  signOut: call<void>()('harmless', v.undefined()),
  /** `fresh`: asks the service even if there is a fresh copy. Contains no amounts while the money is locked. */
  data: call<PlayerData>()('reads', v.strictObject({ fresh: v.boolean() })),
}
