import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Purpose } from '../../../src-preload/contract/vault.ts'
import { playerHandlers } from '../../player/index.ts'
import { CommunityProfile } from '../../settings/index.ts'
import { vaultHandlers } from '../../vault/index.ts'
import { type Community, playerCopiesIn } from '../../community/index.ts'
import type { AppContext } from '../context.ts'
import { openBankRoom } from './bank.ts'
import { openPlayerRoom } from './player.ts'
import { openVaultRoom } from './vault.ts'

/** Opens the rooms that know a secret: keychain, player, bank. Signing the player out takes the bank's session along. */
export async function openSecretRooms(app: AppContext, community: Community) {
  const { vault, profileIds } = openVaultRoom(app)
  const player = openPlayerRoom(app, community, vault)
  const { bank, handlers: bankDomain } = await openBankRoom(app, player, vault)
  const signOut = async () => {
    // Both are tried: a keychain that refuses one deletion must not keep the other from being made.
    const done = await Promise.allSettled([bank.signOut(), player.signOut()])
    for (const result of done) if (result.status === 'rejected') throw result.reason
  }
  const demoSecret = async () => (app.demo ? (await import('../../demo/index.ts')).demoPlayer.secret : undefined)
  const forget = async (profileId: string, purpose: Purpose) => {
    if (profileId !== app.profile.id) {
      const cacheDir = join(app.userData, 'communities', profileId, 'cache')
      // the id comes from the page: only one that can be a folder's name may become a path
      if (purpose === 'player-secret' && v.is(CommunityProfile.entries.id, profileId))
        await rm(playerCopiesIn(cacheDir), { recursive: true, force: true })
      return vault.forget(profileId, purpose)
    }
    return purpose === 'player-secret' ? player.signOut() : bank.signOut()
  }
  return {
    vault,
    player,
    handlers: {
      vault: vaultHandlers(vault, profileIds, forget),
      player: playerHandlers(player, signOut, demoSecret),
      bank: bankDomain,
    },
  }
}
