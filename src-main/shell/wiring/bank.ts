// Tested in Electron: bank.spec.ts
import { BrowserWindow } from 'electron'
import { pathToFileURL } from 'node:url'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import {
  bankHandlers,
  closedJournal,
  type KeptBooks,
  openBank,
  openJournal,
  type PlayerAccounts,
} from '../../bank/index.ts'
import { after, type JsonFile, ReadingThread } from '../../lib/index.ts'
import { type Notice, reminderNotices, transferNotice } from '../../notifications/index.ts'
import { bankAccountsOf, type MoneyLock, type PlayerService } from '../../player/index.ts'
import type { Vault } from '../../vault/index.ts'
import { builtPath } from '../built.ts'
import { bankDesktop } from './bank-desktop.ts'
import type { AppContext } from '../context.ts'

const limits = { connectMs: 10_000, answerMs: 45_000, maxBytes: 64 << 20 }

export interface BankNeeds {
  player: PlayerService
  lock: MoneyLock
  vault: Vault
  /** Hears what is worth telling. */
  notify: (notice: Notice) => void
  /** Where the record of transfers stands; absolute. */
  transfers: string
  books: JsonFile<KeptBooks>
}

/** Opens online banking on the present profile. */
export async function openBankService(app: AppContext, { player, lock, vault, notify, transfers, books }: BankNeeds) {
  const { profile, redactor, now, log, appVersion, onQuit } = app
  // A disk that refuses the journal keeps transfers from being made, not the app from starting.
  const journal = await openJournal(transfers, now).catch((error: unknown) => {
    log.error('the record of transfers cannot be opened', error)
    return closedJournal(new Failure('journal-not-written', { errno: journalErrno(error) }))
  })
  const thread = new ReadingThread(pathToFileURL(builtPath('main/bookings-worker.js')))
  const bank = openBank({
    profile,
    journal,
    books: { file: books, kept: (await books.read()) ?? {} },
    rest: {
      read: () => vault.read(profile.id, 'bank-session'),
      write: (value) => vault.write(profile.id, 'bank-session', value),
      forget: () => vault.forget(profile.id, 'bank-session'),
    },
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
    if (!bank.isMine(entry)) return // whoever is here now has not made it
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
