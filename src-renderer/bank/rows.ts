import { tick } from 'svelte'
import type { Transaction } from '../../src-preload/contract/bank.ts'

import type { FailureCode } from '../../src-preload/contract/failure.ts'

/**
 * Empties records after the page has stopped drawing them. The engine may keep references to what was on screen, so dropping
 * ours is not enough.
 */
export async function wipe(...lists: (readonly object[] | undefined)[]): Promise<void> {
  await tick()
  for (const item of lists.flatMap((list) => list ?? []))
    for (const key of Object.keys(item)) (item as Record<string, unknown>)[key] = undefined
}

/** Failures after which the shown accounts no longer belong to the present player. */
export const nobodyHere: readonly FailureCode[] = ['bank-needs-player', 'bank-no-account']

/** One account's bookings, newest first. At first only the first page, until the others are read. */
export interface Bookings {
  iban: string
  rows: readonly Transaction[]
  /** The number of records that could not be read. */
  setAside: number
  /** When the bank answered, epoch ms. */
  asOf: number
}

/** The longest time without a yield to the event loop, ms. */
const SLICE_MS = 8

/** The bookings of one page from main. */
export const rowsOf = (page: string): Transaction[] => JSON.parse(page) as Transaction[]

/** Lets the page draw and handle events. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve))

/** All bookings of many pages, read in slices so that the page stays responsive; undefined if they are no longer wanted. */
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
