import * as v from 'valibot'

const most = (length: number) => v.optional(v.pipe(v.string(), v.maxLength(length)), '')
const count = (least: number, limit: number) =>
  v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(limit))), null)

/** Switches that name no file, folder or program, whatever their value. */
const PLAIN_SWITCH =
  /^-(?:noSplash|skipIntro|window|noPause|noPauseAudio|noSound|noLogs|hugePages|enableHT|showScriptErrors|noBenchmark|world=empty|malloc=system|(?:maxMem|maxVRAM|maxFileCacheSize|cpuCount|exThreads|limitFPS|posX|posY)=\d{1,7})$/i

/** True for a line of nothing but switches that can do no harm: main asks nobody about it. */
export const isPlainLine = (line: string): boolean =>
  line.split(/\s+/).every((word) => word === '' || PLAIN_SWITCH.test(word))

/** Mod folders as the game's command line names them. */
export const ModFolders = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(64))

/** A mod folder that the game can load. */
export interface FoundMod {
  /** As the game's command line names it. */
  name: string
  /** Its packages can be listed. */
  isReadable: boolean
}

/** Mods that the player can load besides a server's own, and the folders that they added, whose mods are among them. Absolute. */
export interface OwnMods {
  found: FoundMod[]
  folders: string[]
}

/** A name that the player gives a choice of mod folders. */
const PresetName = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
export const MOST_PRESETS = 30
/** One choice of mod folders to keep under a name; `mods` absent: to forget. */
export const Preset = v.strictObject({ name: PresetName, mods: v.optional(ModFolders) })

/** Where a server's own mod folders are kept, or those of a start without a server. */
export const modsKey = (serverId: number | undefined): string => String(serverId ?? 'alone')

/** The player's own switches. Numbers that are null are left to the game. */
export const LaunchOptions = v.strictObject({
  /** In-game profile name (`-name=`); empty: the game's own choice. */
  profileName: most(64),
  noSplash: v.optional(v.boolean(), true),
  skipIntro: v.optional(v.boolean(), true),
  window: v.optional(v.boolean(), false),
  noPause: v.optional(v.boolean(), false),
  worldEmpty: v.optional(v.boolean(), false),
  hugePages: v.optional(v.boolean(), false),
  enableHT: v.optional(v.boolean(), false),
  /** The system's memory allocator instead of the game's. */
  systemMalloc: v.optional(v.boolean(), false),
  /** MB. */
  maxMem: count(256, 1_048_576),
  cpuCount: count(1, 512),
  exThreads: count(0, 15),
  /** What becomes of the window once the game runs. */
  afterStart: v.optional(v.picklist(['stay', 'minimise', 'tray', 'close']), 'stay'),
  /** Another profile for a server, by {@link modsKey}. */
  profileNames: v.optional(v.pipe(v.record(v.pipe(v.string(), v.maxLength(12)), most(64)), v.maxEntries(500)), {}),
  /** The player's own mod folders, by {@link modsKey}. */
  mods: v.optional(v.pipe(v.record(v.pipe(v.string(), v.maxLength(12)), ModFolders), v.maxEntries(500)), {}),
  /** Choices of mod folders by the name that the player gave them. */
  presets: v.optional(v.pipe(v.record(PresetName, ModFolders), v.maxEntries(MOST_PRESETS)), {}),
  /** More switches, split as a shell would. */
  extra: most(2000),
})
export type LaunchOptions = v.InferOutput<typeof LaunchOptions>

const { mods: _foldersToLoad, presets: _byName, profileNames: _byServer, ...plain } = LaunchOptions.entries
/** A change that hurts nobody, whoever makes it. `extra` absent: as it is. */
export const PlainOptions = v.strictObject({
  ...plain,
  extra: v.optional(v.pipe(v.string(), v.maxLength(2000), v.check(isPlainLine))),
})
