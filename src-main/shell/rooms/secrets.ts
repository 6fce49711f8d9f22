import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Purpose } from '../../../src-preload/contract/vault.ts'
import { playerHandlers, type PlayerRoom } from '../../player/index.ts'
import { CommunityProfile } from '../../settings/index.ts'
import { type Vault, vaultHandlers } from '../../vault/index.ts'
import { type Community, playerCopiesIn } from '../../community/index.ts'
import type { AppContext } from '../context.ts'
import type { openBankRoom } from './bank.ts'
import { openPlayerRoom } from './player.ts'
import { openVaultRoom } from './vault.ts'

/** The bank, opened when it is first needed: its libraries are large, and most starts never ask for it. */
function bankDoor(app: AppContext, player: PlayerRoom, vault: Vault) {
  let opening: ReturnType<typeof openBankRoom> | undefined
  return {
    open: () => (opening ??= import('./bank.ts').then((room) => room.openBankRoom(app, player, vault))),
    /** A bank that was never opened holds nothing but what rests in the keychain. */
    signOut: async () => (opening ? (await opening).bank.signOut() : vault.forget(app.profile.id, 'bank-session')),
  }
}

/** Opens the rooms that know a secret: keychain, player, bank. Signing the player out takes the bank's session along. */
export function openSecretRooms(app: AppContext, community: Community) {
  const { vault, profileIds } = openVaultRoom(app)
  const player = openPlayerRoom(app, community, vault)
  const bank = bankDoor(app, player, vault)
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
    openings: {
      vault: () => vaultHandlers(vault, profileIds, forget),
      player: () => playerHandlers(player, signOut, demoSecret),
      bank: async () => (await bank.open()).handlers,
    },
  }
}
