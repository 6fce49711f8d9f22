import * as v from 'valibot'
import { asFault, SafeAddress } from './fields.ts'

const DOWNWARDS = /(^|[\\/])\.\.([\\/]|$)/

/** A file below a folder: no drive, no root, no way out. */
const inner = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.check((path) => !/^[\\/]|^[a-z]:/i.test(path) && !DOWNWARDS.test(path), asFault('inner-path')),
)
/** A registry key or value name, as `reg query` takes it. */
const registryWord = v.pipe(v.string(), v.regex(/^[A-Za-z][\w .\\()-]*$/, asFault('registry-name')))
const byPlatform = (standard: Record<string, string[]>) => v.optional(v.record(v.string(), v.array(inner)), standard)

/** How the community's game is found and started, as data. */
export const GameRecipe = v.optional(
  v.object({
    /** Steam app id. */
    appId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_294_967_295)), 107410),
    name: v.optional(v.string(), 'Arma 3'),
    /** Executables by platform, best first, relative to the game's folder. */
    executables: byPlatform({
      win32: ['arma3launcher.exe', 'arma3_x64.exe'],
      linux: ['arma3_x64.exe', 'arma3.x86_64'],
      darwin: ['ArmA3.app/Contents/MacOS/ArmA3'],
    }),
    /** Names of the game's own process by platform: not of a launcher and not of the anti-cheat's starter. */
    processes: byPlatform({
      win32: ['arma3_x64.exe', 'arma3.exe'],
      linux: ['arma3_x64.exe', 'arma3.exe', 'arma3.x86_64'],
      darwin: ['ArmA3'],
    }),
    /** Windows programs whose resources tell the game's version. */
    versioned: v.optional(v.array(inner), ['arma3_x64.exe']),
    /** Platforms on which Steam is asked to start the game: there it brings the compatibility layer along. */
    viaSteam: v.optional(v.array(v.picklist(['linux', 'darwin', 'win32'])), ['linux']),
    /** Registry values (Windows) that hold the game's folder. */
    registry: v.optional(v.array(v.object({ key: registryWord, value: registryWord })), [
      { key: 'HKLM\\SOFTWARE\\WOW6432Node\\bohemia interactive\\arma 3', value: 'main' },
      { key: 'HKLM\\SOFTWARE\\bohemia interactive\\arma 3', value: 'main' },
    ]),
    /** Argument templates; `{host} {port} {mods} {password} {profile}`; one that needs an empty value is left out. */
    arguments: v.optional(v.array(v.string()), [
      '-noLauncher',
      '-useBE',
      '-connect={host}',
      '-port={port}',
      '-mod={mods}',
      '-password={password}',
      '-name={profile}',
    ]),
    /** Switches that the game does not read from a parameter file (`-par=`), without the value. */
    notInParameterFile: v.optional(v.array(v.string()), [
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
    crashLogs: v.optional(
      v.object({ folder: v.optional(inner, 'Arma 3'), ending: v.optional(v.string(), '.rpt') }),
      {},
    ),
    /** Below the mod's folder: where signed packages lie, and how their files end. Empty: the game has no signatures. */
    signatures: v.optional(v.nullable(v.object({ folder: inner, packed: v.string(), signature: v.string() })), {
      folder: 'addons',
      packed: '.pbo',
      signature: '.bisign',
    }),
  }),
  {},
)
export type GameRecipe = v.InferOutput<typeof GameRecipe>

/** Voice of the community. */
export const VoiceRecipe = v.optional(
  v.object({
    /** Used where the service names no voice server. */
    fallback: v.optional(v.object({ host: v.string(), port: v.number() })),
    password: v.optional(v.string()),
    /** Where the voice client is to be had. */
    clientPage: v.optional(SafeAddress, 'https://www.teamspeak.com/downloads/'),
    /** Voice plugin files whose digests are known: path below the client's plugin folder → digest (MD5, SHA-1 or SHA-256, hex). */
    plugin: v.optional(v.object({ name: v.string(), files: v.record(inner, v.string()) })),
  }),
  {},
)
export type VoiceRecipe = v.InferOutput<typeof VoiceRecipe>
