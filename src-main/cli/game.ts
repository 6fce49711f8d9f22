import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import * as v from 'valibot'
import { runTool } from '../lib/index.ts'
import { diskView, findInstalls, GameWatch, platformOf, workshopFolders } from '../play/index.ts'
import { GameRecipe, type GivenProfile } from '../settings/index.ts'
import type { Terminal } from './terminal.ts'

const platformHere = (env: Terminal['env']) =>
  platformOf(process.platform, { home: homedir(), env, run: runTool, files: diskView })

/** The profile's game, or the default one. The command line never starts it. */
const recipeOf = (given: Pick<GivenProfile, 'recipe'> | undefined): GameRecipe =>
  given?.recipe ?? v.parse(GameRecipe, undefined)

export function openGameWatch(given: Pick<GivenProfile, 'recipe'> | undefined, env: Terminal['env']): GameWatch {
  const platform = platformHere(env)
  return new GameWatch({
    platform,
    names: recipeOf(given).processes[platform.name] ?? [],
    now: () => new Date(),
  })
}

/**
 * Absolute folders of the game's other installs, from Steam and the registry, and of the workshop. A repair may copy equal files from
 * them. Without a profile, it is the default game.
 */
export async function otherInstalls(
  gameDir: string,
  given: Pick<GivenProfile, 'recipe'> | undefined,
  env: Terminal['env'],
): Promise<string[]> {
  const place = { platform: platformHere(env), files: diskView, recipe: recipeOf(given) }
  const installs = await findInstalls(place, { chosen: [] })
  const own = await realpath(gameDir).catch(() => gameDir)
  const paths = installs.map(({ path }) => path)
  return [
    ...paths.filter((path) => path !== own),
    ...workshopFolders([...new Set([...paths, own])], place.recipe.appId),
  ]
}
