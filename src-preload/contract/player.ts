import * as v from 'valibot'
import type { Player, PlayerVehicle } from './community/player.ts'
import type { Reading } from './community/reading.ts'
import type { WireFailure } from './failure.ts'
import { call, topic } from './members.ts'

/** Something of the player's that ends unless it is paid for. */
export interface Upkeep {
  kind: 'house' | 'rental' | 'building' | 'company'
  id: number
  /** The company's name; empty for houses. */
  name: string
  /** Hours left; 0 or less has run out. */
  hoursLeft: number
  /** Where it stands, in metres; absent where the record does not tell. */
  spot?: { x: number; y: number }
}

/** Who is signed in. The secret itself never leaves main. `unasked`: the keychain was not needed yet. */
export interface PlayerView {
  state: 'unasked' | 'signed-out' | 'signed-in'
  /** As the service names the player; empty when not known yet. */
  name: string
}

/** The player's data. Every part says how old it is. */
export interface PlayerData {
  player: Reading<Player>
  /** Without hidden ones. Absent when they could not be read at all: `vehiclesFailure` says why. */
  vehicles?: Reading<PlayerVehicle[]>
  vehiclesFailure?: WireFailure
  /** What runs out first comes first. */
  upkeep: Upkeep[]
}

/** A transfer that the player wanted to be reminded of, and whose day has come. */
export interface DueReminder {
  id: string
  /** As the player called it; empty while it is locked. */
  name: string
  /** Null: typed each time, or it is locked. */
  amount: number | null
  /** `YYYY-MM-DD`. */
  day: string
}

/** What at the bank waits for the player. */
export interface BankPending {
  /** The present player's transfers with an outcome that nobody knows yet. */
  unsettled: number
  /** The bank has ended the session that the player had. */
  ranOut: boolean
  /** What is to be paid, the oldest first. */
  due: DueReminder[]
}

/** What keeps the player's money from whoever sits down at the computer. */
export interface LockView {
  /** Main hands out no balance, booking or transfer. */
  locked: boolean
  /** What opens it. `nothing`: no PIN was chosen, so it cannot be locked. */
  by: 'pin' | 'system' | 'nothing'
}

const Pin = v.pipe(v.string(), v.maxLength(64))

export const playerContract = {
  state: topic<PlayerView>(),
  /** Told without opening the bank, unless a transfer was left unsettled or a reminder has come. */
  bankPending: topic<BankPending>(),
  lock: topic<LockView>(),
  lockNow: call<void>()('harmless', v.undefined()),
  unlock: call<void>()('harmless', v.strictObject({ pin: v.optional(Pin) })),
  /** Sets, changes or (empty) removes the PIN; `present` is the one there is. */
  setPin: call<void>()(
    'harmless',
    v.strictObject({ pin: v.union([v.literal(''), v.pipe(Pin, v.minLength(4))]), present: v.optional(Pin) }),
  ),
  /** Checks a secret with the service and keeps it in the keychain. */
  signIn: call<PlayerView>()(
    'harmless',
    v.strictObject({ secret: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500), v.regex(/^[^\s/?#]+$/)) }),
  ),
  /** Signs in as the demo community's player, whose secret the page need not know. Refused elsewhere. */
  signInAsDemo: call<PlayerView>()('harmless', v.undefined()),
  /** Deletes the secret from keychain and memory. */
  signOut: call<void>()('harmless', v.undefined()),
  /** `fresh`: do not answer from a copy that is still young. Without any amount of money while that is locked. */
  data: call<PlayerData>()('reads', v.strictObject({ fresh: v.boolean() })),
}
