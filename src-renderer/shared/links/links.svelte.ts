/** The one address that the player was asked about, if any. Nothing of the service's is opened unasked. */
export class Links {
  #asked = $state<string>()

  get asked(): string | undefined {
    return this.#asked
  }

  /** Asks whether an https address should be opened in the system's browser. */
  readonly ask = (url: string): void => {
    this.#asked = url
  }

  readonly dismiss = (): void => {
    this.#asked = undefined
  }
}

/** One for the page. */
export const links = new Links()
