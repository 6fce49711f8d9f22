/** A value that streamer mode hides, shown for as long as it is pressed: by mouse, finger, Space or Enter. */
export class Hold {
  #held = $state(false)

  get held() {
    return this.#held
  }

  /** For whatever is pressed. Nothing around it takes the press for its own. */
  readonly handlers = {
    onpointerdown: (event: PointerEvent) => this.#press(event),
    onpointerup: () => this.#release(),
    onpointerleave: () => this.#release(),
    onpointercancel: () => this.#release(),
    onblur: () => this.#release(),
    onclick: (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === ' ' || event.key === 'Enter') this.#press(event)
    },
    onkeyup: () => this.#release(),
  }

  #press(event: Event): void {
    if (event instanceof KeyboardEvent) event.preventDefault()
    event.stopPropagation()
    this.#held = true
    addEventListener('blur', this.#release, { once: true })
  }

  readonly #release = (): void => {
    this.#held = false
  }
}
