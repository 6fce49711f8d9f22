/** The fault of a value from the service. The words are keys of a select in messages. */
export type FieldProblem =
  | 'missing'
  | 'tooLong'
  | 'controlCharacter'
  | 'notAHost'
  | 'notAPort'
  | 'notAFolder'
  | 'startsASwitch'
  | 'forbiddenCharacter'

/** Why a folder is refused as the game's. `unknown`: it is not in the list of installs. */
export type FolderRefusal = 'no-program' | 'network' | 'root' | 'home' | 'system' | 'unknown'

/** Failures of a join and a start. Each has a number for support in `joinNumbers`. */
export interface PlayFailures {
  'game-not-found': { game: string }
  /** The folder contains none of the game's executables. `names` is a comma-separated list of them. */
  'game-incomplete': { folder: string; names: string }
  /** A folder that cannot be used as an install. `names` is a comma-separated list of the game's executables. */
  'game-folder-refused': { folder: string; names: string; why: FolderRefusal }
  /** Steam would start the game from a folder other than the one in use. */
  'wrong-install': { used: string; starts: string }
  /** Steam is needed to start the game, but is missing. */
  'steam-not-found': Record<string, never>
  'game-running': Record<string, never>
  /** The game was started `seconds` ago and its process was not seen yet. A second start could start it twice. */
  'game-starting': { seconds: number }
  /** `isOld`: the files are those of the list before. */
  'mods-not-ready': { mod: string; problems: number; isOld?: boolean }
  /** The mod's files could not be checked. `why` is the failure's code. */
  'mods-unchecked': { why: string }
  'server-gone': { server: number }
  /** The list of servers could not be read, and there is no copy. */
  'servers-unknown': { why: string }
  'server-offline': { server: string }
  'server-full': { server: string; players: number; slots: number }
  /** The server allows none of these own mods of the player. `mods` is a comma-separated list of them. */
  'own-mods-kick': { server: string; mods: string; count: number }
  /** The service sent a value that must not reach a command line. `field` is the record's field name. */
  'server-field-refused': { field: string; problem: FieldProblem }
  'voice-client-missing': Record<string, never>
  /** The voice plugin was not installed: the voice client runs, the package has another digest, or the system did not open it. */
  'voice-plugin-refused': { why: 'running' | 'differs' | 'not-opened' }
  /** Neither the service nor the profile names a voice server. */
  'voice-not-known': Record<string, never>
  'game-not-started': { program: string; errno: string }
  /** The program was started, but the game's process did not appear in time. */
  'game-not-seen': { seconds: number }
  'parameters-not-written': { errno: string }
  /** The folder cannot be added: it contains no mods, or its name would break the game's command line. */
  'mods-folder-refused': { folder: string; why: 'none' | 'name' }
  'missions-none': Record<string, never>
  /** The system could not move a mission to the trash. */
  'missions-kept': { folder: string; errno: string }
  'link-refused': { scheme: string }
  'link-not-opened': { scheme: string }
}

/** Numbers of the failures for support: 1xx the game, 2xx mod files, 3xx voice, 4xx the server, 5xx the start. */
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
  'own-mods-kick': 'J-406',
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
