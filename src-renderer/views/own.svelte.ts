import type { PlayerData } from '../../src-preload/contract/player.ts'
import { useMain } from '#shared/bridge/index.ts'

/** The player's record, while somebody is signed in. What needs it does without where it cannot be read. */
export function useOwn() {
  const main = useMain()
  let data = $state.raw<PlayerData>()
  let isSettled = $state(false)
  $effect(() =>
    main.player.state(({ state }) => {
      if (state !== 'signed-in') {
        data = undefined
        isSettled = true
      } else
        void main.player
          .data({ fresh: false })
          .then(
            (found) => (data = found),
            () => undefined,
          )
          .finally(() => (isSettled = true))
    }),
  )
  return {
    get data() {
      return data
    },
    /** It is known whether there is a record. */
    get isSettled() {
      return isSettled
    },
  }
}
