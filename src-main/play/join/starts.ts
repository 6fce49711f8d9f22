import type { GameWatch } from '../game-watch.ts'

/** The last start of the game, until the game is seen. */
export interface Starts {
  note(): void
  /** Whole seconds since a start whose game has not been seen; undefined when there is none, or it is longer ago than a game may take. */
  ago(): number | undefined
}

/** Remembers the last start: whoever gave up waiting and joins again must not start the game a second time unasked. */
export function noteStarts(game: Pick<GameWatch, 'onChange'>, now: () => Date, patienceMs: number): Starts {
  let at: number | undefined
  game.onChange(({ running }) => {
    if (running) at = undefined
  })
  return {
    note: () => void (at = now().getTime()),
    ago() {
      const ms = at === undefined ? undefined : now().getTime() - at
      return ms !== undefined && ms >= 0 && ms < patienceMs ? Math.round(ms / 1000) : undefined
    },
  }
}
