// Tested in Electron: bank.spec.ts
import { BrowserWindow } from 'electron'
import { pathToFileURL } from 'node:url'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import {
  type Bank,
  type BankDesktop,
  bankHandlers,
  closedJournal,
  type KeptBooks,
  openBank,
  openJournal,
  type PlayerAccounts,
  receiptHtml,
  type SignIn,
} from '../../bank/index.ts'
import { after, type JsonFile, ReadingThread, writeFileAtomic } from '../../lib/index.ts'
import { type Notice, reminderNotices, transferNotice } from '../../notifications/index.ts'
import { bankAccountsOf, type MoneyLock, type PlayerService } from '../../player/index.ts'
import type { Vault } from '../../vault/index.ts'
import { builtPath } from '../app-info.ts'
import type { AppContext } from '../context.ts'
import { openBankLogin, printPdf } from '../bank-windows.ts'

const limits = { connectMs: 10_000, answerMs: 45_000, maxBytes: 64 << 20 }

export interface BankNeeds {
  player: PlayerService
  lock: MoneyLock
  vault: Vault
  notify: (notice: Notice) => void
  /** Absolute path of the record of transfers. */
  transfers: string
  books: JsonFile<KeptBooks>
}

export async function openBankService(app: AppContext, { player, lock, vault, notify, transfers, books }: BankNeeds) {
  const { profile, redactor, now, log, appVersion, onQuit } = app
  // If the disk refuses the journal, the app starts without transfers.
  const journal = await openJournal(transfers).catch((error: unknown) => {
    log.error('the record of transfers cannot be opened', error)
    return closedJournal(new Failure('journal-not-written', { errno: journalErrno(error) }))
  })
  const thread = new ReadingThread(pathToFileURL(builtPath('main/bookings-worker.js')))
  const bank = openBank({
    profile,
    journal,
    books: { file: books, kept: (await books.read()) ?? {} },
    rest: vault.placeOf(profile.id, 'bank-session'),
    redactor,
    accounts: (fresh) => readAccounts(player, fresh),
    onPlayer: (listener) => player.onChange(({ state }) => listener(state === 'signed-in')),
    now,
    after,
    limits,
    agent: `Loadout/${appVersion}`,
    thread,
  })
  journal.onChange((entry) => {
    if (!bank.isMine(entry)) return // another player's
    const notice = transferNotice(entry, profile.bank.currency, BrowserWindow.getFocusedWindow() !== null)
    if (notice) notify(notice)
  })
  bank.book.onChange(() => bank.book.view.templates.flatMap(reminderNotices).forEach(notify))
  onQuit(() => bank.close())
  onQuit(() => thread.close())
  return { bank, handlers: bankHandlers(bank, bankDesktop(app, bank), profile.bank, lock) }
}

const journalErrno = (error: unknown) =>
  isFailure(error) && error.is('journal-not-written') ? error.facts.errno : 'unknown'

async function readAccounts(player: PlayerService, fresh: boolean): Promise<PlayerAccounts> {
  const reading = await player.player(fresh).catch((error: unknown) => {
    throw isFailure(error) && error.code === 'player-signed-out' ? new Failure('bank-needs-player', {}) : error
  })
  if (!reading.value) throw new Failure('bank-no-account', {})
  const live = reading.source === 'live' && !reading.refreshFailure
  const { id } = reading.value
  return { ...bankAccountsOf(reading.value), player: String(id), asOf: Date.parse(reading.asOf), live }
}

/** The bank's part on the desktop: sign-in window, files, printing. */
function bankDesktop(context: AppContext, bank: Bank): BankDesktop {
  const { profile, log } = context
  const openLogin = async (signIn: SignIn, over: AbortSignal) => {
    const start = await signIn.start()
    const home = new URL(profile.infoUrl ?? start.origin)
    const { loginHosts } = profile.bank
    const [parent] = BrowserWindow.getAllWindows()
    await openBankLogin({ parent, home, start, loginHosts, signIn, over, log: log.info })
  }
  let signingIn: { done: Promise<void>; over: AbortSignal } | undefined
  const beginLogin = (locked: AbortSignal) => {
    const signIn = bank.beginSignIn()
    const over = AbortSignal.any([signIn.over, locked])
    const done = openLogin(signIn, over).finally(() => {
      if (signingIn?.over === over) signingIn = undefined
    })
    return { done, over }
  }
  return {
    // one window at a time; an aborted one no longer counts
    signIn: (locked) => (signingIn?.over.aborted === false ? signingIn : (signingIn = beginLogin(locked))).done,
    saveFile: writeFileAtomic,
    savePdf: async (path, receipt) => writeFileAtomic(path, await printPdf(receiptHtml(receipt))),
    during: (work) => context.work.during(work),
  }
}
