import type { BrowserWindow, InputEvent } from 'electron'

const presses = new Set<InputEvent['type']>(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap'])

/** True for a press of the player's, which the system tells of; a script makes none. A key that is held down presses once. */
export const isPress = ({ type, modifiers }: InputEvent): boolean =>
  presses.has(type) && !modifiers?.some((one) => one.toLowerCase() === 'isautorepeat') // spelled otherwise in the types of each Electron

/** What a press led to has been asked for by then; what is asked later was not meant by it. */
const PRESS_LASTS_MS = 5_000

/** A window whose presses are followed. */
export interface PressedWindow extends Pick<BrowserWindow, 'on'> {
  webContents: Pick<BrowserWindow['webContents'], 'on'>
}

/**
 * Follows the presses in a window. Gives the way to keep the present one for what the page asks now: it is good for one act, however
 * long that takes to come about, and a later press is another's. A press ends with its window being hidden. `now`: milliseconds on a
 * clock that never jumps.
 */
export function followPresses(window: PressedWindow, now: () => number): () => () => boolean {
  let last: { at: number; isTaken: boolean } | undefined
  window.webContents.on('input-event', (_event, input) => {
    if (isPress(input)) last = { at: now(), isTaken: false }
  })
  window.on('hide', () => (last = undefined))
  return () => {
    const press = last && now() - last.at <= PRESS_LASTS_MS ? last : undefined
    return () => {
      if (!press || press.isTaken) return false
      press.isTaken = true
      return true
    }
  }
}

interface QuietParts {
  now: () => number
  leastMs: number
  /** Calls after so many ms. */
  later: (ms: number, then: () => void) => void
  /** Called whenever it has been quiet for `leastMs`. */
  ready: () => void
}

/**
 * How long a question has been before the player without a press: what comes earlier was meant for something else.
 * `now`: milliseconds on a clock that never jumps.
 */
export class Quiet {
  readonly #parts: QuietParts
  #since = Infinity
  #isWaiting = false

  constructor(parts: QuietParts) {
    this.#parts = parts
  }

  get ms(): number {
    return this.#parts.now() - this.#since
  }

  /** The question came before the player, or is before them again. */
  readonly begin = (): void => {
    this.#since = this.#parts.now()
    if (!this.#isWaiting) this.#wait(this.#parts.leastMs)
    this.#isWaiting = true
  }

  /** A timer may end early, or a press may have come meanwhile. */
  #wait(ms: number): void {
    const { later, leastMs, ready } = this.#parts
    later(ms, () => {
      if (this.ms < leastMs) return this.#wait(leastMs - this.ms)
      this.#isWaiting = false
      ready()
    })
  }

  /** Once it was quiet, a press is an answer. */
  readonly press = (): void => {
    if (this.ms < this.#parts.leastMs) this.begin()
  }
}
