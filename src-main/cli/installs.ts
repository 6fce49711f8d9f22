import { realpath } from 'node:fs/promises'
import { diskView, findInstalls } from '../play/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import { platformHere, recipeOf } from './platform.ts'
import type { Terminal } from './terminal.ts'

/**
 * Absolute folders of the game's other installs on this computer, where equal files may be copied from: those that Steam and
 * the registry know. Without a profile, the game is the usual one.
 */
export async function otherInstalls(
  gameDir: string,
  profile: Pick<CommunityProfile, 'game'> | undefined,
  env: Terminal['env'],
): Promise<string[]> {
  const place = { platform: platformHere(env), files: diskView, recipe: recipeOf(profile) }
  const installs = await findInstalls(place, { chosen: [] })
  const own = await realpath(gameDir).catch(() => gameDir)
  return installs.map(({ path }) => path).filter((path) => path !== own)
}
