import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/kit.ts'
import type { BankMatters, playerContract } from '../../src-preload/contract/player.ts'
import type { PlayerRoom } from './room.ts'

/** The player domain for the bridge. */
export const playerHandlers = (
  room: PlayerRoom,
  demoSecret: () => Promise<string | undefined>,
  bankMatters: (announce: (matters: BankMatters) => void) => () => void,
): DomainHandlers<typeof playerContract> => ({
  state: (announce) => {
    announce(room.view)
    return room.onChange(announce)
  },
  signIn: ({ secret }) => room.signIn(secret),
  signInAsDemo: async () => {
    const secret = await demoSecret()
    if (secret === undefined) throw new Failure('forbidden', {})
    return room.signIn(secret)
  },
  signOut: () => room.signOut(),
  bankMatters,
  data: ({ fresh }) => room.data(fresh),
})
