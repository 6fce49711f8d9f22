import type { BankFailures } from './bank.ts'
import type { NetworkFailures } from './community/failures.ts'
import type { CommunitiesFailures } from './communities.ts'
import type { DiagnosticsFailures } from './diagnostics.ts'
import type { ModsFailures } from './mods.ts'
import type { PlayFailures } from './play/failures.ts'
import type { PlayerFailures } from './player.ts'
import type { RepairFailures } from './repair.ts'
import type { SettingsFailures } from './settings.ts'
import type { ShellFailures } from './shell.ts'
import type { UpdatesFailures } from './updates.ts'
import type { VaultFailures } from './vault.ts'

/** Failures of the bridge itself and of things every domain meets. */
export interface CommonFailures {
  cancelled: Record<string, never>
  /** A payload that does not fit its schema; `issues` are schema messages, for the log. */
  'bad-request': { issues: string[] }
  /** A name that is not in the contract, or a sender that is not our page. */
  forbidden: Record<string, never>
  /** Anything unexpected; the detail stays in main's log under `incident`. */
  bug: { incident: string }
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
