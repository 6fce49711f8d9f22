import { asLines, collatorOf, sortRows, type Column, type Sorting } from './columns.ts'

export interface TableInput<R> {
  rows: () => readonly R[]
  columns: () => readonly Column<R>[]
  language: () => string
  open?: (row: R) => void
  /** Called when the player changes the sorting. */
  sorted?: (by: Sorting | undefined) => void
  /** Rows that always come before the others. */
  first?: () => ((row: R) => number) | undefined
}

/** A row by its index, and by its name in case it moves. */
interface Place {
  at: number
  name: string
}

const NOWHERE: Place = { at: -1, name: '' }

/** The sorting, cursor and selection of a table. They stay on their rows when these move. */
export class Table<R> {
  #input: TableInput<R>
  #sorting = $state.raw<Sorting | undefined>()
  #cursorPlace = $state.raw(NOWHERE)
  #anchorPlace = $state.raw(NOWHERE)
  readonly view: readonly R[] = $derived.by(() => this.#sorted())
  /** The index of the row with the keyboard's cursor; −1 for none. */
  readonly cursor = $derived(this.#indexOf(this.#cursorPlace))
  readonly #anchor = $derived(this.#indexOf(this.#anchorPlace))

  constructor(input: TableInput<R>, sortedBy?: Sorting | '') {
    this.#input = input
    if (sortedBy) this.#sorting = sortedBy
  }

  get sorting() {
    return this.#sorting
  }

  isSelected(at: number): boolean {
    const [first, last] = [Math.min(this.#anchor, this.cursor), Math.max(this.#anchor, this.cursor)]
    return first >= 0 && at >= first && at <= last
  }

  /** Sorts by a column: ascending, then descending, then unsorted. */
  sortBy(key: string): void {
    const now = this.#sorting
    if (now?.key !== key) this.sort({ key, descending: false })
    else this.sort(now.descending ? undefined : { key, descending: true })
  }

  sort(by: Sorting | undefined): void {
    this.#sorting = by
    this.#cursorPlace = this.#anchorPlace = NOWHERE
    this.#input.sorted?.(this.#sorting)
  }

  /** Puts the cursor on a row. `extend` selects from the selection's start to that row. */
  moveTo(at: number, extend = false): void {
    this.#cursorPlace = this.#placeOf(Math.max(0, Math.min(at, this.view.length - 1)))
    if (!extend || this.#anchor < 0) this.#anchorPlace = this.#cursorPlace
  }

  /** Selects no row. The cursor stays for the keys. */
  readonly unselect = (): void => {
    this.#anchorPlace = NOWHERE
  }

  selectAll(): void {
    this.#anchorPlace = this.#placeOf(0)
    this.#cursorPlace = this.#placeOf(this.view.length - 1)
  }

  open(at = this.cursor): void {
    const row = this.view[at]
    if (row !== undefined) this.#input.open?.(row)
  }

  /** The selected rows as text for the clipboard; `''` if no row is selected. */
  copied(): string {
    const from = Math.min(this.#anchor, this.cursor)
    const rows = from < 0 ? [] : this.view.slice(from, Math.max(this.#anchor, this.cursor) + 1)
    return rows.length === 0 ? '' : asLines(rows, this.#input.columns())
  }

  /** Handles a key; true if it did something. `page`: rows that fit on screen. `across`: rows in a line. */
  onKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>, page: number, across = 1): boolean {
    const steps: Record<string, number> = {
      ArrowDown: this.cursor < 0 ? 0 : this.cursor + across,
      ArrowUp: this.cursor - across,
      ...(across > 1 && { ArrowRight: this.cursor + 1, ArrowLeft: this.cursor - 1 }),
      PageDown: this.cursor + page,
      PageUp: this.cursor - page,
      Home: 0,
      End: this.view.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) this.moveTo(to, event.shiftKey)
    else if (event.key === 'Enter' && this.cursor >= 0) this.open()
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) this.selectAll()
    else return false
    return true
  }

  #nameOf(row: R | undefined): string {
    return (row !== undefined && this.#input.columns()[0]?.text(row)) || ''
  }

  #placeOf(at: number): Place {
    return { at, name: this.#nameOf(this.view[at]) }
  }

  #indexOf({ at, name }: Place): number {
    if (at < 0 || this.#nameOf(this.view[at]) === name) return Math.min(at, this.view.length - 1)
    const moved = this.view.findIndex((row) => this.#nameOf(row) === name)
    return moved < 0 ? Math.min(at, this.view.length - 1) : moved
  }

  #sorted(): readonly R[] {
    const { rows, columns, language } = this.#input
    const first = this.#input.first?.()
    const sorted = sortRows(rows(), columns(), this.#sorting, collatorOf(language()))
    return first && sorted.some(first) ? sorted.toSorted((a, b) => first(b) - first(a)) : sorted
  }
}
