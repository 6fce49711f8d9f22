import type { Sheet } from './question-sheet.ts'
import type { Rectangle } from './window-place.ts'

const WIDTH = 520
/** The window's width without its margins. */
const INNER_WIDTH = WIDTH - 48
/** The height without any text: title bar, margins and buttons. */
const BARE_HEIGHT = 152
const LINE = 24
const TITLE_LINE = 29
/** The width of a letter in a wide font, since some systems do not have ours. */
const LETTER = 9.2
const TITLE_LETTER = 14
/** The space between a label and its value, and a label's least width. */
const GAP = 24
const LEAST_LABEL = 96

/** The height of the buttons' strip at the bottom, including a title bar's, and its width from the right. */
const BUTTONS = 90
const BUTTONS_WIDTH = 440

/** Counts the lines of a text: words wrap, and a word that is longer than a line breaks. */
function lines(text: string | undefined, width: number, letter = LETTER): number {
  const room = Math.floor(width / (letter * 1.1)) // some texts have more wide letters
  return (text?.split('\n') ?? []).reduce((sum, paragraph) => {
    let count = 1
    let used = 0
    for (const { length } of paragraph.split(' ')) {
      if (used > 0 && used + 1 + length > room) {
        count++
        used = 0
      }
      used += length + (used > 0 ? 1 : 0)
      const full = Math.max(0, Math.ceil(used / room) - 1)
      count += full
      used -= full * room
    }
    return sum + count
  }, 0)
}

function heightOf({ title, lead, note, rows, warning }: Sheet): number {
  const labels = Math.max(LEAST_LABEL, ...rows.map(({ label }) => label.length * LETTER))
  const values = rows.map(({ value, more }) => {
    const width = INNER_WIDTH - labels - GAP
    return (lines(value, width) + lines(more, width)) * LINE + 8
  })
  return (
    BARE_HEIGHT +
    lines(title, INNER_WIDTH, TITLE_LETTER) * TITLE_LINE +
    (lead ? 44 : 0) +
    lines(note, INNER_WIDTH) * LINE +
    values.reduce((sum, height) => sum + height, rows.length > 0 ? 16 : 0) +
    (warning ? lines(warning, INNER_WIDTH - GAP) * LINE + 36 : 0)
  )
}

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(value, most)))

/**
 * Where a question's window opens: over the app's window, as large as its text needs, within the screen, and so that its buttons are
 * not under the pointer, which the player has just clicked with.
 */
export function questionPlace(
  sheet: Sheet,
  scale: number,
  { parent, workArea, pointer }: { parent?: Rectangle; workArea: Rectangle; pointer: { x: number; y: number } },
): Rectangle {
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
