import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { BankPending, playerContract } from '../../src-preload/contract/player.ts'
import type { PlayerService } from './service.ts'

/** The player domain for the bridge. */
export const playerHandlers = (
  player: PlayerService,
  demoSecret: () => Promise<string | undefined>,
  bankPending: (announce: (pending: BankPending) => void) => () => void,
): DomainHandlers<typeof playerContract> => ({
  state: (announce) => {
    announce(player.view)
    return player.onChange(announce)
  },
  signIn: ({ secret }) => player.signIn(secret),
  signInAsDemo: async () => {
    const secret = await demoSecret()
    if (secret === undefined) throw new Failure('forbidden', {})
    return player.signIn(secret)
  },
  signOut: () => player.signOut(),
  bankPending,
  data: ({ fresh }) => player.data(fresh),
})
