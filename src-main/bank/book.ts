import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { type BankBook, type Template, TemplateInput } from '../../src-preload/contract/bank-book.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, errnoOf, type JsonFile } from '../lib/index.ts'
import type { AccountOwner } from './account-owner.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { type Day, dayAt, lastTime, nextTime } from './reminders.ts'
import { mayHaveMoved, plain } from './settle.ts'

const KeptTemplate = v.object({
  ...TemplateInput.entries,
  id: v.string(),
  /** The day it was made; it reminds of none before. */
  since: v.string(),
  /** The player wants to hear of no day up to this one. */
  skipped: v.optional(v.string()),
})
type KeptTemplate = v.InferOutput<typeof KeptTemplate>

/** What is on disk: each player's own, by the name that `PlayerAccounts` gives them. */
export const KeptBooks = v.record(
  v.string(),
  v.object({ favourites: v.array(v.string()), templates: v.array(KeptTemplate) }),
)
export type KeptBooks = v.InferOutput<typeof KeptBooks>
type KeptBook = KeptBooks[string]

export interface BookParts {
  file: JsonFile<KeptBooks>
  /** What the file held. */
  kept: KeptBooks
  journal: Journal
  owner: AccountOwner
  now: () => Date
  after: (ms: number, run: () => void) => () => void
}

const MOST = 200
/** A new day is noticed this soon, also after the computer has slept. */
const LOOK_MS = 10 * 60_000

/** The day that a template reminds of, if anything was due by then. */
function dueOf(
  { every, since, skipped = '', to, amount, info }: KeptTemplate,
  today: Day,
  made: readonly JournalEntry[],
) {
  const day = every && lastTime(every, today)
  if (day === undefined || day < since || day <= skipped) return undefined
  const isIt = (entry: JournalEntry) =>
    entry.to === to &&
    (entry.amount === amount || plain(entry.info) === plain(info)) &&
    dayAt(new Date(entry.confirmedAt)) >= day
  return made.some(isIt) ? undefined : day
}

/** True where any player's reminder is due. */
export const hasReminders = (kept: KeptBooks, now: Date): boolean =>
  Object.values(kept).some(({ templates }) => templates.some((one) => dueOf(one, dayAt(now), []) !== undefined))

/** Favourites and templates of whoever is here. It fills in forms; what is sent, and to whom, the player says yes to elsewhere. */
export class Book {
  readonly #parts: BookParts
  readonly #changed = new Emitter()
  /** One change after the other: each begins with what the one before it left. */
  readonly #inTurn = pLimit(1)
  #kept: KeptBooks
  #today: Day
  #callOff: () => void = () => undefined

  readonly onChange = this.#changed.on

  constructor(parts: BookParts) {
    this.#parts = parts
    this.#kept = parts.kept
    this.#today = dayAt(parts.now())
    parts.owner.onChange(() => this.#changed.emit())
    parts.journal.onChange(() => this.#changed.emit())
    this.#look()
  }

  /** Empty while no player is known. */
  get view(): BankBook {
    const { owner, journal, now } = this.#parts
    const { favourites, templates } = this.#of(owner.present?.player)
    const today = dayAt(now())
    const made = journal.entries.filter((entry) => owner.isMine(entry) && mayHaveMoved(entry))
    const shown = ({ since: _since, skipped: _skipped, ...one }: KeptTemplate, due?: Day): Template => ({
      ...one,
      due,
      next: one.every && nextTime(one.every, today),
    })
    return { favourites, templates: templates.map((one) => shown(one, dueOf(one, today, made))) }
  }

  async setFavourite(iban: string, is: boolean): Promise<void> {
    await this.#change(({ favourites, ...rest }) => {
      const others = favourites.filter((one) => one !== iban)
      return { ...rest, favourites: is ? [...others, iban].slice(-MOST) : others }
    })
  }

  /** @throws Failure `forbidden` where there are more than anybody needs */
  async save({ id = randomUUID(), ...input }: TemplateInput): Promise<void> {
    const today = dayAt(this.#parts.now())
    await this.#change(({ templates, ...rest }) => {
      const before = templates.find((one) => one.id === id)
      const others = templates.filter((one) => one !== before)
      if (others.length >= MOST) throw new Failure('forbidden', {})
      const isSame = JSON.stringify(before?.every) === JSON.stringify(input.every)
      const kept = { ...input, id, since: isSame && before ? before.since : today, skipped: before?.skipped }
      return { ...rest, templates: [...others, kept].sort((a, b) => (a.name < b.name ? -1 : 1)) }
    })
  }

  async remove(id: string): Promise<void> {
    await this.#change(({ templates, ...rest }) => ({ ...rest, templates: templates.filter((one) => one.id !== id) }))
  }

  async skip(id: string): Promise<void> {
    const skipped = dayAt(this.#parts.now())
    await this.#change(({ templates, ...rest }) => ({
      ...rest,
      templates: templates.map((one) => (one.id === id ? { ...one, skipped } : one)),
    }))
  }

  stop(): void {
    this.#callOff()
  }

  #of(player: string | undefined): KeptBook {
    const own = player !== undefined && Object.hasOwn(this.#kept, player) ? this.#kept[player] : undefined
    return own ?? { favourites: [], templates: [] }
  }

  /** @throws Failure `bank-needs-player`, `book-not-written`; then nothing has changed */
  async #change(make: (book: KeptBook) => KeptBook): Promise<void> {
    const { owner, file } = this.#parts
    const { player } = await owner.known()
    await this.#inTurn(async () => {
      if (owner.present?.player !== player) throw new Failure('bank-needs-player', {}) // gone meanwhile
      const kept = { ...this.#kept, [player]: make(this.#of(player)) }
      await file.write(kept).catch((error: unknown) => {
        throw new Failure('book-not-written', { errno: errnoOf(error) || 'unknown' })
      })
      this.#kept = kept
    })
    this.#changed.emit()
  }

  #look(): void {
    const today = dayAt(this.#parts.now())
    if (today !== this.#today) this.#changed.emit()
    this.#today = today
    this.#callOff = this.#parts.after(LOOK_MS, () => this.#look())
  }
}
