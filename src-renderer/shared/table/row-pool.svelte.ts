import { untrack } from 'svelte'

/** A row element that is used again and again: it shows the row at `index` until it is needed elsewhere. */
export class Slot {
  readonly key: number
  /** Place in the list, from 0. */
  index = $state(-1)

  constructor(key: number) {
    this.key = key
  }
}

/** What is to be shown, in px and rows. */
export interface Extent {
  count: number
  rowPx: number
  /** What of the rows is seen, below the head. */
  seenPx: number
}

/** A row's height in rem: what the tokens call `--row`. */
export const ROW_REM = 2.5

/** What a card takes with the room around it, in rem. */
export const CARD_REM = { width: 12.5, height: 12 }

/** The pixels of one rem, by the player's scale. */
export const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Rows beside those that are seen, so that a turn of the wheel finds them drawn. */
const SPARE_ROWS = 4

/** The first place to show, and how many; always as many as long as there are enough rows, so that no element comes or goes. */
export function windowOf(topPx: number, { count, rowPx, seenPx }: Extent): { first: number; size: number } {
  const size = Math.min(count, Math.ceil(seenPx / rowPx) + 1 + 2 * SPARE_ROWS)
  const first = Math.max(0, Math.min(Math.floor(topPx / rowPx) - SPARE_ROWS, count - size))
  return { first, size }
}

/** Gives each place of the window a slot: what shows it already stays, what scrolled out is used again. Slots show neighbouring rows, in their order. */
export function assign(slots: readonly Slot[], first: number, size: number, make: () => Slot): readonly Slot[] {
  const moved = first - (slots[0]?.index ?? first)
  const free = slots.filter((_, at) => at < moved || at >= moved + size)
  const next = Array.from({ length: size }, (_, at) => slots[at + moved] ?? free.shift() ?? make())
  for (const [at, slot] of next.entries()) slot.index = first + at
  return next.length === slots.length && next.every((slot, at) => slot === slots[at]) ? slots : next
}

/** The few row elements that show a long list of rows of one height. Attach `viewport` to the element that scrolls. */
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

  /** In the order of the rows, which is the order of their elements. */
  get slots(): readonly Slot[] {
    return this.#slots
  }

  readonly viewport = (element: HTMLElement): (() => void) => {
    this.#element = element
    const place = () => this.#place(this.#extent())
    element.addEventListener('scroll', place, { passive: true }) // comes once a frame, before it is drawn
    return () => element.removeEventListener('scroll', place)
  }

  /** Scrolls as little as shows the row. */
  show(at: number): void {
    const element = this.#element
    if (!element) return
    const { rowPx, seenPx } = this.#extent()
    const most = at * rowPx
    const least = most + rowPx - seenPx
    element.scrollTop = Math.min(most, Math.max(least, element.scrollTop))
    this.#place(this.#extent())
  }

  #place(extent: Extent): void {
    const { first, size } = windowOf(this.#element?.scrollTop ?? 0, extent)
    this.#keepFocus(first, size)
    this.#slots = assign(this.#slots, first, size, () => new Slot(this.#made++))
  }

  /** A button of a row that scrolls out must not become the same button of another row under the player's key. */
  #keepFocus(first: number, size: number): void {
    const row = this.#element?.contains(document.activeElement) && document.activeElement?.closest('[aria-rowindex]')
    if (!row) return
    const at = Number(row.getAttribute('aria-rowindex')) - 2
    if (at >= 0 && (at < first || at >= first + size)) this.#element?.focus({ preventScroll: true })
  }
}
