import { Connections } from '../../http/index.ts'

export const CONNECT_MS = 15_000

/** Connections to download sources. */
export const openSourceConnections = (): Connections => new Connections({ connectMs: CONNECT_MS })

/** Tells that the computer has woken: Electron's power monitor. */
export interface Wakes {
  on(event: 'resume', listener: () => void): unknown
  off(event: 'resume', listener: () => void): unknown
}

/** Connections to download sources that are replaced when the computer wakes: those from before may be dead without a word. */
export class SourceConnections {
  readonly #wakes: Wakes
  readonly #onRenewed: () => void
  #present = openSourceConnections()

  /** `onRenewed` runs after each wake, before the former connections are destroyed. */
  constructor(wakes: Wakes, onRenewed: () => void) {
    this.#wakes = wakes
    this.#onRenewed = onRenewed
    wakes.on('resume', this.#renew)
  }

  get present(): Connections {
    return this.#present
  }

  readonly #renew = (): void => {
    const before = this.#present
    this.#present = openSourceConnections()
    this.#onRenewed()
    before.close()
  }

  close(): void {
    this.#wakes.off('resume', this.#renew)
    this.#present.close()
  }
}
