// Tested in Electron: bank.spec.ts
import { systemPreferences } from 'electron'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Place } from '../../../src-preload/contract/shell.ts'
import { purposes, type Purpose } from '../../../src-preload/contract/vault.ts'
import { hasReminders, KeptBooks } from '../../bank/book.ts'
import { leftIn } from '../../bank/journal.ts'
import { PendingActions } from '../../bank/pending-actions.ts'
import { type CommunityService, playerCopiesIn } from '../../community/index.ts'
import { type Notice, watchUpkeep } from '../../notifications/index.ts'
import { keepPlayerName, KeptLock, MoneyLock, playerHandlers, PlayerService } from '../../player/index.ts'
import { after, jsonFile } from '../../lib/index.ts'
import { CommunityProfile, DEMO_ID, hostsOf, settingsOf } from '../../settings/index.ts'
import { openSystemKeyring, Vault, vaultHandlers } from '../../vault/index.ts'
import type { AppContext } from '../context.ts'
import type { BankNeeds, openBankService } from './bank.ts'
import { builtPath } from '../app-info.ts'

// Not through the index, which would load all of the bank.

/** The record of transfers, in the profile's folder. */
const TRANSFERS = join('bank', 'transfers.jsonl')

/** The players' favourites and templates. */
const BOOKS = join('bank', 'templates.json')

/** How long after the start the app looks for an unsettled transfer. */
const UNSETTLED_AFTER_MS = 30_000
/** How often the app looks for due reminders while the bank is not open. */
const REMINDERS_EVERY_MS = 30 * 60_000

/** The bank, opened at its first use: its libraries are large, and most starts never use it. */
function lazyBank(app: AppContext, needs: BankNeeds) {
  let opening: ReturnType<typeof openBankService> | undefined
  const hasLeft = async () =>
    (await leftIn(needs.transfers)).unsettled || hasReminders((await needs.books.read()) ?? {}, app.now())
  const pending = new PendingActions(hasLeft, () => void open().catch(() => undefined))
  const openFirst = async () => {
    const opened = await (await import('./bank.ts')).openBankService(app, needs)
    pending.opened(opened.bank, needs.lock)
    return opened
  }
  const open = () => (opening ??= openFirst())
  const look = () => void (opening ?? hasLeft().then((is) => (is ? open() : undefined)))
  const timers = [setTimeout(look, UNSETTLED_AFTER_MS), setInterval(look, REMINDERS_EVERY_MS)]
  app.onQuit(() => timers.forEach(clearTimeout))
  return {
    open,
    followPending: pending.follow,
    /** Without an open bank, there is only its session in the keychain. */
    signOut: async () =>
      opening ? (await opening).bank.signOut() : needs.vault.forget(app.profile.id, 'bank-session'),
  }
}

function openLock({ profileDir, log }: AppContext): Promise<MoneyLock> {
  const file = jsonFile(join(profileDir, 'bank', 'lock.json'), KeptLock, log.error)
  const canAsk = process.platform === 'darwin' && systemPreferences.canPromptTouchID()
  const verifyUser = () =>
    systemPreferences.promptTouchID('Loadout').then(
      () => true,
      () => false,
    )
  return MoneyLock.open({ file, verifyUser: canAsk ? verifyUser : undefined, uptime: () => performance.now() })
}

export interface SecretNeeds {
  community: CommunityService
  notify: (notice: Notice) => void
  goTo: (place: Place) => void
}

/** Opens the modules with secrets: keychain, player, bank. Signing the player out also ends the bank's session. */
export async function openSecrets(app: AppContext, { community, notify, goTo }: SecretNeeds) {
  const { vault, profileIds } = openVaultService(app)
  const lock = await openLock(app)
  const leave = () => lock.clear(bank.signOut())
  const player = new PlayerService(community, vault.placeOf(app.profile.id, 'player-secret'), leave)
  player.onChange((view) => keepPlayerName(view, app.own, app.log))
  const transfers = join(app.profileDir, TRANSFERS)
  // must come before the record is opened, which settles it: the player sees an interrupted transfer first
  if ((await leftIn(transfers)).interrupted) goTo({ screen: 'bank' })
  const books = jsonFile(join(app.profileDir, BOOKS), KeptBooks, app.log.error)
  const bank = lazyBank(app, { player, lock, vault, notify, transfers, books })
  const lookAtUpkeep = watchUpkeep(app, player, notify)
  const demoSecret = async () => (app.demo ? (await import('../../demo/index.ts')).demoPlayer.secret : undefined)
  const forget = async (profileId: string, purpose: Purpose) => {
    if (profileId !== app.profile.id) {
      const cacheDir = join(app.userData, 'communities', profileId, 'cache')
      // The id comes from the page. Only a valid one may become a path.
      if (purpose === 'player-secret' && v.is(CommunityProfile.entries.id, profileId))
        await rm(playerCopiesIn(cacheDir), { recursive: true, force: true })
      if (purpose === 'player-secret') keepPlayerName(undefined, settingsOf(app.settings, profileId), app.log)
      return vault.forget(profileId, purpose)
    }
    return purpose === 'player-secret' ? player.signOut() : bank.signOut()
  }
  return {
    lock,
    player,
    lookAtUpkeep,
    /** Deletes every credential of a profile. Signs the present profile out, too, since a late answer could store it again. */
    forgetProfile: async (profileId: string) => {
      for (const purpose of purposes) await forget(profileId, purpose)
    },
    openings: {
      vault: () => vaultHandlers(vault, profileIds, forget),
      player: () => playerHandlers(player, demoSecret, bank.followPending, lock),
      bank: async () => (await bank.open()).handlers,
    },
  }
}

const KEYCHAIN_SERVICE = 'Loadout'

/** Opens the vault. The keychain is not read until a secret is needed. */
function openVaultService({ redactor, log, userData, profile, demo }: AppContext) {
  const keyring = openSystemKeyring({
    service: KEYCHAIN_SERVICE,
    platform: process.platform,
    thread: pathToFileURL(builtPath('main/keyring-worker.js')),
    after,
  })
  // The demo's service is this program and has another port at each start.
  const hosts = demo ? DEMO_ID : hostsOf(profile)
  const vault = new Vault({ keyring, hosts, redactor, after, log: log.info })
  const profileIds = () => {
    try {
      const used = readdirSync(join(userData, 'communities'), { withFileTypes: true })
      const folders = used.filter((entry) => entry.isDirectory())
      return [...new Set([profile.id, ...folders.map(({ name }) => name)])]
    } catch {
      return [profile.id] // no other community was ever used
    }
  }
  return { vault, profileIds }
}
