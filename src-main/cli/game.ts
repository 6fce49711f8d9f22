import { Failure } from '../../src-preload/contract/failure.ts'
import { usualTimes, watchGame, type GameWatch } from '../play/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import { platformHere, recipeOf } from './platform.ts'
import type { Terminal } from './terminal.ts'

/** Watches whether the game runs. `closed`: who gives the command says that it is, for where the system does not tell. */
export function openGameWatch(
  profile: Pick<CommunityProfile, 'game'> | undefined,
  env: Terminal['env'],
  closed: boolean,
): GameWatch {
  const platform = platformHere(env)
  const game = watchGame({
    platform,
    names: recipeOf(profile).processes[platform.name] ?? [],
    now: () => new Date(),
    restMs: usualTimes.gameRestMs,
    eagerMs: usualTimes.gameEagerMs,
  })
  if (closed) game.sayClosed()
  return game
}

/** @throws Failure `game-running`, `game-unseen` where the system does not tell */
export async function mustBeClosed(game: GameWatch): Promise<void> {
  const { running } = await game.sure()
  if (running === null) throw new Failure('game-unseen', {})
  if (running) throw new Failure('game-running', {})
}
