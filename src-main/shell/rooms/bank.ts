import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import { bankHandlers, closedJournal, openBank, openJournal } from '../../bank/index.ts'
import { bankAccountsOf, type PlayerRoom } from '../../player/index.ts'
import type { Vault } from '../../vault/index.ts'
import { after } from '../after.ts'
import { bankDesktop } from './bank-desktop.ts'
import type { AppContext } from '../context.ts'

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
    thread: pathToFileURL(join(import.meta.dirname, 'bookings-worker.js')),
  })
  onQuit(() => bank.close())
  return { bank, handlers: bankHandlers(bank, bankDesktop(app, bank), profile.bank.sessionCookie) }
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
