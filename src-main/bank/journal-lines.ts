import * as v from 'valibot'
import { transferStates, type TransferEntry } from '../../src-preload/contract/bank.ts'

/** An entry of the journal with what only main needs of it. */
export interface JournalEntry extends TransferEntry {
  /** Ids of equal bookings that stood on the account before the request left; absent when they could not be read. */
  before?: readonly string[]
  /** Whose it is, as `PlayerAccounts.player` names them; absent in what was written before players were. */
  player?: string
}

const Entry = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  from: v.string(),
  to: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  info: v.string(),
  payee: v.string(),
  state: v.picklist(transferStates),
  confirmedAt: v.number(),
  overridden: v.boolean(),
  player: v.optional(v.string()),
})

/** Reads a journal's text. Each line is the whole entry as it then was; the last line of an id counts. A line without its end was never finished. */
export function readLines(text: string): { entries: Map<string, JournalEntry>; unreadable: number } {
  const entries = new Map<string, JournalEntry>()
  let unreadable = 0
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line.trim() === '') continue
    try {
      const entry = v.parse(Entry, JSON.parse(line)) as unknown as JournalEntry
      entries.set(entry.id, entry)
    } catch {
      unreadable++
    }
  }
  return { entries, unreadable }
}
