import type { PlayerData } from '../../src-preload/contract/player.ts'
import { useMain } from '#shared/bridge/index.ts'

/** At a component's top: the player's record while they are signed in; undefined if it cannot be read. */
export function useOwn() {
  const main = useMain()
  let data = $state.raw<PlayerData>()
  let isSettled = $state(false)
  let round = 0
  $effect(() =>
    main.player.state(({ state }) => {
      const now = ++round
      if (state !== 'signed-in') {
        data = undefined
        isSettled = true
      } else
        void main.player
          .data({ fresh: false })
          .then(
            (found) => {
              if (now === round) data = found
            },
            () => undefined,
          )
          .finally(() => (isSettled = true))
    }),
  )
  return {
    get data() {
      return data
    },
    /** True if it is known whether there is a record. */
    get isSettled() {
      return isSettled
    },
  }
}
