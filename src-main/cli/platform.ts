import { homedir } from 'node:os'
import * as v from 'valibot'
import { diskView, platformOf, runTool } from '../play/index.ts'
import { GameRecipe, type CommunityProfile } from '../settings/index.ts'
import type { Terminal } from './terminal.ts'

/** This computer as the play module sees it. */
export const platformHere = (env: Terminal['env']) =>
  platformOf(process.platform, { home: homedir(), env, run: runTool, files: diskView })

/** The profile's game; without a profile, the usual one. */
export const recipeOf = (profile: Pick<CommunityProfile, 'game'> | undefined): GameRecipe =>
  profile?.game ?? v.parse(GameRecipe, undefined)
