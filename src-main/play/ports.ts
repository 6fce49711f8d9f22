import type { GameServer, ServerLogEntry, VoiceServer } from '../../src-preload/contract/community/index.ts'
import type { ListedMod } from '../../src-preload/contract/server-mods.ts'
import type { SignatureFaults, SignatureRule } from '../mods/index.ts'
import type { SeatNews } from './seat-watch.ts'

/** A game server in the service's list. Its values are not trusted. */
export type PlayServer = Omit<GameServer, 'descriptionHtml' | 'counts' | 'players' | 'sides' | 'updatedAt'>

export type PlayVoice = Pick<VoiceServer, 'id' | 'name' | 'host' | 'port'>

/** The result of a check of a mod's files. `at`: ms since 1970. */
export interface ModCheck {
  mod: string
  ready: boolean
  /** The number of files that differ. */
  problems: number
  /** Why files differ, if that is known: the mod is not installed, or the community has a newer list. */
  why?: 'absent' | 'partial' | 'outdated'
  tier: 'quick' | 'full'
  at: number
  /** ISO instant of an earlier full check that is still valid. */
  fullAt?: string
  /** Bytes that a repair would download. */
  missingBytes: number
}

/** What the play module needs from other modules and the shell. */
export interface PlayPorts {
  /** The list of servers, not older than `maxAgeMs`, unless the service does not answer (`isStored`). @throws Failure of the network */
  servers(maxAgeMs: number): Promise<{ list: readonly PlayServer[]; at: number; isStored?: boolean }>
  /** @throws Failure of the network */
  voices(maxAgeMs: number): Promise<readonly PlayVoice[]>
  /** A server's log of player numbers. @throws Failure of the network */
  serverLog(serverId: number): Promise<readonly ServerLogEntry[]>
  /** Checks a mod's files quickly. `whole`: also reads files that no check has read yet. @throws Failure of the check, AbortError */
  checkMod(modId: number, signal: AbortSignal, whole?: boolean): Promise<ModCheck>
  /**
   * Installs, updates or repairs mods one after the other after their checks, and waits for the end. Returns false if none begins because
   * the player should see the plan first. @throws Failure of the repair, AbortError
   */
  bringUp(modIds: readonly number[], signal: AbortSignal): Promise<boolean>
  /** The last check of a mod; undefined if there was none. */
  lastCheck(modId: number): ModCheck | undefined
  /**
   * The community's mods. Waits for the first reading of their list, and reads a list again that is older than `maxAgeMs`.
   * @throws Failure `mods-unchecked`, of the network; AbortError
   */
  mods(signal: AbortSignal, maxAgeMs?: number): Promise<readonly ListedMod[]>
  /** The name of a mod's folder, if it is known. */
  modFolder(modId: number): string | undefined
  /** Absolute folder of the community's mods, if it is not the game's. */
  modsDir(): string | undefined
  /** Compares the mod's signatures in a folder of mods with its last trusted list. Returns what cannot be read if it cannot. */
  signatureFaults(modId: number, modsDir: string, rule: SignatureRule): Promise<SignatureFaults | 'list' | 'disk'>
  /** @throws Failure `link-refused`, `link-not-opened` */
  openExternal(url: string): Promise<void>
  copy(text: string): Promise<void>
  /** Opens a package with the voice client's installer, or shows its file. @throws Failure `voice-plugin-refused` */
  openPackage(path: string): Promise<'opened' | 'shown'>
  /** Masks a secret in all later log lines. */
  hide(secret: string): void
  /** Notifies the player that a seat is free or the server is back. A click leads to the server. */
  seatFree(serverId: number, name: string, news: SeatNews): void
  /** Runs a start of the game as work that no update and no end of the app may interrupt. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** The player's name in the community, if it is known. */
  playerName(): string | undefined
}
