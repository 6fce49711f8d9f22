import type { BrowserWindow, InputEvent } from 'electron'

const presses = new Set<InputEvent['type']>(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap'])

/** True for a press by the player; scripts cannot make one. A key that is held down counts once. */
export const isPress = ({ type, modifiers }: InputEvent): boolean =>
  presses.has(type) && !modifiers?.some((one) => one.toLowerCase() === 'isautorepeat') // each Electron's types spell it in another way

/** How long a press is valid. What is invoked later was not meant by it. */
const PRESS_LASTS_MS = 5_000

export interface PressedWindow extends Pick<BrowserWindow, 'on'> {
  webContents: Pick<BrowserWindow['webContents'], 'on'>
}

/**
 * Follows the presses in a window. The returned function reserves the last press for one act, which may come much later, and gives the
 * function that takes it. Hiding the window cancels a press. `now`: milliseconds on a clock that never jumps.
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
  later: (ms: number, then: () => void) => void
  /** Called whenever it has been quiet for `leastMs`. */
  ready: () => void
}

/**
 * Measures how long a question is visible without a press. An earlier press was meant for something else.
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

  /** To be called when the question becomes visible, also again. */
  readonly begin = (): void => {
    this.#since = this.#parts.now()
    if (!this.#isWaiting) this.#wait(this.#parts.leastMs)
    this.#isWaiting = true
  }

  /** Waits again if the timer ends early or there was a press meanwhile. */
  #wait(ms: number): void {
    const { later, leastMs, ready } = this.#parts
    later(ms, () => {
      if (this.ms < leastMs) return this.#wait(leastMs - this.ms)
      this.#isWaiting = false
      ready()
    })
  }

  /** Starts again at a press that comes too early. A later press is an answer. */
  readonly press = (): void => {
    if (this.ms < this.#parts.leastMs) this.begin()
  }
}
