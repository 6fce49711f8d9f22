import { Failure } from '../../../src-preload/contract/failure.ts'
import type { GameInstall, LaunchOptions, LaunchPreview } from '../../../src-preload/contract/play.ts'
import type { GameRecipe } from '../../settings/index.ts'
import type { GamePlatform } from '../platform/index.ts'
import { gameArguments, masked, partForFile } from './arguments.ts'
import { hostAndPort, isForShells, type SafeServer, safeServer, type ServerFields } from './server-fields.ts'

/** More than this breaks Steam's line; the rest of the arguments goes to a file. */
const LONGEST_LINE = 900

/** A server to start, as the service gave it. */
export interface ServerToStart extends ServerFields {
  /** Steam app id of the server's game. */
  appId: number
}

/** What is to be done to start the game; data, nothing has happened yet. */
export type LaunchPlan =
  | {
      way: 'direct' | 'steam'
      file: string
      args: string[]
      /** Working folder: the game's. */
      cwd: string
      parameterFile?: { path: string; lines: string[] }
    }
  | { way: 'link'; url: string }

/** What a plan is made from. */
export interface PlanParts {
  platform: GamePlatform
  recipe: GameRecipe
  /** The install in use. */
  install: GameInstall | undefined
  options: LaunchOptions
  /** The player's own mod folders, checked: they come after the server's. */
  ownMods?: readonly string[]
  /** Starts without the mod folders that are none. */
  leaveOut?: boolean
  /** Folder for the parameter file where the game can read any folder. */
  ownFolder: string
  /** Where a mod folder lies, if not in the game's. Absolute. */
  modAt?: (folder: string) => Promise<string | undefined>
}

/** Whether Steam starts the game, not we. */
export const startsViaSteam = (recipe: GameRecipe, platform: GamePlatform): boolean =>
  recipe.viaSteam.includes(platform.name)

/** A mod folder as the game finds it. Under Steam's compatibility layer the root is drive `Z:`. */
async function placed(folder: string, viaSteam: boolean, { modAt }: PlanParts): Promise<string> {
  const at = await modAt?.(folder)
  if (at === undefined) return folder
  return viaSteam ? `Z:${at.replaceAll('/', '\\')}` : at
}

/** Length of the arguments as one line. */
const lengthOf = (args: readonly string[]) => args.reduce((sum, argument) => sum + argument.length + 1, 0)

/** Under Steam's compatibility layer only the game's folder is sure to be seen; elsewhere our own folder keeps it. */
function parameterFile(install: GameInstall, viaSteam: boolean, { platform, ownFolder }: PlanParts) {
  const name = 'loadout-parameters.txt'
  return viaSteam
    ? { path: platform.path.join(install.path, name), argument: `-par=${name}` }
    : { path: platform.path.join(ownFolder, name), argument: `-par=${platform.path.join(ownFolder, name)}` }
}

async function programFor(install: GameInstall, viaSteam: boolean, { platform, recipe }: PlanParts) {
  if (viaSteam) {
    const steam = await platform.steamProgram(install.source)
    if (!steam) throw new Failure('steam-not-found', {})
    return { file: steam.file, before: [...steam.before, '-applaunch', String(recipe.appId)] }
  }
  if (install.executable === undefined) {
    const names = (recipe.executables[platform.name] ?? []).join(', ')
    throw new Failure('game-incomplete', { folder: install.path, names })
  }
  return { file: platform.path.join(install.path, install.executable), before: [] }
}

const NO_SERVER: SafeServer = { host: '', port: 0, password: '', mods: [] }

/** The server's folders and then the player's, each once; Windows does not tell cases apart. */
function together(ofServer: readonly string[], own: readonly string[]): string[] {
  const known = new Set(ofServer.map((name) => name.toLowerCase()))
  return [...ofServer, ...own.filter((name) => !known.has(name.toLowerCase()))]
}

/**
 * Plans the start of the game, on a server where one is given.
 * @throws Failure `server-field-refused`, `game-not-found`, `game-incomplete`, `steam-not-found`
 */
export async function planLaunch(server: ServerToStart | undefined, parts: PlanParts): Promise<LaunchPlan> {
  const { recipe, install, platform, options, ownMods = [] } = parts
  const ours = server === undefined || server.appId === recipe.appId
  const viaSteam = startsViaSteam(recipe, platform)
  const safe = server ? safeServer(server, ours && viaSteam, parts.leaveOut) : NO_SERVER
  if (!ours || recipe.byLink) {
    const url = server ? `connect/${hostAndPort(safe.host, safe.port)}` : `rungameid/${recipe.appId}`
    return { way: 'link', url: `steam://${url}` }
  }
  if (!install) throw new Failure('game-not-found', { game: recipe.name })
  const { file, before } = await programFor(install, viaSteam, parts)
  const plan = { way: viaSteam ? ('steam' as const) : ('direct' as const), file, cwd: install.path }
  const mods = await Promise.all(together(safe.mods, ownMods).map((folder) => placed(folder, viaSteam, parts)))
  const args = gameArguments(recipe, { ...safe, mods }, options)
  const needsFile = lengthOf(args) > LONGEST_LINE || (viaSteam && args.some(isForShells))
  if (!needsFile) return { ...plan, args: [...before, ...args] }
  const parted = partForFile(args, recipe)
  const { path, argument } = parameterFile(install, viaSteam, parts)
  return {
    ...plan,
    args: [...before, ...parted.line, argument],
    parameterFile: { path, lines: parted.file },
  }
}

/** A plan as it may be shown: the password masked. */
export function previewOf(plan: LaunchPlan, recipe: GameRecipe): LaunchPreview {
  if (plan.way === 'link') return { way: 'link', program: plan.url, args: [] }
  return {
    way: plan.way,
    program: plan.file,
    args: masked(plan.args, recipe),
    parameterFile: plan.parameterFile && masked(plan.parameterFile.lines, recipe),
  }
}
