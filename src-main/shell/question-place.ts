import type { Sheet } from '../desktop/index.ts'

/** A rectangle of the screen, in its own points. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const WIDTH = 520
/** Title, buttons and what is between them; the rest scrolls where a small screen has no room. */
const BARE_HEIGHT = 150
const LINE = 27
/** Letters of a value that a line holds. */
const LINE_LETTERS = 40
const FULL_LINE_LETTERS = 58
/** The buttons' strip at the bottom, with the margin of a title bar, and how far they reach from its end. */
const BUTTONS = 90
const BUTTONS_WIDTH = 380

const lines = (text: string, letters = LINE_LETTERS): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)

function heightOf({ lead, note, rows, warning }: Sheet): number {
  const words = [note, warning].reduce((sum, text) => sum + (text ? lines(text, FULL_LINE_LETTERS) : 0), 0)
  const values = rows.reduce((sum, { value, more }) => sum + lines(value) + (more ? lines(more) : 0) + 0.35, 0)
  return BARE_HEIGHT + (words + values) * LINE + (lead ? 44 : 0) + (warning ? 34 : 0) + (rows.length > 0 ? 16 : 0)
}

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(value, most)))

/**
 * Where a question's window opens: over the app's, as large as its text, on the screen, and so that its buttons are not under the
 * pointer, which is still where the button was that led to it.
 */
export function questionPlace(
  sheet: Sheet,
  scale: number,
  { parent, workArea, pointer }: { parent?: Area; workArea: Area; pointer: { x: number; y: number } },
): Area {
  const width = within(WIDTH * scale, 0, workArea.width)
  const height = within(heightOf(sheet) * scale, 0, Math.min(workArea.height, 720 * scale))
  const over = parent ?? workArea
  const right = workArea.x + workArea.width - width
  const bottom = workArea.y + workArea.height - height
  const x = within(over.x + (over.width - width) / 2, workArea.x, right)
  const y = within(over.y + (over.height - height) / 2, workArea.y, bottom)
  const strip = BUTTONS * scale
  const isUnder = (place: { x: number; y: number }) =>
    pointer.x >= place.x + width - BUTTONS_WIDTH * scale &&
    pointer.x <= place.x + width &&
    pointer.y >= place.y + height - strip &&
    pointer.y <= place.y + height + strip / 3
  const heights = [y, pointer.y - height - strip / 2, pointer.y - height + strip * 1.5, workArea.y, bottom]
  const places = [x, workArea.x, right].flatMap((left) =>
    heights.map((top) => ({ x: left, y: within(top, workArea.y, bottom) })),
  )
  return { ...(places.find((place) => !isUnder(place)) ?? { x, y }), width, height }
}
