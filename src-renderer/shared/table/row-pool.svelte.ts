import { untrack } from 'svelte'

/** A row element that is reused: it shows the row at `index` until it is needed for another one. */
class Slot {
  readonly key: number
  /** Place in the list, from 0. */
  index = $state(-1)

  constructor(key: number) {
    this.key = key
  }
}

/** The sizes of a list, in rows and px. */
export interface Extent {
  count: number
  rowPx: number
  /** The height of the visible rows, without the head. */
  seenPx: number
}

/** A row's height in rem, the same as `--row` in the tokens. */
export const ROW_REM = 2.5
export const LARGE_ROW_REM = 3.5

/** A card's size with its gaps, in rem; in a short list it is large and shows all columns. */
export const CARD_REM = { width: 12.5, height: 12 }
/** A card with a second line of facts. */
export const TWO_LINES_REM = { width: 12.5, height: 13.5 }
export const LARGE_CARD_REM = { width: 18, height: 18 }

/** The pixels of one rem at the player's scale. */
export const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Extra rows above and below the visible ones, so that a small scroll finds them drawn. */
const SPARE_ROWS = 4

/** The first row to draw and the number of rows. The number changes only if there are too few rows, so elements are reused. */
function windowOf(topPx: number, { count, rowPx, seenPx }: Extent): { first: number; size: number } {
  const size = Math.min(count, Math.ceil(seenPx / rowPx) + 1 + 2 * SPARE_ROWS)
  const first = Math.max(0, Math.min(Math.floor(topPx / rowPx) - SPARE_ROWS, count - size))
  return { first, size }
}

/**
 * Gives each row of the window a slot. A slot that already shows the row keeps it, and slots that scrolled out are reused. The slots
 * must show consecutive rows in order.
 */
export function assign(slots: readonly Slot[], first: number, size: number, make: () => Slot): readonly Slot[] {
  const moved = first - (slots[0]?.index ?? first)
  const free = slots.filter((_, at) => at < moved || at >= moved + size)
  const next = Array.from({ length: size }, (_, at) => slots[at + moved] ?? free.shift() ?? make())
  for (const [at, slot] of next.entries()) slot.index = first + at
  return next.length === slots.length && next.every((slot, at) => slot === slots[at]) ? slots : next
}

/** The few row elements that show a long list of rows with equal heights. Attach `viewport` to the element that scrolls. */
export class RowPool {
  #slots = $state.raw<readonly Slot[]>([])
  #extent: () => Extent
  #element: HTMLElement | undefined
  #made = 0

  constructor(extent: () => Extent) {
    this.#extent = extent
    $effect.pre(() => {
      const now = extent()
      untrack(() => this.#place(now))
    })
  }

  /** In the order of the rows, which is also that of their elements. */
  get slots(): readonly Slot[] {
    return this.#slots
  }

  /** All rows fit, except for the last one's border. Then there is no scroll bar, but the cells keep its space. */
  get fits(): boolean {
    const { count, rowPx, seenPx } = this.#extent()
    return count * rowPx <= seenPx + 1
  }

  readonly viewport = (element: HTMLElement): (() => void) => {
    this.#element = element
    const place = () => this.#place(this.#extent())
    element.addEventListener('scroll', place, { passive: true }) // comes once per frame, before it is drawn
    return () => element.removeEventListener('scroll', place)
  }

  /** Scrolls just enough to show the row. */
  show(at: number): void {
    const element = this.#element
    if (!element) return
    const { rowPx, seenPx } = this.#extent()
    const most = at * rowPx
    const least = Math.ceil((most + rowPx - seenPx) / rowPx) * rowPx // no half row below the head
    element.scrollTop = Math.min(most, Math.max(least, element.scrollTop))
    this.#place(this.#extent())
  }

  /** At a component's top: takes the focus from a row that has moved in the list, too. */
  leaveMoved<R>(rows: () => readonly R[], nameOf: (row: R) => string): void {
    const nameAt = (list: readonly R[], at: number) => {
      const row = list[at]
      return row === undefined ? undefined : nameOf(row)
    }
    let before = untrack(rows)
    $effect.pre(() => {
      const [was, now] = [before, (before = rows())]
      untrack(() => this.#leaveRow((at) => nameAt(was, at) !== nameAt(now, at)))
    })
  }

  #place(extent: Extent): void {
    const { first, size } = windowOf(this.#element?.scrollTop ?? 0, extent)
    this.#leaveRow((at) => at < first || at >= first + size)
    this.#slots = assign(this.#slots, first, size, () => new Slot(this.#made++))
  }

  /**
   * Moves the focus to the list if the focused row is gone from its place. Otherwise its reused element would keep the focus, and a key
   * would press another row's button.
   */
  #leaveRow(isGone: (at: number) => boolean): void {
    const row = this.#element?.contains(document.activeElement) && document.activeElement?.closest('[aria-rowindex]')
    if (!row) return
    const at = Number(row.getAttribute('aria-rowindex')) - 2
    if (at >= 0 && isGone(at)) this.#element?.focus({ preventScroll: true })
  }
}
