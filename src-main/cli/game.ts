import { Failure } from '../../src-preload/contract/failure.ts'
import { defaultTimes, GameWatch } from '../play/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import { platformHere, recipeOf } from './platform.ts'
import type { Terminal } from './terminal.ts'

/** Watches whether the game runs. */
export function openGameWatch(profile: Pick<CommunityProfile, 'game'> | undefined, env: Terminal['env']): GameWatch {
  const platform = platformHere(env)
  return new GameWatch({
    platform,
    names: recipeOf(profile).processes[platform.name] ?? [],
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
