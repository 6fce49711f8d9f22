import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import * as v from 'valibot'
import { diskView, findInstalls, platformOf, runTool } from '../play/index.ts'
import { GameRecipe, type CommunityProfile } from '../settings/index.ts'
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
  const platform = platformOf(process.platform, { home: homedir(), env, run: runTool, files: diskView })
  const recipe = profile?.game ?? v.parse(GameRecipe, undefined)
  const installs = await findInstalls({ platform, files: diskView, recipe }, { chosen: [] })
  const own = await realpath(gameDir).catch(() => gameDir)
  return installs.map(({ path }) => path).filter((path) => path !== own)
}
