import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { purposes, type Purpose } from '../../../src-preload/contract/vault.ts'
// the files themselves: the index loads all of the bank
import { hasUnsettled } from '../../bank/journal.ts'
import { PendingActions } from '../../bank/pending-actions.ts'
import { playerHandlers } from '../../player/index.ts'
import { CommunityProfile } from '../../settings/index.ts'
import { vaultHandlers } from '../../vault/index.ts'
import { type CommunityService, playerCopiesIn } from '../../community/index.ts'
import type { AppContext } from '../context.ts'
import type { Notice } from '../notifications/notice.ts'
import type { BankNeeds, openBankService } from './bank.ts'
import { keepPlayerName, openPlayerService } from './player.ts'
import { watchUpkeep } from './upkeep.ts'
import { openVaultService } from './vault.ts'

/** Where the record of transfers stands in the profile's folder. */
const TRANSFERS = join('bank', 'transfers.jsonl')

/** The start has better things to do first. */
const UNSETTLED_AFTER_MS = 30_000

/** The bank, opened when it is first needed: its libraries are large, and most starts never ask for it. */
function lazyBank(app: AppContext, needs: BankNeeds) {
  let opening: ReturnType<typeof openBankService> | undefined
  const hasLeft = () => hasUnsettled(needs.transfers)
  const pending = new PendingActions(hasLeft, () => void open().catch(() => undefined))
  const openFirst = async () => {
    const opened = await (await import('./bank.ts')).openBankService(app, needs)
    pending.opened(opened.bank)
    return opened
  }
  const open = () => (opening ??= openFirst())
  const timer = setTimeout(() => {
    // A transfer that was left unsettled is looked for without being asked.
    void hasLeft().then((is) => (is ? open() : undefined))
  }, UNSETTLED_AFTER_MS)
  app.onQuit(() => clearTimeout(timer))
  return {
    open,
    followPending: pending.follow,
    /** A bank that was never opened holds nothing but what rests in the keychain. */
    signOut: async () =>
      opening ? (await opening).bank.signOut() : needs.vault.forget(app.profile.id, 'bank-session'),
  }
}

/** Opens what knows a secret: keychain, player, bank; `notify` hears what is worth telling. Signing the player out takes the bank's session along. */
export function openSecretServices(app: AppContext, community: CommunityService, notify: (notice: Notice) => void) {
  const { vault, profileIds } = openVaultService(app)
  const player = openPlayerService(app, community, vault, { leave: () => bank.signOut() })
  const bank = lazyBank(app, { player, vault, notify, transfers: join(app.profileDir, TRANSFERS) })
  const lookAtUpkeep = watchUpkeep(app, player, notify)
  const demoSecret = async () => (app.demo ? (await import('../../demo/index.ts')).demoPlayer.secret : undefined)
  const forget = async (profileId: string, purpose: Purpose) => {
    if (profileId !== app.profile.id) {
      const cacheDir = join(app.userData, 'communities', profileId, 'cache')
      // the id comes from the page: only one that can be a folder's name may become a path
      if (purpose === 'player-secret' && v.is(CommunityProfile.entries.id, profileId))
        await rm(playerCopiesIn(cacheDir), { recursive: true, force: true })
      if (purpose === 'player-secret') keepPlayerName(app.settings, profileId, undefined, app.log)
      return vault.forget(profileId, purpose)
    }
    return purpose === 'player-secret' ? player.signOut() : bank.signOut()
  }
  return {
    lookAtUpkeep,
    /** Deletes every credential of a profile. That of the present one leaves memory too: an answer that still comes would keep it anew. */
    forgetProfile: async (profileId: string) => {
      for (const purpose of purposes) await forget(profileId, purpose)
    },
    openings: {
      vault: () => vaultHandlers(vault, profileIds, forget),
      player: () => playerHandlers(player, demoSecret, bank.followPending),
      bank: async () => (await bank.open()).handlers,
    },
  }
}
