import type { WireFailure } from '../failure.ts'

export type JoinStepId = 'files' | 'voice' | 'start' | 'playing'

/** What the page can do about a step or a check. */
export type Fix =
  | 'choose-install'
  | 'repair'
  | 'check-files'
  | 'get-voice-client'
  | 'open-voice'
  | 'install-plugin'
  | 'watch-seat'
  | 'watch-server'
  | 'validate-game'
  | 'retry'

export interface JoinStep {
  id: JoinStepId
  /** `warned`: not as it should be, gone over. `skipped`: not needed, or not reached. */
  state: 'waiting' | 'running' | 'done' | 'warned' | 'failed' | 'skipped'
  failure?: WireFailure
  /** Such as J-201. */
  number?: string
  fix?: Fix
}

export interface JoinProgress {
  steps: JoinStep[]
}

export interface JoinResult extends JoinProgress {
  outcome: 'playing' | 'started' | 'stopped'
  /** The step that stopped it can be gone over. */
  anywayPossible: boolean
}

export type PreflightCheckId =
  | 'install'
  | 'version'
  | 'mods'
  | 'foreign'
  | 'signatures'
  | 'own-mods'
  | 'steam'
  | 'proton'
  | 'battleye'
  | 'server'
  | 'restart'
  | 'seats'
  | 'password'
  | 'voice'
  | 'plugin'
  | 'disk'

/** `good`, `care` (may fail), `bad` (will fail), `unknown` (could not be told). */
export type PreflightState = 'good' | 'care' | 'bad' | 'unknown'

/** Every reason a check can have; its sentence is `play.reason.<reason>`. */
export type PreflightReason =
  | 'install-ok'
  | 'install-missing'
  | 'install-gone'
  | 'install-incomplete'
  | 'install-several'
  | 'install-other'
  | 'steam-missing'
  | 'steam-off'
  | 'steam-runs'
  | 'steam-signed-out'
  | 'steam-signed-in'
  | 'proton-ok'
  | 'proton-old'
  | 'proton-other'
  | 'battleye-ok'
  | 'battleye-missing'
  | 'battleye-runtime'
  | 'battleye-service'
  | 'restart-soon'
  | 'version-ok'
  | 'version-differs'
  | 'version-update'
  | 'version-unknown'
  | 'mods-ready'
  | 'mods-problems'
  | 'mods-unchecked'
  | 'mods-not-trusted'
  | 'mods-stale'
  | 'mods-absent'
  | 'mods-outdated'
  | 'mods-none'
  | 'foreign-none'
  | 'foreign-some'
  | 'foreign-unknown'
  | 'signatures-ok'
  | 'signatures-missing'
  | 'signatures-unknown-key'
  | 'signatures-unknown'
  | 'own-allowed'
  | 'own-kick'
  | 'own-unreadable'
  | 'own-unknown'
  | 'server-online'
  | 'server-offline'
  | 'server-unsure'
  | 'server-refused'
  | 'server-mods'
  | 'seats-free'
  | 'seats-full'
  | 'seats-unknown'
  | 'password-none'
  | 'password-known'
  | 'password-missing'
  | 'voice-on'
  | 'voice-elsewhere'
  | 'voice-idle'
  | 'voice-untold'
  | 'voice-closed'
  | 'voice-ready'
  | 'voice-missing'
  | 'voice-unknown'
  | 'plugin-ok'
  | 'plugin-missing'
  | 'plugin-differs'
  | 'plugin-untold'
  | 'disk-ok'
  | 'disk-low'
  | 'disk-unknown'

export interface PreflightCheck {
  id: PreflightCheckId
  state: PreflightState
  reason: PreflightReason
  /** What the sentence needs. */
  facts: Record<string, string | number>
  /** File names behind the sentence, at most 20. */
  files?: string[]
  fix?: Fix
  /** When this was true, ms since 1970. */
  at: number
}

export interface Preflight {
  serverId: number
  checks: PreflightCheck[]
  /** The worst check. */
  state: PreflightState
}
