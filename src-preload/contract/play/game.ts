import type { WireFailure } from '../failure.ts'

/** Where an install was found; `demo`: the demo brought it along, nobody chose it. */
export type InstallSource = 'steam' | 'steam-flatpak' | 'steam-snap' | 'registry' | 'demo' | 'chosen'

export interface GameInstall {
  /** Absolute, with links resolved. */
  path: string
  source: InstallSource
  /** The executable that would be started, relative to `path`; absent when none is there. */
  executable?: string
  /** As the executable says, such as 2.18.152405. */
  version?: string
  /** Steam's build number. */
  buildId?: string
  /** Steam wants to update this install first. */
  updateWaiting: boolean
  inUse: boolean
}

/** Why the install in use may be the wrong one. */
export type InstallWarning =
  | { kind: 'several'; count: number }
  /** The game that runs now was started from another folder. */
  | { kind: 'other-runs'; runs: string }
  /** Steam starts the game, and from another folder. */
  | { kind: 'steam-starts-other'; starts: string }
  | { kind: 'folder-gone' }

export interface InstallsView {
  game: string
  appId: number
  installs: GameInstall[]
  warnings: InstallWarning[]
  /** Main is looking. */
  searching: boolean
}

/** `since`: ms since 1970. `null`: not known; `failed`: the system was asked and did not tell. */
export type GameState = { running: false } | { running: true; since: number } | { running: null; failed: boolean }

export interface LaunchPreview {
  /** `direct`: the program is the game's; `steam`: Steam is asked by its program; `link`: Steam is asked by a link. */
  way: 'direct' | 'steam' | 'link'
  program: string
  /** Each argument as the program receives it, the password masked. */
  args: string[]
  /** Lines of the parameter file that `-par=` names, when the line would be too long. */
  parameterFile?: string[]
  /** Why this server cannot be started. */
  failure?: WireFailure
}

/** What a server says of itself. `at`: ms since 1970. */
export type ServerLive =
  | { serverId: number; answered: false; at: number }
  | {
      serverId: number
      answered: true
      at: number
      pingMs: number
      name: string
      map: string
      players: number
      slots: number
      /** The server asks for a password. */
      password: boolean
      version: string
    }

/** `unknown`: the system cannot tell. */
export interface VoiceClient {
  state: 'installed' | 'missing' | 'unknown'
  /** The link scheme in use. */
  scheme: 'ts3server' | 'teamspeak'
}

/** A place to go back to: jump list, dock, tray. `game`: the game without a server. */
export type RecentPlace =
  | { kind: 'server'; serverId: number; name: string; at: number }
  | { kind: 'game'; name: string; at: number }
  | { kind: 'voice'; voiceId?: number; name: string; at: number }
