/** Events on the window that end a press. The shown value may be narrower than the dots, so the pointer may no longer be over it. */
// the listeners do not capture, so a blur inside the page does not count
const ends = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const

/** A value that streamer mode hides. It is visible while the player presses it: by mouse, finger, Space or Enter. */
export class Hold {
  #held = $state(false)

  get held() {
    return this.#held
  }

  /** The event handlers of the pressed element. They keep the press from elements around it. */
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
