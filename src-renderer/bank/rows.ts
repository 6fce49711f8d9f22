import { tick } from 'svelte'
import type { Transaction, TransactionRow } from '../../src-preload/contract/bank.ts'

import type { FailureCode } from '../../src-preload/contract/failure.ts'

/**
 * Empties records, for whoever still holds them: the engine keeps what was on screen for as long as it likes. Waits until
 * nothing draws them any more.
 */
export async function wipe(...lists: (readonly object[] | undefined)[]): Promise<void> {
  await tick()
  for (const item of lists.flatMap((list) => list ?? []))
    for (const key of Object.keys(item)) (item as Record<string, unknown>)[key] = undefined
}

/** What says that accounts which were read are no longer of who is here. */
export const nobodyHere: readonly FailureCode[] = ['bank-needs-player', 'bank-no-account']

/** One account's bookings, newest first; the first page alone until the others are read. */
export interface Bookings {
  iban: string
  rows: readonly Transaction[]
  /** Records that could not be read at all. */
  setAside: number
  /** When they were read, epoch ms. */
  asOf: number
}

/** How long the page may be kept from drawing at a time, ms. */
const SLICE_MS = 8

const known = <T>(value: T | null): T | undefined => value ?? undefined

/** The bookings of one page as it crossed. */
export const rowsOf = (page: string): Transaction[] =>
  (JSON.parse(page) as TransactionRow[]).map(
    ([id, at, dateText, amount, type, counterpart, counterpartName, initiator, info, balance]) => ({
      id,
      at: known(at),
      dateText,
      amount: known(amount),
      type,
      counterpart,
      counterpartName,
      initiator,
      info,
      balance: known(balance),
    }),
  )

/** Lets the page draw and hear before what comes next. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve))

/** All bookings of many pages, read in slices between which the page goes on; undefined as soon as nobody wants them any more. */
export async function readPages(pages: readonly string[], isWanted: () => boolean): Promise<Transaction[] | undefined> {
  const rows: Transaction[] = []
  let began = performance.now()
  for (const page of pages) {
    if (performance.now() - began > SLICE_MS) {
      await yieldToEventLoop()
      if (!isWanted()) return undefined
      began = performance.now()
    }
    for (const row of rowsOf(page)) rows.push(row)
  }
  return rows
}
