import { untrack } from 'svelte'
import { withValues, type Column } from './columns.ts'
import { remPx } from './row-pool.svelte.ts'

/** The keys of the spare columns to leave out, so that the least widths of the others fit into `room`; the lowest `spare` goes first. */
export function leftOut(
  columns: readonly Pick<Column<never>, 'key' | 'spare'>[],
  least: Partial<Record<string, number>>,
  room: number,
): string[] {
  let over = columns.reduce((sum, { key }) => sum + (least[key] ?? 0), -room)
  return columns
    .filter(({ spare }) => spare !== undefined)
    .sort((a, b) => (a.spare ?? 0) - (b.spare ?? 0))
    .flatMap(({ key }) => {
      if (over <= 0) return []
      over -= least[key] ?? 0
      return [key]
    })
}

/** The columns of a table for which there is room. */
export class ColumnFit<R> {
  readonly #of: () => { columns: readonly Column<R>[]; rows: readonly R[] }
  #known: Record<string, true> = {}
  /** The columns with values. */
  readonly filled: readonly Column<R>[] = $derived.by(() => withValues(this.#of(), this.#known))
  /** The least width of each column, in rem, as it was in a table that was too narrow. */
  #least: Partial<Record<string, number>> = {}
  #hidden = $state.raw<readonly string[]>([])

  constructor(of: () => { columns: readonly Column<R>[]; rows: readonly R[] }) {
    this.#of = of
  }

  get shown(): readonly Column<R>[] {
    return this.filled.filter(({ key }) => !this.#hidden.includes(key))
  }

  /** The CSS grid tracks of the shown columns. */
  get tracks(): string {
    return this.shown.map(({ width }) => width ?? 'minmax(6rem, 1fr)').join(' ')
  }

  /** Watches the table's head, which becomes wider than the table if its columns do not fit. */
  readonly head = (head: HTMLElement): (() => void) => {
    const sizes = new ResizeObserver(() => this.#look(head))
    sizes.observe(head)
    if (head.parentElement) sizes.observe(head.parentElement)
    untrack(() => this.#look(head)) // before the first frame, so that nothing moves
    return () => sizes.disconnect()
  }

  #look(head: HTMLElement): void {
    const [rem, table] = [remPx(), head.parentElement?.clientWidth ?? 0]
    if (head.offsetWidth > table)
      for (const [at, { key }] of this.shown.entries())
        this.#least[key] = ((head.children[at] as HTMLElement | undefined)?.offsetWidth ?? 0) / rem
    const room = (table - (parseFloat(getComputedStyle(head).paddingRight) || 0)) / rem
    const hidden = leftOut(this.filled, this.#least, room)
    if (hidden.join() !== this.#hidden.join()) this.#hidden = hidden
  }
}
