import type { BankFailures } from './bank.ts'
import type { NetworkFailures } from './community/failures.ts'
import type { CommunitiesFailures } from './communities.ts'
import type { ModsFailures } from './mods.ts'
import type { PlayFailures } from './play/failures.ts'
import type { RepairFailures } from './repair.ts'
import type { SettingsFailures } from './settings.ts'
import type { UpdatesFailures } from './updates.ts'
import type { VaultFailures } from './vault.ts'

/** Failures of the bridge itself and of things every domain meets. */
export interface CommonFailures {
  cancelled: Record<string, never>
  /** A payload that does not fit its schema; `issues` are schema messages, for the log. */
  'bad-request': { issues: string[] }
  /** A name that is not in the contract, or a sender that is not our page. */
  forbidden: Record<string, never>
  /** The player has another question of main's before them. */
  'question-open': Record<string, never>
  /** A file could not be written where the player chose to. */
  'file-not-saved': { name: string; errno: string }
  /** Anything unexpected; the detail stays in main's log under `incident`. */
  bug: { incident: string }
  /** Something unexpected that no job caught, so that whatever was at work was ended for it. */
  'work-ended': { incident: string }
}

// Those of domains whose values carry failures: in the domains' own files they would make an import circle.

interface DiagnosticsFailures {
  /** There is no log of the game to read. */
  /** The app was started with a word that takes pages their sandbox, and has started again without it. */
  'sandbox-refused': Record<string, never>
  'no-crash-log': Record<string, never>
  /** The game's log takes too long to read. */
  'crash-log-unreadable': Record<string, never>
  /** The system did not show the folder of the log; `why` in its own words. */
  'log-folder-not-opened': { path: string; why: string }
}

interface PlayerFailures {
  /** The service does not know this secret. */
  'secret-wrong': Record<string, never>
  /** No player is signed in. */
  'player-signed-out': Record<string, never>
  /** Balances, bookings and transfers are locked. */
  'money-locked': Record<string, never>
  /** There is nothing to open the lock with: a PIN comes first. */
  'lock-needs-pin': Record<string, never>
  /** The lock stays: a wrong PIN, a wait after several, or the system did not know the player. `seconds`: the wait now. */
  'lock-refused': { by: 'pin' | 'wait' | 'system'; seconds: number }
}

/** The parts of the app that open behind the window, each by itself. */
export type AppPart = 'demo' | 'mods' | 'play' | 'repair' | 'secrets' | 'updates' | 'desktop' | 'notifications'

interface ShellFailures {
  /** A part of the app could not be opened at the start; the detail stands in main's log under `incident`. */
  'part-not-opened': { part: AppPart; incident: string }
}

/** Every failure a player can meet, and the facts its sentence needs. Each domain adds its own. */
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
