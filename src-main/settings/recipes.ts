import * as v from 'valibot'
import { switchNames } from '../../src-preload/contract/play.ts'
import { asFault, SafeAddress } from './fields.ts'

/** Steam app id of the standard game. */
const ARMA_3 = 107410

const DOWNWARDS = /(^|[\\/])\.\.([\\/]|$)/

/** A relative path that stays below its folder. */
const inner = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.check((path) => !/^[\\/]|^[a-z]:/i.test(path) && !DOWNWARDS.test(path), asFault('inner-path')),
)
/** A registry key or value name, as `reg` takes it. */
const registryWord = v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z][\w .\\()-]*$/, asFault('registry-name')))
const platform = v.picklist(['win32', 'linux', 'darwin'])
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const some = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(32))
const byPlatform = (standard: Partial<Record<v.InferOutput<typeof platform>, string[]>>) =>
  v.optional(v.record(platform, some(inner)), standard)

/**
 * How a game is found and started. {@link gameRecipes} are part of the app. Another recipe can only come from a file on the command
 * line, and is used only after the player has seen it.
 */
export const GameRecipe = v.optional(
  v.object({
    appId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_294_967_295)), ARMA_3),
    name: v.optional(word, 'Arma 3'),
    /** Executables by platform, best first, relative to the game's folder. */
    executables: byPlatform({
      win32: ['arma3launcher.exe', 'arma3_x64.exe'],
      linux: ['arma3_x64.exe', 'arma3.x86_64'],
      darwin: ['ArmA3.app/Contents/MacOS/ArmA3'],
    }),
    /** Names of the game's own process by platform, without launchers and the anti-cheat's starter. */
    processes: byPlatform({
      win32: ['arma3_x64.exe', 'arma3.exe', 'arma3profiling_x64.exe'],
      linux: ['arma3_x64.exe', 'arma3.exe', 'arma3profiling_x64.exe', 'arma3.x86_64'],
      darwin: ['ArmA3'],
    }),
    /** Windows programs whose resources contain the game's version. */
    versioned: v.optional(some(inner), ['arma3_x64.exe']),
    /** Platforms on which Steam starts the game, because the game needs Steam's compatibility layer there. */
    viaSteam: v.optional(some(platform), ['linux']),
    /** Joins a server by a Steam link instead of starting a program with arguments. */
    byLink: v.optional(v.boolean(), false),
    /** Registry values (Windows) that contain the game's folder. */
    registry: v.optional(some(v.object({ key: registryWord, value: registryWord })), [
      { key: 'HKLM\\SOFTWARE\\WOW6432Node\\bohemia interactive\\arma 3', value: 'main' },
      { key: 'HKLM\\SOFTWARE\\bohemia interactive\\arma 3', value: 'main' },
    ]),
    /** Argument templates with `{host} {port} {mods} {password} {profile}`. One whose value is empty is left out. */
    arguments: v.optional(some(word), [
      '-noLauncher',
      '-useBE',
      '-connect={host}',
      '-port={port}',
      '-mod={mods}',
      '-password={password}',
      '-name={profile}',
    ]),
    /** The game's switches by the player's option. An option without one is not offered. */
    switches: v.optional(v.record(v.picklist(switchNames), word), {
      noSplash: '-noSplash',
      skipIntro: '-skipIntro',
      window: '-window',
      noPause: '-noPause',
      worldEmpty: '-world=empty',
      hugePages: '-hugePages',
      enableHT: '-enableHT',
      systemMalloc: '-malloc=system',
      maxMem: '-maxMem',
      cpuCount: '-cpuCount',
      exThreads: '-exThreads',
    }),
    /** Switches that the game does not read from a parameter file (`-par=`), without the value. */
    notInParameterFile: v.optional(some(word), [
      '-noLauncher',
      '-useBE',
      '-password',
      '-cpuCount',
      '-malloc',
      '-exThreads',
      '-maxMem',
      '-profiles',
    ]),
    /** The logs of the game: their folder below the local application data, and how their names end. */
    crashLogs: v.optional(v.object({ folder: v.optional(inner, 'Arma 3'), ending: v.optional(word, '.rpt') }), {}),
    /** The folder of signed packages below the mod's folder, and the endings of their files. Null: the game has no signatures. */
    signatures: v.optional(v.nullable(v.object({ folder: inner, packed: word, signature: word })), {
      folder: 'addons',
      packed: '.pbo',
      signature: '.bisign',
    }),
  }),
  {},
)
export type GameRecipe = v.InferOutput<typeof GameRecipe>

/** The games that the app knows. A profile only chooses one by its app id. */
const gameRecipes: readonly GameRecipe[] = [
  v.parse(GameRecipe, {}),
  v.parse(GameRecipe, {
    appId: 730,
    name: 'Counter-Strike 2',
    executables: {
      win32: ['game\\bin\\win64\\cs2.exe'],
      linux: ['game/cs2.sh', 'game/bin/linuxsteamrt64/cs2'],
    },
    processes: { win32: ['cs2.exe'], linux: ['cs2'] },
    versioned: [],
    byLink: true,
    registry: [],
    arguments: [],
    switches: {},
    crashLogs: { folder: 'Counter-Strike 2', ending: '.log' },
    signatures: null,
  }),
]
const appIds = gameRecipes.map(({ appId }) => appId)

/** A profile's game: one of those that the app knows. */
export const GameChoice = v.optional(v.strictObject({ appId: v.optional(v.picklist(appIds), ARMA_3) }), {})

export function recipeOf({ appId }: { appId: number }): GameRecipe {
  const recipe = gameRecipes.find((known) => known.appId === appId)
  if (!recipe) throw new Error(`no recipe for ${appId}`)
  return recipe
}

/** A plugin's package for the voice client's own installer. */
const PluginPackage = v.object({
  address: v.pipe(
    SafeAddress,
    v.check((address) => /\/[^/]+\.ts3_plugin$/i.test(address), asFault('plugin-package')),
  ),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, asFault('digest')), v.toLowerCase()),
})
export type PluginPackage = v.InferOutput<typeof PluginPackage>

export const CLIENT_PAGE = 'https://www.teamspeak.com/downloads'

export const VoiceRecipe = v.optional(
  v.object({
    /** Used if the service names no voice server. */
    fallback: v.optional(v.object({ host: word, port: v.number() })),
    password: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** The channel to join, with its parents: `Lobby/Briefing`. */
    channel: v.optional(word),
    clientPage: v.optional(SafeAddress, CLIENT_PAGE),
    /** Voice plugin files whose digests are known: path below the client's plugin folder → digest (MD5, SHA-1 or SHA-256, hex). */
    plugin: v.optional(v.object({ name: word, files: v.record(inner, word), package: v.optional(PluginPackage) })),
  }),
  {},
)
export type VoiceRecipe = v.InferOutput<typeof VoiceRecipe>
