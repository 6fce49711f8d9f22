import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import { defaultTimes, diskView, findInstalls, GameWatch, platformOf, runTool, workshopFolders } from '../play/index.ts'
import { GameRecipe, type GivenProfile } from '../settings/index.ts'
import type { Terminal } from './terminal.ts'

/** This computer as play sees it. */
const platformHere = (env: Terminal['env']) =>
  platformOf(process.platform, { home: homedir(), env, run: runTool, files: diskView })

/** The profile's game; without a profile, the usual one. Nothing of it is started here. */
const recipeOf = (given: Pick<GivenProfile, 'recipe'> | undefined): GameRecipe =>
  given?.recipe ?? v.parse(GameRecipe, undefined)

/** Watches whether the game runs. */
export function openGameWatch(given: Pick<GivenProfile, 'recipe'> | undefined, env: Terminal['env']): GameWatch {
  const platform = platformHere(env)
  return new GameWatch({
    platform,
    names: recipeOf(given).processes[platform.name] ?? [],
    now: () => new Date(),
    pollMs: defaultTimes.gamePollMs,
    startPollMs: defaultTimes.gameStartPollMs,
  })
}

/**
 * `said`: who gives the command says that it is closed. That counts from now on: to read a list and to ask may have taken long.
 * @throws Failure `game-running`, `game-unseen` where the system does not tell and nobody has said it
 */
export async function mustBeClosed(game: Pick<GameWatch, 'sure' | 'sayClosed'>, said: boolean): Promise<void> {
  if (said) game.sayClosed()
  const { running } = await game.sure()
  if (running === null) throw new Failure('game-unseen', {})
  if (running) throw new Failure('game-running', {})
}

/**
 * Absolute folders of the game's other installs on this computer and of the workshop, where equal files may be copied from: those that Steam and
 * the registry know. Without a profile, the game is the usual one.
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
