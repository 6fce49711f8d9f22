import * as v from 'valibot'
import type { WireFailure } from '../failure.ts'
import type { GameSwitches } from './options.ts'

/** Where an install was found. `demo`: the demo contains it. */
export type InstallSource = 'steam' | 'steam-flatpak' | 'steam-snap' | 'registry' | 'demo' | 'chosen'

export interface GameInstall {
  /** Absolute, with links resolved. */
  path: string
  source: InstallSource
  /** The executable to start, relative to `path`; absent if there is none. */
  executable?: string
  /** The executable's version, such as 2.18.152405. */
  version?: string
  buildId?: string
  /** True if Steam wants to update this install first. */
  updateWaiting: boolean
  inUse: boolean
}

/** Why the install in use may be the wrong one. */
export type InstallWarning =
  | { kind: 'several'; count: number }
  /** The running game was started from another folder. */
  | { kind: 'other-runs'; runs: string }
  /** Steam would start the game from another folder. */
  | { kind: 'steam-starts-other'; starts: string }
  | { kind: 'folder-gone' }

export interface InstallsView {
  game: string
  appId: number
  switches: GameSwitches
  installs: GameInstall[]
  warnings: InstallWarning[]
  /** True while main searches. */
  searching: boolean
}

/** `since`: ms since 1970. `null`: unknown; `failed`: the system did not list its processes. */
export type GameState = { running: false } | { running: true; since: number } | { running: null; failed: boolean }

export interface LaunchPreview {
  /** `direct`: starts the game's program; `steam`: starts Steam's program; `link`: opens a link to Steam. */
  way: 'direct' | 'steam' | 'link'
  program: string
  /** The arguments that the program receives, with the password masked. */
  args: string[]
  /** Lines of the parameter file for `-par=`, if the command line would be too long or unsafe. */
  parameterFile?: string[]
  failure?: WireFailure
}

/** A server's answer to a query. `at`: ms since 1970. `noNetwork`: this computer has no network, so nobody could answer. */
export type ServerLive =
  | { serverId: number; answered: false; at: number; noNetwork: boolean }
  | {
      serverId: number
      answered: true
      at: number
      pingMs: number
      name: string
      map: string
      players: number
      slots: number
      password: boolean
      version: string
    }

/** `unknown`: the system cannot tell. */
export interface VoiceClient {
  state: 'installed' | 'missing' | 'unknown'
  scheme: 'ts3server' | 'teamspeak'
}

/** A recent place for the jump list, the dock and the tray. `game`: the game without a server. */
export const RecentPlace = v.variant('kind', [
  v.object({ kind: v.literal('server'), serverId: v.number(), name: v.string(), at: v.number() }),
  v.object({ kind: v.literal('game'), name: v.string(), at: v.number() }),
  v.object({ kind: v.literal('voice'), voiceId: v.optional(v.number()), name: v.string(), at: v.number() }),
])
export type RecentPlace = v.InferOutput<typeof RecentPlace>
