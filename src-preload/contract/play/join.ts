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
  /** `warned`: failed, but ignored. `skipped`: not needed, or not reached. */
  state: 'waiting' | 'running' | 'done' | 'warned' | 'failed' | 'skipped'
  failure?: WireFailure
  number?: string
  fix?: Fix
}

export interface JoinProgress {
  steps: JoinStep[]
}

export interface JoinResult extends JoinProgress {
  outcome: 'playing' | 'started' | 'stopped'
  /** True if the player may ignore the failure that stopped the join. */
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

/** `care`: the join may fail; `bad`: it will fail. */
export type PreflightState = 'good' | 'care' | 'bad' | 'unknown'

/** The reasons of checks. Their sentences are `play.reason.<reason>`. */
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
  | 'mods-busy'
  | 'mods-no-folder'
  | 'mods-not-trusted'
  | 'mods-not-loaded'
  | 'mods-stale'
  | 'mods-absent'
  | 'mods-partial'
  | 'mods-outdated'
  | 'mods-several'
  | 'mods-none'
  | 'mods-foreign'
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
  | 'server-no-network'
  | 'server-refused'
  | 'server-mods'
  | 'server-absent'
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
  /** Facts for the sentence. */
  facts: Record<string, string | number>
  /** At most 20 names of the files that the sentence counts. */
  files?: string[]
  fix?: Fix
  /** Time of the facts, ms since 1970. */
  at: number
}

/** How a server takes the player's own mods. */
export interface OwnModsCheck {
  /** Of those that are chosen for it; undefined if none is. */
  check: PreflightCheck | undefined
  /** All that it does not allow, chosen or not. */
  refused: string[]
}

export interface Preflight {
  serverId: number
  checks: PreflightCheck[]
  state: PreflightState
}
