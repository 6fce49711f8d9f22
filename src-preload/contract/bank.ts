import * as v from 'valibot'
import { bookMembers, Iban, Id } from './bank-book.ts'
import { call, topic } from './members.ts'
import type { AccountKind } from './player-act.ts'

/** An account the player may use. Money is whole units. */
export interface BankAccount {
  iban: string
  /** Undefined if the service does not send it. */
  balance?: number
  kind: 'own' | 'shared' | 'company'
  /** The company's name, else empty. */
  label: string
  isDefault: boolean
}

/** The player's first account is `main`. */
export const accountKind = ({ kind, isDefault }: Pick<BankAccount, 'kind' | 'isDefault'>): AccountKind =>
  kind === 'own' && isDefault ? 'main' : kind

/** Somebody who can be paid: from the phonebook, the player's own accounts, or an earlier transfer. */
export interface Payee {
  iban: string
  name: string
  from: 'own' | 'phonebook' | 'recent'
}

export interface BankView {
  /** `none`: the community has no bank. `unasked`: the kept session was not needed yet. `expired`: the bank ended it. */
  session: 'none' | 'unasked' | 'signed-out' | 'signed-in' | 'expired'
  infoMaxLength: number
}

export interface BankAccounts {
  accounts: BankAccount[]
  payees: Payee[]
  /** When the balances were read, epoch ms. */
  asOf: number
  /** False for a stored copy, used because the service does not answer. */
  live: boolean
}

/** One booking on an account, as seen from that account. */
export interface Transaction {
  id: string
  /** Epoch ms, exact to the minute; undefined when the bank's date could not be read. */
  at?: number
  /** The date as the bank writes it. */
  dateText: string
  /** Signed whole units, positive for income. Undefined when the bank's number could not be read. */
  amount?: number
  type: string
  /** Account number of the other side; empty for cash. */
  counterpart: string
  /** Name of the other side, if it is in the player's phonebook. */
  counterpartName: string
  initiator: string
  info: string
  /** Balance after this booking, if it can be derived. */
  balance?: number
}

/** Identifies a booking by its fields, because a bank may give no numbers or equal ones. */
export const bookingKey = ({ id, dateText, amount, type, counterpart, initiator, info }: Transaction): string =>
  JSON.stringify([id, dateText, amount, type, counterpart, initiator, info])

export interface TransactionsRead {
  iban: string
  /** Newest first. Each text is the JSON of a `Transaction[]`, so that the page can parse a long list in parts. */
  pages: string[]
  total: number
  /** Records that could not be read at all. */
  setAside: number
  /** Epoch ms. */
  asOf: number
}

/**
 * The states of a transfer, and what leads to the next one (`settledBy`):
 *
 * - `confirmed`: the player said yes, nothing is sent. → `sending`; `not-sent` if it cannot be sent, or the app ended (`app`)
 * - `sending`: it may have reached the bank. → `succeeded` or `refused` by the bank's page or bookings (`bank`, `transactions`);
 *   `unknown` if both do not tell, or the app ended (`app`)
 * - `unknown`: → `succeeded` by a booking (`transactions`); `succeeded` or `refused` by the player's word (`player`)
 * - `succeeded`, `refused`: final by the bank's word. After the player's word, a booking makes it `succeeded` (`transactions`), and the
 *   player can take the word back: → `unknown`
 * - `not-sent`: final
 */
export const transferStates = ['confirmed', 'sending', 'succeeded', 'refused', 'unknown', 'not-sent'] as const

/** Why a transfer did not happen. */
export type RefusalReason =
  | 'wrong-format'
  | 'not-enough'
  | 'no-such-account'
  | 'token-expired'
  | 'signed-out'
  | 'unreachable'
  | 'answer-unusable'
  | 'keychain'
  | 'interrupted'
  | 'not-recorded'
  | 'player'

/** One line of the player's own record of transfers. */
export interface TransferEntry {
  id: string
  from: string
  to: string
  /** Whole units. */
  amount: number
  info: string
  /** Name of the receiver when it was confirmed, else empty. */
  payee: string
  state: (typeof transferStates)[number]
  reason?: RefusalReason
  settledBy?: 'bank' | 'transactions' | 'player' | 'app'
  /** Epoch ms. */
  confirmedAt: number
  /** When the request was sent, epoch ms. */
  sentAt?: number
  /** The bank's booking, if it was found. */
  transactionId?: string
  /** The player allows an equal transfer although this one is unknown. */
  overridden: boolean
  /** The player knows that it was not sent because the app ended. */
  seen?: boolean
  /** Of an unknown transfer: the bookings that may belong to it, as the last look found them. */
  likely?: LikelyBooking[]
}

/** A booking that may belong to an unknown transfer, in the bank's words. */
export type LikelyBooking = Pick<Transaction, 'id' | 'at' | 'dateText' | 'info'>

/**
 * The player's decision about an unknown transfer. `override`: it stays unknown, but an equal one is allowed. `seen`: the player knows that
 * it was not sent because the app ended.
 */
const settlements = ['happened', 'not-happened', 'override', 'take-back', 'seen'] as const
export type Settlement = (typeof settlements)[number]

