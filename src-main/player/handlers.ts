// Tested in Electron: bank.spec.ts, bank-screens.spec.ts
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { BankPending, playerContract } from '../../src-preload/contract/player.ts'
import { topicOf } from '../lib/index.ts'
import type { MoneyLock } from './lock.ts'
import { withoutMoney } from './record.ts'
import type { PlayerService } from './service.ts'

export const playerHandlers = (
  player: PlayerService,
  demoSecret: () => Promise<string | undefined>,
  bankPending: (announce: (pending: BankPending) => void) => () => void,
  lock: MoneyLock,
): DomainHandlers<typeof playerContract> => ({
  state: topicOf(() => player.view, player.onChange),
  signIn: ({ secret }) => player.signIn(secret),
  signInAsDemo: async () => {
    const secret = await demoSecret()
    if (secret === undefined) throw new Failure('forbidden', {})
    return player.signIn(secret)
  },
  signOut: () => player.signOut(),
  bankPending,
  lock: topicOf(() => lock.view, lock.onChange),
  lockNow: () => lock.lock(),
  unlock: ({ pin }) => lock.unlock(pin),
  setPin: ({ pin, present }) => lock.setPin(pin, present),
  data: async ({ fresh }) => {
    const data = await player.data(fresh)
    const { value } = data.player
    return lock.view.locked && value ? { ...data, player: { ...data.player, value: withoutMoney(value) } } : data
  },
})
