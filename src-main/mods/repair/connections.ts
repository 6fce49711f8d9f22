import { Agent, type Dispatcher } from 'undici'
import { noPauseAtEnd } from '../../lib/index.ts'

const CONNECT_MS = 15_000

/** Connections to download sources. Stalls are watched where the bytes are taken, since a pause is none. */
export const openSourceAgent = (): Dispatcher =>
  new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } }).compose(noPauseAtEnd)

/** Tells that the computer has woken: Electron's power monitor. */
export interface Wakes {
  on(event: 'resume', listener: () => void): unknown
  off(event: 'resume', listener: () => void): unknown
}

/** Connections to download sources that are replaced when the computer wakes: those from before may be dead without a word. */
export class SourceConnections {
  readonly #wakes: Wakes
  readonly #onRenewed: () => void
  #agent = openSourceAgent()

  /** `onRenewed` runs after each wake, before the former connections are destroyed. */
  constructor(wakes: Wakes, onRenewed: () => void) {
    this.#wakes = wakes
    this.#onRenewed = onRenewed
    wakes.on('resume', this.#renew)
  }

  get agent(): Dispatcher {
    return this.#agent
  }

  readonly #renew = (): void => {
    const before = this.#agent
    this.#agent = openSourceAgent()
    this.#onRenewed()
    void before.destroy()
  }

  close(): Promise<void> {
    this.#wakes.off('resume', this.#renew)
    return this.#agent.destroy()
  }
}
