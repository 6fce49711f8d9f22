/** What is wrong with a value that came from the service; words that a message's select can name. */
export type FieldProblem =
  | 'missing'
  | 'tooLong'
  | 'controlCharacter'
  | 'notAHost'
  | 'notAPort'
  | 'notAFolder'
  | 'startsASwitch'
  | 'forbiddenCharacter'

/** Why a folder is not taken for the game's. `unknown`: it is none of those that were found. */
export type FolderRefusal = 'no-program' | 'network' | 'root' | 'home' | 'system' | 'unknown'

/** Failures on the way into the game. Each has a number that the player can tell to support: `joinNumbers`. */
export interface PlayFailures {
  /** No install of the game is known. */
  'game-not-found': { game: string }
  /** The folder holds none of the game's executables; `names` is a comma-separated list. */
  'game-incomplete': { folder: string; names: string }
  /** A folder that cannot be used as an install; `names` is a comma-separated list of programs, of which none is in it. */
  'game-folder-refused': { folder: string; names: string; why: FolderRefusal }
  /** Steam would start another folder than the one in use. */
  'wrong-install': { used: string; starts: string }
  /** Steam is needed to start the game, and is not there. */
  'steam-not-found': Record<string, never>
  /** The game already runs. */
  'game-running': Record<string, never>
  /** The game was started so long ago and its process has not been seen yet: a second start would be one too many. */
  'game-starting': { seconds: number }
  /** The mod's files differ from the list. */
  'mods-not-ready': { mod: string; problems: number }
  /** The mod's files could not be checked; `why` is the failure's code. */
  'mods-unchecked': { why: string }
  /** The service no longer lists this server. */
  'server-gone': { server: number }
  /** The service cannot be asked and nothing was kept. */
  'servers-unknown': { why: string }
  'server-offline': { server: string }
  'server-full': { server: string; players: number; slots: number }
  /** The service sent a value that must not reach a command line. `field` is the record's field name. */
  'server-field-refused': { field: string; problem: FieldProblem }
  /** No program answers voice links. */
  'voice-client-missing': Record<string, never>
  /** The voice plugin's package was not handed to the installer: the voice client runs, it is not the named one, or the system did not open it. */
  'voice-plugin-refused': { why: 'running' | 'differs' | 'not-opened' }
  /** Neither the service nor the profile names a voice server. */
  'voice-not-known': Record<string, never>
  /** The system did not start the program. */
  'game-not-started': { program: string; errno: string }
  /** The program was started and the game's process did not appear in time. */
  'game-not-seen': { seconds: number }
  /** The parameter file could not be written. */
  'parameters-not-written': { errno: string }
  /** A folder whose mods cannot be offered: there are none in it, or its name would break the game's command line. */
  'mods-folder-refused': { folder: string; why: 'none' | 'name' }
  /** The game keeps no missions of servers. */
  'missions-none': Record<string, never>
  /** The system did not take a mission into its trash. */
  'missions-kept': { folder: string; errno: string }
  /** A link outside the closed set. */
  'link-refused': { scheme: string }
  /** The system did not open a link. */
  'link-not-opened': { scheme: string }
}

/** The number of each failure, for support: 1xx the game, 2xx mod files, 3xx voice, 4xx the server, 5xx the start. */
export const joinNumbers: Record<keyof PlayFailures, `J-${number}`> = {
  'game-not-found': 'J-101',
  'game-incomplete': 'J-102',
  'game-folder-refused': 'J-103',
  'wrong-install': 'J-104',
  'steam-not-found': 'J-105',
  'game-running': 'J-106',
  'game-starting': 'J-107',
  'mods-not-ready': 'J-201',
  'mods-unchecked': 'J-202',
  'voice-client-missing': 'J-301',
  'voice-not-known': 'J-302',
  'voice-plugin-refused': 'J-303',
  'server-gone': 'J-401',
  'servers-unknown': 'J-402',
  'server-offline': 'J-403',
  'server-full': 'J-404',
  'server-field-refused': 'J-405',
  'game-not-started': 'J-501',
  'game-not-seen': 'J-502',
  'parameters-not-written': 'J-503',
  'mods-folder-refused': 'J-110',
  'missions-none': 'J-108',
  'missions-kept': 'J-109',
  'link-refused': 'J-504',
  'link-not-opened': 'J-505',
}
