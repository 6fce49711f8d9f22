import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { type BankBook, type Rhythm, type Template, TemplateInput } from '../../src-preload/contract/bank-book.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, errnoOf, type JsonFile } from '../lib/index.ts'
import type { AccountOwner } from './account-owner.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { mayHaveMoved, plain } from './settle.ts'

const KeptTemplate = v.object({
  ...TemplateInput.entries,
  id: v.string(),
  /** The day on which it was made. It reminds of no earlier day. */
  since: v.string(),
  /** The player wants no reminder up to this day. */
  skipped: v.optional(v.string()),
})
type KeptTemplate = v.InferOutput<typeof KeptTemplate>

const isKnown = (template: object): template is KeptTemplate => v.is(KeptTemplate, template)

/** The file's content: each player's book by `PlayerAccounts.player`. A template of a newer version is not shown, but kept. */
export const KeptBooks = v.record(
  v.string(),
  v.looseObject({ favourites: v.array(v.string()), templates: v.array(v.looseObject({})) }),
)
export type KeptBooks = v.InferOutput<typeof KeptBooks>
type KeptBook = KeptBooks[string]

export interface BookParts {
  file: JsonFile<KeptBooks>
  /** What the file holds at the start. */
  kept: KeptBooks
  journal: Journal
  owner: AccountOwner
  now: () => Date
  after: (ms: number, run: () => void) => () => void
}

const MOST = 200
/** How often the day is looked at, so that a new one is noticed soon even after the computer has slept. */
const LOOK_MS = 10 * 60_000

/** The day that a template reminds of, if no transfer since then fits it. */
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

/** True if any player's reminder is due. */
export const hasReminders = (kept: KeptBooks, now: Date): boolean =>
  Object.values(kept).some(({ templates }) =>
    templates.filter(isKnown).some((one) => dueOf(one, dayAt(now), []) !== undefined),
  )

/** Favourites and templates of the present player. They fill in the form and send nothing. */
export class Book {
  readonly #parts: BookParts
  readonly #changed = new Emitter()
  /** One change at a time, because each builds on the one before. */
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
    const byName = templates.filter(isKnown).sort((a, b) => (a.name < b.name ? -1 : 1))
    return { favourites, templates: byName.map((one) => shown(one, dueOf(one, today, made))) }
  }

  async setFavourite(iban: string, is: boolean): Promise<void> {
    await this.#change(({ favourites, ...rest }) => {
      const others = favourites.filter((one) => one !== iban)
      return { ...rest, favourites: is ? [...others, iban].slice(-MOST) : others }
    })
  }

  /** @throws Failure `forbidden` if there are too many */
  async save({ id = randomUUID(), ...input }: TemplateInput): Promise<void> {
    const today = dayAt(this.#parts.now())
    await this.#change(({ templates, ...rest }) => {
      const before = templates.filter(isKnown).find((one) => one.id === id)
      const others = templates.filter((one) => one !== before)
      if (others.length >= MOST) throw new Failure('forbidden', {})
      const isSame = JSON.stringify(before?.every) === JSON.stringify(input.every)
      const kept = { ...input, id, since: isSame && before ? before.since : today, skipped: before?.skipped }
      return { ...rest, templates: [...others, kept] }
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

  /** @throws Failure `bank-needs-player`, `book-not-written`: then nothing changes */
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

/** A calendar day `YYYY-MM-DD` without a time zone. Such texts sort by date. */
export type Day = string

/** The day of an instant in this computer's time zone. */
export const dayAt = (at: Date): Day =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const written = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

const partsOf = (day: Day): [year: number, month: number, day: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}

/** A day of a month; the month's last day if it has no such day. */
function inMonth(year: number, month: number, day: number): Day {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return written(year, month, Math.min(day, last))
}

/** Monday is 1. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00Z`).getUTCDay() || 7

/** The last day of a rhythm, today included. */
export function lastTime({ unit, day }: Rhythm, today: Day): Day {
  const [year, month, date] = partsOf(today)
  if (unit === 'week') return written(year, month, date - ((weekdayOf(today) - day + 7) % 7))
  const here = inMonth(year, month, day)
  return here <= today ? here : inMonth(year, month - 1, day)
}

/** The next day of a rhythm after today. */
export function nextTime({ unit, day }: Rhythm, today: Day): Day {
  const [year, month, date] = partsOf(today)
  if (unit === 'week') return written(year, month, date + ((day - weekdayOf(today) + 6) % 7) + 1)
  const here = inMonth(year, month, day)
  return here > today ? here : inMonth(year, month + 1, day)
}
