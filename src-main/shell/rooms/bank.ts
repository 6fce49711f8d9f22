import { BrowserWindow, dialog } from 'electron'
import { join } from 'node:path'
import type { ReceiptText } from '../../../src-preload/contract/bank.ts'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import {
  bankHandlers,
  closedJournal,
  openBank,
  openJournal,
  receiptHtml,
  type Bank,
  type BankDesktop,
} from '../../bank/index.ts'
import { writeFileAtomic } from '../../lib/index.ts'
import { bankAccountsOf, type PlayerRoom } from '../../player/index.ts'
import type { Vault } from '../../vault/index.ts'
import { after } from '../after.ts'
import { openBankLogin } from '../bank-login.ts'
import type { AppContext } from '../context.ts'
import { printPdf } from '../print.ts'

const limits = { connectMs: 10_000, answerMs: 45_000, maxBytes: 64 << 20 }

/** Opens online banking on the present profile. */
export async function openBankRoom(app: AppContext, player: PlayerRoom, vault: Vault) {
  const { profile, profileDir, redactor, now, log, appVersion, onQuit } = app
  // A disk that refuses the journal keeps transfers from being made, not the app from starting.
  const journal = await openJournal(join(profileDir, 'bank', 'transfers.jsonl'), now).catch((error: unknown) => {
    log.error('the record of transfers cannot be opened', error)
    return closedJournal(new Failure('journal-not-written', { errno: journalErrno(error) }))
  })
  const bank = openBank({
    profile,
    journal,
    rest: {
      read: () => vault.read(profile.id, 'bank-session'),
      write: (value) => vault.write(profile.id, 'bank-session', value),
      forget: () => vault.forget(profile.id, 'bank-session'),
    },
    redactor,
    accounts: (fresh) => readAccounts(player, fresh),
    now,
    after,
    limits,
    agent: `Loadout/${appVersion}`,
  })
  onQuit(() => bank.close())
  return { bank, handlers: bankHandlers(bank, desktopOf(app, bank), profile.timeZone) }
}

const journalErrno = (error: unknown) =>
  isFailure(error) && error.is('journal-not-written') ? error.facts.errno : 'unknown'

async function readAccounts(player: PlayerRoom, fresh: boolean) {
  const reading = await player.player(fresh).catch((error: unknown) => {
    throw isFailure(error) && error.code === 'player-signed-out' ? new Failure('bank-needs-player', {}) : error
  })
  if (!reading.value) throw new Failure('bank-needs-player', {})
  const live = reading.source === 'live' && !reading.refreshFailure
  return { ...bankAccountsOf(reading.value), asOf: Date.parse(reading.asOf), live }
}

async function save(name: string, content: string | Uint8Array): Promise<boolean> {
  const parent = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const options = { defaultPath: name.replace(/[^\p{L}\p{N} ._-]/gu, '_') }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  if (canceled || !filePath) return false
  await writeFileAtomic(filePath, content)
  return true
}

function desktopOf({ profile, log }: AppContext, bank: Bank): BankDesktop {
  return {
    async signIn() {
      const start = await bank.signInAddress()
      const home = new URL(profile.infoUrl ?? start.origin)
      const { loginHosts } = profile.bank
      const [parent] = BrowserWindow.getAllWindows()
      await openBankLogin({ parent, home, start, loginHosts, take: bank.trySignIn, log: log.info })
    },
    saveFile: save,
    savePdf: async (name: string, receipt: ReceiptText) => save(name, await printPdf(receiptHtml(receipt))),
  }
}
