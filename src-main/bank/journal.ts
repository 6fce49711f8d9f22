import { constants } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { transferStates, type TransferEntry } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, errnoOf, makePrivateFolder } from '../lib/index.ts'

/** An entry of the journal, with the fields that only main needs. */
export interface JournalEntry extends TransferEntry {
  /** Ids of equal bookings on the account before the request was sent; absent if they could not be read. */
  before?: readonly string[]
  /** The earliest time that the bank's booking can have, by the bank's clock: epoch ms. */
  since?: number
  /** The player, as in `PlayerAccounts.player`; absent in entries of early versions. */
  player?: string
}

const orNone = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined)

/**
 * Tolerant, because another version may have written a line: a transfer that is not read could be made again. A state of a newer version
 * counts as unknown, until the bookings decide.
 */
const Entry = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  from: v.string(),
  to: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  info: v.fallback(v.string(), ''),
  payee: v.fallback(v.string(), ''),
  state: v.fallback(v.picklist(transferStates), 'unknown'),
  confirmedAt: v.fallback(v.number(), 0),
  overridden: v.fallback(v.boolean(), false),
  player: orNone(v.string()),
  before: orNone(v.array(v.string())),
  since: orNone(v.number()),
  sentAt: orNone(v.number()),
  likely: orNone(v.array(v.looseObject({ id: v.string(), dateText: v.string(), info: v.string() }))),
})

export type EntryChange = Partial<Omit<JournalEntry, 'id'>>

/** The record of transfers on disk. Every change is flushed to the disk before its promise settles. */
export interface Journal {
  /** In the order of confirmation. */
  readonly entries: readonly JournalEntry[]
  find(id: string): JournalEntry | undefined
  /** @throws Failure `journal-not-written`: then the entry does not exist */
  add(entry: JournalEntry): Promise<void>
  /** Changes an entry. @throws Failure `journal-not-written`: then nothing changes */
  change(id: string, change: EntryChange): Promise<JournalEntry>
  /**
   * Records the outcome of an entry. Memory keeps it even if the disk refuses, so that the player sees the truth. What the disk
   * still holds reads as `unknown` or `not-sent` after a restart, which is less but not wrong.
   */
  conclude(id: string, change: EntryChange): Promise<JournalEntry>
  onChange(listener: (entry: JournalEntry) => void): () => void
  close(): Promise<void>
}

/** True if a line that cannot be read may be one of this entry. */
const mayBeAbout = (line: string, id: string): boolean =>
  !line.startsWith('{') || !line.endsWith('}') || line.includes(JSON.stringify(id))

/**
 * Reads a journal's text. Each line is a whole entry, and the last line of an id counts. A last line without its line break was
 * never finished. A line that cannot be read stays in the file.
 */
export function readLines(text: string): Map<string, JournalEntry> {
  const entries = new Map<string, JournalEntry>()
  for (const line of text.split('\n').slice(0, -1)) {
    try {
      const entry = v.parse(Entry, JSON.parse(line)) as unknown as JournalEntry
      entries.set(entry.id, entry)
    } catch {
      // the line may say that a confirmed transfer was sent
      for (const [id, entry] of entries)
        if (entry.state === 'confirmed' && mayBeAbout(line, id)) entries.set(id, { ...entry, state: 'sending' })
    }
  }
  return entries
}

/** Reads a journal without opening it: whether a transfer's outcome is unknown, and whether the app ended during one. */
export async function leftIn(path: string): Promise<{ unsettled: boolean; interrupted: boolean }> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const states = [...readLines(text).values()].map(({ state }) => state)
  const has = (...some: TransferEntry['state'][]) => states.some((state) => some.includes(state))
  return { unsettled: has('sending', 'unknown'), interrupted: has('sending', 'confirmed') }
}

async function openForAppend(path: string): Promise<FileHandle> {
  await makePrivateFolder(dirname(path))
  const file = await open(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR, 0o600)
  await file.chmod(0o600) // an earlier version may have made it readable for all
  if (process.platform !== 'win32') {
    const folder = await open(dirname(path), 'r') // the new file's name must survive a power cut
    await folder.sync().finally(() => folder.close())
  }
  return file
}

/** Stands for a journal that cannot be opened. It refuses every entry, so nothing can be sent. */
export function closedJournal(why: Failure<'journal-not-written'>): Journal {
  const refuse = () => Promise.reject(why)
  const nothing = () => () => undefined
  return {
    entries: [],
    find: () => undefined,
    add: refuse,
    change: refuse,
    conclude: refuse,
    onChange: nothing,
    close: () => Promise.resolve(),
  }
}

const notWritten = (error: unknown) => new Failure('journal-not-written', { errno: errnoOf(error) || 'unknown' })

/**
 * Opens the journal (JSON lines, append only), and settles what a crash left: `sending` may have reached the bank and becomes
 * `unknown`; `confirmed` was never sent, since `sending` is written first.
 * @throws Failure `journal-not-written` if the file cannot be opened for writing
 */
export async function openJournal(path: string): Promise<Journal> {
  const file = await openForAppend(path).catch((error: unknown) => {
    throw notWritten(error)
  })
  const text = await readFile(path, 'utf8')
  const entries = readLines(text)
  const changes = new Emitter<JournalEntry>()
  let torn = text !== '' && !text.endsWith('\n')
  const inTurn = pLimit(1)

  const append = async (entry: JournalEntry) => {
    const line = `${torn ? '\n' : ''}${JSON.stringify(entry)}\n`
    torn = true // if this line is not written whole, the next one begins with a line break
    await file.appendFile(line)
    torn = false
    await file.sync()
  }
  /** Makes one change at a time. Memory follows the disk; with `regardless`, it changes even if the disk refuses. */
  const commit = (make: () => JournalEntry, regardless = false): Promise<JournalEntry> =>
    inTurn(async () => {
      const entry = make()
      try {
        await append(entry)
      } catch (error) {
        if (!regardless) throw notWritten(error)
      }
      entries.set(entry.id, entry)
      changes.emit(entry)
      return entry
    })
  const changed = (id: string, change: EntryChange) => () => {
    const entry = entries.get(id)
    if (!entry) throw new Error(`no journal entry ${id}`)
    return { ...entry, ...change }
  }
  const journal: Journal = {
    get entries() {
      return [...entries.values()]
    },
    find: (id) => entries.get(id),
    add: async (entry) => void (await commit(() => entry)),
    change: (id, change) => commit(changed(id, change)),
    conclude: (id, change) => commit(changed(id, change), true),
    onChange: changes.on,
    close: () => inTurn(() => file.close()),
  }
  for (const { id, state } of journal.entries) {
    if (state === 'sending') await journal.conclude(id, { state: 'unknown', settledBy: 'app' })
    if (state === 'confirmed')
      await journal.conclude(id, { state: 'not-sent', reason: 'interrupted', settledBy: 'app' })
  }
  return journal
}
