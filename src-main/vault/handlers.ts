import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { Purpose, vaultContract } from '../../src-preload/contract/vault.ts'
import { topicOf } from '../lib/index.ts'
import type { Vault } from './vault.ts'

/** The vault domain for the bridge. `profileIds` names every community profile known on this machine. */
export const vaultHandlers = (
  vault: Vault,
  profileIds: () => readonly string[],
  forget: (profileId: string, purpose: Purpose) => Promise<void>,
): DomainHandlers<typeof vaultContract> => ({
  state: topicOf(() => vault.view, vault.onChange),
  retry: () => vault.retry(),
  keepForThisRun: () => vault.keepForThisRun(),
  held: () => vault.held(profileIds()),
  forget: ({ profileId, purpose }) => forget(profileId, purpose),
})
