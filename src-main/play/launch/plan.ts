import { Failure } from '../../../src-preload/contract/failure.ts'
import type { GameInstall, LaunchOptions, LaunchPreview } from '../../../src-preload/contract/play.ts'
import type { GameRecipe } from '../../settings/index.ts'
import type { GamePlatform } from '../platform/index.ts'
import { gameArguments, masked, partForFile } from './arguments.ts'
import { hostAndPort, isForShells, type SafeServer, safeServer, type ServerFields } from './server-fields.ts'

/** Steam breaks longer command lines. Then arguments go into a file. */
const LONGEST_LINE = 900

/** A server to start, from the service and not checked. */
export interface ServerToStart extends ServerFields {
  appId: number
}

/** What a start is going to do. Plain data. */
export type LaunchPlan =
  | {
      way: 'direct' | 'steam'
      file: string
      args: string[]
      /** The working folder, which is the game's. */
      cwd: string
      parameterFile?: { path: string; lines: string[] }
    }
  | { way: 'link'; url: string }

export interface PlanParts {
  platform: GamePlatform
  recipe: GameRecipe
  /** The install in use. */
  install: GameInstall | undefined
  options: LaunchOptions
  /** The player's own mod folders, checked. They come after the server's. */
  ownMods?: readonly string[]
  /** The folder of the parameter file, if the game can read every folder. */
  ownFolder: string
  /** The place of a mod folder outside the game's folder. Absolute. */
  modAt?: (folder: string) => Promise<string | undefined>
}

export const startsViaSteam = (recipe: GameRecipe, platform: GamePlatform): boolean =>
  recipe.viaSteam.includes(platform.name)

/** A mod folder as the game finds it. Under Proton, the root is drive `Z:`. */
async function placed(folder: string, viaSteam: boolean, { modAt }: PlanParts): Promise<string> {
  const at = await modAt?.(folder)
  if (at === undefined) return folder
  return viaSteam ? `Z:${at.replaceAll('/', '\\')}` : at
}

const lengthOf = (args: readonly string[]) => args.reduce((sum, argument) => sum + argument.length + 1, 0)

/** The place of the parameter file. Under Proton, only the game's folder is certain to be visible. */
function parameterFile(install: GameInstall, viaSteam: boolean, { platform, ownFolder }: PlanParts) {
  const name = 'loadout-parameters.txt'
  return viaSteam
    ? { path: platform.path.join(install.path, name), argument: `-par=${name}` }
    : { path: platform.path.join(ownFolder, name), argument: `-par=${platform.path.join(ownFolder, name)}` }
}

async function programFor(install: GameInstall, viaSteam: boolean, { platform, recipe }: PlanParts) {
  if (viaSteam) {
    const steam = await platform.steamProgram?.(install.source)
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

/** The server's folders and then the player's, each once. Ignores upper and lower case, as Windows does. */
function together(ofServer: readonly string[], own: readonly string[]): string[] {
  const known = new Set(ofServer.map((name) => name.toLowerCase()))
  return [...ofServer, ...own.filter((name) => !known.has(name.toLowerCase()))]
}

/**
 * Plans the start of the game, on a server if one is given.
 * @throws Failure `server-field-refused`, `game-not-found`, `game-incomplete`, `steam-not-found`
 */
export async function planLaunch(server: ServerToStart | undefined, parts: PlanParts): Promise<LaunchPlan> {
  const { recipe, install, platform, options, ownMods = [] } = parts
  const ours = server === undefined || server.appId === recipe.appId
  const viaSteam = startsViaSteam(recipe, platform)
  const safe = server ? safeServer(server, ours && viaSteam) : NO_SERVER
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

/** A plan with the password masked, for showing. */
export function previewOf(plan: LaunchPlan, recipe: GameRecipe): LaunchPreview {
  if (plan.way === 'link') return { way: 'link', program: plan.url, args: [] }
  return {
    way: plan.way,
    program: plan.file,
    args: masked(plan.args, recipe),
    parameterFile: plan.parameterFile && masked(plan.parameterFile.lines, recipe),
  }
}
