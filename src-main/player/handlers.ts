import type { DomainHandlers } from '../../src-preload/contract/kit.ts'
import type { playerContract } from '../../src-preload/contract/player.ts'
import type { PlayerRoom } from './room.ts'

/** The player domain for the bridge. */
export const playerHandlers = (
  room: PlayerRoom,
  signOut: () => Promise<void>,
): DomainHandlers<typeof playerContract> => ({
  state: (announce) => {
    announce(room.view)
    return room.onChange(announce)
  },
  signIn: ({ secret }) => room.signIn(secret),
  signOut,
  data: ({ fresh }) => room.data(fresh),
})
