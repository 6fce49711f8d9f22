import type { ServerLogEntry } from '../../src-preload/contract/community/index.ts'
import type { SeatNews } from './seat-watch.ts'

/** A game server as the service lists it; nothing in it is to be trusted. */
export interface PlayServer {
  id: number
  name: string
  modId: number | null
  appId: number | null
  online: boolean
  host: string
  port: number | null
  password: string
  startParameters: string
  slots: number | null
  playerCount: number | null
}

/** A voice server as the service lists it. */
export interface PlayVoice {
  id: number
  name: string
  host: string
  port: number | null
}

/** How a mod's files were found. `at`: ms since 1970. */
export interface ModCheck {
  /** The mod's name. */
  mod: string
  ready: boolean
  /** Files that differ. */
  problems: number
  /** Why they do, where that is known: nothing is there yet, or the community's list is a newer one. */
  why?: 'absent' | 'outdated'
  tier: 'quick' | 'full'
  at: number
  /** Bytes that a repair would fetch. */
  missingBytes: number
}

/** A mod's packages and signatures as its list names them: paths with forward slashes, beginning with the mod's folder. */
export interface ModListing {
  folder: string
  paths: readonly string[]
}

/** What the play module is given by the modules and the shell around it. */
export interface PlayPorts {
  /** The servers, at most this old. @throws Failure of the network */
  servers(maxAgeMs: number): Promise<{ list: readonly PlayServer[]; at: number }>
  /** @throws Failure of the network */
  voices(maxAgeMs: number): Promise<readonly PlayVoice[]>
  /** A server's log of player numbers. @throws Failure of the network */
  serverLog(serverId: number): Promise<readonly ServerLogEntry[]>
  /** Checks a mod's files quickly; `whole`: and reads all that no check has read so far. @throws Failure of the check, AbortError */
  checkMod(modId: number, signal: AbortSignal, whole?: boolean): Promise<ModCheck>
  /**
   * Installs, updates or repairs a mod after its check, and waits for the end of that. False: nothing was begun, the player should
   * see first what it does. @throws Failure of the repair, AbortError
   */
  bringUp(modId: number, signal: AbortSignal): Promise<boolean>
  /** How the mod's files were found last; undefined when they never were checked. */
  lastCheck(modId: number): ModCheck | undefined
  /** Name of the mod's folder, as far as the service told it. */
  modFolder(modId: number): string | undefined
  /** Where the community's mods lie, if not in the game's folder. Absolute. */
  modsDir(): string | undefined
  /** The mod's list as last known; undefined when none is trusted. */
  modListing(modId: number): Promise<ModListing | undefined>
  /** @throws Failure `link-refused`, `link-not-opened` */
  openExternal(url: string): Promise<void>
  copy(text: string): Promise<void>
  /** Opens a package of the voice client with its installer, or shows it. @throws Failure `voice-plugin-refused` */
  openPackage(path: string): Promise<'opened' | 'shown'>
  /** Has a secret taken out of every log line from now on. */
  hide(secret: string): void
  /** Tells the player that a seat is free, or that the server is back; a click should lead there. */
  seatFree(serverId: number, name: string, news: SeatNews): void
  /** The player's name in the community, if it is known. */
  playerName(): string | undefined
}