export const transferFields = ['from', 'to', 'amount', 'info'] as const
export type TransferField = (typeof transferFields)[number]

/** What can be wrong with a field of a transfer. */
export type TransferFault =
  | 'unknown-account'
  | 'pattern'
  | 'same-account'
  | 'not-whole'
  | 'too-small'
  | 'more-than-balance'
  | 'control-characters'
  | 'too-long'
  | 'reserved-words'

export interface BankFailures {
  'bank-none': Record<string, never>
  'bank-signed-out': { expired: boolean }
  /** The bank could not be reached, or closed the connection. `reason` is an errno, `timeout` or `too-large`. */
  'bank-unreachable': { reason: string }
  /** The bank's answer is not the expected one. `what`: what was requested. */
  'bank-answer-unusable': { what: 'page' | 'token' | 'transactions' | 'cookies'; status: number }
  /** A pasted session cookie has no name, and this community allows several names. */
  'bank-cookie-name': Record<string, never>
  /** No player is signed in, so no account is known. */
  'bank-needs-player': Record<string, never>
  /** The signed-in player has no account: the community has no record of them, or a record without accounts. */
  'bank-no-account': Record<string, never>
  /** The fault of each wrong field. `reason`: the first of them. */
  'transfer-invalid': { reason: TransferFault } & { [field in TransferField]?: TransferFault }
  /** The draft was sent already, or is too old. */
  'transfer-draft-gone': Record<string, never>
  /** An equal transfer was made after the draft: the player must look again. */
  'transfer-outdated': Record<string, never>
  /** "It did not happen" is refused: `count` bookings on the account may belong to it. */
  'transfer-listed': { count: number }
  /** An equal transfer has an unknown outcome, which must be settled first. */
  'transfer-blocked': { entryId: string }
  /** The record of transfers cannot be written, so nothing is sent. */
  'journal-not-written': { errno: string }
  'book-not-written': { errno: string }
}

/** What a player typed, of any length. Main reports what is wrong, field by field. */
const Typed = v.string()

export const TransferInput = v.strictObject({
  from: Iban,
  to: Typed,
  /** Null if the player typed no whole number. */
  amount: v.nullable(v.number()),
  info: Typed,
})
export type TransferInput = v.InferOutput<typeof TransferInput>

/** A transfer whose fields were checked. */
export type Transfer = TransferInput & { amount: number }

const CsvWord = v.pipe(v.string(), v.maxLength(80))

/** The bookings for a CSV file, and its form in the player's language. */
export const CsvRequest = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(80)),
  /** Account by account: these bookings by their `bookingKey`, or all. */
  accounts: v.pipe(
    v.array(v.strictObject({ iban: Iban, keys: v.optional(v.pipe(v.array(v.string()), v.maxLength(1_000_000))) })),
    v.minLength(1),
    v.maxLength(100),
  ),
  /** Column titles in the player's language: account, date, type, amount, counterpart, name, by, text, balance. */
  titles: v.pipe(v.array(CsvWord), v.length(9)),
  /** The kinds of bookings in the player's language. Others stay in the bank's words. */
  kinds: v.strictObject({ transfer: CsvWord, add: CsvWord, remove: CsvWord }),
  separator: v.picklist([',', ';']),
})
export type CsvRequest = v.InferOutput<typeof CsvRequest>

/** A receipt's texts in the player's language. */
export const ReceiptText = v.strictObject({
  entryId: Id,
  title: v.pipe(v.string(), v.maxLength(200)),
  rows: v.pipe(
    v.array(v.tuple([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(2_000))])),
    v.maxLength(40),
  ),
  note: v.pipe(v.string(), v.maxLength(1_000)),
})
export type ReceiptText = v.InferOutput<typeof ReceiptText>

const Cookie = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(8_192), v.regex(/^[^\s;]+$/))

export const bankContract = {
  ...bookMembers,
  state: topic<BankView>(),
  /** The player's own record of transfers, newest first. */
  transfers: topic<TransferEntry[]>(),
  /** Opens the community's own sign-in. Resolves when the player has signed in or closed it. */
  signIn: call<BankView>()('harmless', v.undefined()),
  /** Cookies (and a form token) copied from a browser, as `name=value`. */
  pasteCookies: call<BankView>()(
    'harmless',
    v.strictObject({
      xsrf: Cookie,
      session: Cookie,
      token: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500))),
    }),
  ),
  signOut: call<void>()('harmless', v.undefined()),
  accounts: call<BankAccounts>()('reads', v.strictObject({ fresh: v.boolean() })),
  transactions: call<TransactionsRead>()('reads', v.strictObject({ iban: Iban })),
  /** Checks a transfer, asks the player, and sends it once. Answers with its record, whatever the outcome. */
  transfer: call<TransferEntry>()('player', TransferInput),
  /** Searches the bookings for an unknown transfer. */
  check: call<TransferEntry>()('reads', v.strictObject({ entryId: Id })),
  settle: call<TransferEntry>()('harmless', v.strictObject({ entryId: Id, as: v.picklist(settlements) })),
  saveCsv: call<void>()('player', CsvRequest),
  /** Asks where to save, and prints to that file. */
  saveReceipt: call<void>()('player', ReceiptText),
}
