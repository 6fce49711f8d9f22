import type { BankFailures } from './bank.ts'
import type { NetworkFailures } from './community/failures.ts'
import type { CommunitiesFailures } from './communities.ts'
import type { PlayFailures } from './play/failures.ts'
import type { RepairFailures } from './repair.ts'
import type { SettingsFailures } from './settings.ts'
import type { UpdatesFailures } from './updates.ts'
import type { VaultFailures } from './vault.ts'

/** Failures of the bridge and of all domains. */
export interface CommonFailures {
  cancelled: Record<string, never>
  /** The payload does not fit its schema. `issues` are schema messages for the log. */
  'bad-request': { issues: string[] }
  /** The name is not in the contract, or the sender is not the app's page. */
  forbidden: Record<string, never>
  /** Another question to the player is open. */
  'question-open': Record<string, never>
  /** The file that the player chose could not be written. */
  'file-not-saved': { name: string; errno: string }
  /** An unexpected error. Main's log has its detail under `incident`. */
  bug: { incident: string }
  /** An unexpected error that no job caught, so that all running work was ended. */
  'work-ended': { incident: string }
}

// Failures of domains whose values contain failures. In the domains' files they would cause an import circle.

interface DiagnosticsFailures {
  /** The app was started with a switch that disables the pages' sandbox. It has restarted without the switch. */
  'sandbox-refused': Record<string, never>
  /** There is no log of the game. */
  'no-crash-log': Record<string, never>
  /** The game's log takes too long to read. */
  'crash-log-unreadable': Record<string, never>
  /** The system did not show the folder of the log. `why` is the system's message. */
  'log-folder-not-opened': { path: string; why: string }
}

interface ModsFailures {
  /** The mod does not exist or has no files. */
  'mod-not-checkable': { id: number }
  /** The mod is being checked or repaired. */
  'mod-busy': { mod: string }
  /** The problems of the last check cannot be read. */
  'problems-unreadable': { mod: string }
  'game-dir-not-chosen': Record<string, never>
  /** The game folder does not exist or cannot be read. */
  'game-dir-unusable': { path: string; errno: string }
}

interface PlayerFailures {
  /** The service does not know this secret. */
  'secret-wrong': Record<string, never>
  /** No player is signed in. */
  'player-signed-out': Record<string, never>
  /** Balances, bookings and transfers are locked. */
  'money-locked': Record<string, never>
  /** The lock needs a PIN first. */
  'lock-needs-pin': Record<string, never>
  /** The lock did not open: wrong PIN, a wait after several, or refused by the system. `seconds`: the present wait. */
  'lock-refused': { by: 'pin' | 'wait' | 'system'; seconds: number }
}

/** Parts of the app that open independently, while the window is already visible. */
export type AppPart = 'demo' | 'mods' | 'play' | 'repair' | 'secrets' | 'updates' | 'desktop' | 'notifications'

interface ShellFailures {
  /** A part of the app could not be opened at the start. Main's log has the detail under `incident`. */
  'part-not-opened': { part: AppPart; incident: string }
}

/** All failures with the facts for their sentences. Each domain adds its own. */
export interface Failures
  extends
    CommonFailures,
    SettingsFailures,
    CommunitiesFailures,
    DiagnosticsFailures,
    ShellFailures,
    UpdatesFailures,
    NetworkFailures,
    PlayFailures,
    VaultFailures,
    PlayerFailures,
    BankFailures,
    ModsFailures,
    RepairFailures {}
