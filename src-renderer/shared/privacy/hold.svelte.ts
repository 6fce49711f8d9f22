/** What ends a press, wherever the pointer is by then: what is shown may be narrower than what was pressed. */
// not captured: a blur of something in the page is none of the window
const ends = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const

/** A value that streamer mode hides, shown for as long as it is pressed: by mouse, finger, Space or Enter. */
export class Hold {
  #held = $state(false)

  get held() {
    return this.#held
  }

  /** For whatever is pressed. Nothing around it takes the press for its own. */
  readonly handlers = {
    onpointerdown: (event: PointerEvent) => this.#press(event),
    onclick: (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return
      event.preventDefault()
      this.#press(event)
    },
    onblur: () => this.#release(),
  }

  #press(event: Event): void {
    event.stopPropagation()
    this.#held = true
    for (const end of ends) addEventListener(end, this.#release)
  }

  readonly #release = (): void => {
    this.#held = false
    for (const end of ends) removeEventListener(end, this.#release)
  }
}
