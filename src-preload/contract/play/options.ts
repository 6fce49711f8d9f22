import * as v from 'valibot'

const most = (length: number) => v.optional(v.pipe(v.string(), v.maxLength(length)), '')
const count = (least: number, limit: number) =>
  v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(limit))), null)

/** Switches that cannot name a file, folder or program. */
const PLAIN_SWITCH =
  /^-(?:noSplash|skipIntro|window|noPause|noPauseAudio|noSound|noLogs|hugePages|enableHT|showScriptErrors|noBenchmark|world=empty|malloc=system|(?:maxMem|maxVRAM|maxFileCacheSize|cpuCount|exThreads|limitFPS|posX|posY)=\d{1,7})$/i

/** True for a line with only harmless switches. Main does not ask the player about it. */
export const isPlainLine = (line: string): boolean =>
  line.split(/\s+/).every((word) => word === '' || PLAIN_SWITCH.test(word))

/** Mod folders, named as on the game's command line. */
export const ModFolders = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(64))

export interface FoundMod {
  /** The name on the game's command line. */
  name: string
  /** True if its packages can be listed. */
  isReadable: boolean
}

/** Mods that the player can load besides a server's own. `folders`: the absolute folders that the player added. */
export interface OwnMods {
  found: FoundMod[]
  folders: string[]
}

const PresetName = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
export const MOST_PRESETS = 30
/** A choice of mod folders to save under a name. `mods` absent: delete it. */
export const Preset = v.strictObject({ name: PresetName, mods: v.optional(ModFolders) })

/** The key of a server's entry in the options, or of a start without a server. */
export const modsKey = (serverId: number | undefined): string => String(serverId ?? 'alone')

/** Options for which a game may have a switch. */
export const switchNames = [
  'noSplash',
  'skipIntro',
  'window',
  'noPause',
  'worldEmpty',
  'hugePages',
  'enableHT',
  'systemMalloc',
  'maxMem',
  'cpuCount',
  'exThreads',
] as const
export type GameSwitches = Partial<Record<(typeof switchNames)[number], string>>

/** The player's launch options. The game chooses numbers that are null. */
export const LaunchOptions = v.strictObject({
  /** The game's profile (`-name=`). Empty: the game chooses. */
  profileName: most(64),
  noSplash: v.optional(v.boolean(), true),
  skipIntro: v.optional(v.boolean(), true),
  window: v.optional(v.boolean(), false),
  noPause: v.optional(v.boolean(), false),
  worldEmpty: v.optional(v.boolean(), false),
  hugePages: v.optional(v.boolean(), false),
  enableHT: v.optional(v.boolean(), false),
  /** Uses the system's memory allocator instead of the game's. */
  systemMalloc: v.optional(v.boolean(), false),
  /** MB. */
  maxMem: count(256, 1_048_576),
  cpuCount: count(1, 512),
  exThreads: count(0, 15),
  voice: v.optional(v.boolean(), true),
  /** What the window does once the game runs. */
  afterStart: v.optional(v.picklist(['stay', 'minimise', 'tray', 'close']), 'stay'),
  /** Other profiles for servers, by {@link modsKey}. */
  profileNames: v.optional(v.pipe(v.record(v.pipe(v.string(), v.maxLength(12)), most(64)), v.maxEntries(500)), {}),
  /** The player's own mod folders, by {@link modsKey}. */
  mods: v.optional(v.pipe(v.record(v.pipe(v.string(), v.maxLength(12)), ModFolders), v.maxEntries(500)), {}),
  /** Choices of mod folders, by the player's names. */
  presets: v.optional(v.pipe(v.record(PresetName, ModFolders), v.maxEntries(MOST_PRESETS)), {}),
  /** More switches, split into words like in a shell. */
  extra: most(2000),
})
export type LaunchOptions = v.InferOutput<typeof LaunchOptions>

const { mods: _foldersToLoad, presets: _byName, profileNames: _byServer, ...plain } = LaunchOptions.entries
/** A harmless change, even by a hostile page. `extra` absent: unchanged. */
export const PlainOptions = v.strictObject({
  ...plain,
  extra: v.optional(v.pipe(v.string(), v.maxLength(2000), v.check(isPlainLine))),
})
