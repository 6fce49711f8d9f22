/** How often the page may make requests by itself: whenever values get stale, less often, or never. */
export type Pace = 'usual' | 'slow' | 'none'

/** What affects the pace. */
export interface Facts {
  /** The window is not visible. */
  hidden: boolean
  /** The computer has a network. */
  online: boolean
  /** The game runs, so the processor and the network are for it. */
  playing: boolean
  /** The service is on this computer and needs no network. */
  local: boolean
}

/** The pace that follows from the facts. */
export const paceOf = ({ hidden, online, playing, local }: Facts): Pace =>
  !online && !local ? 'none' : hidden || playing ? 'slow' : 'usual'

/** The present facts, with listeners for their changes. */
export class Surroundings {
  #facts: Facts
  #listeners = new Set<(facts: Facts, before: Facts) => void>()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  get facts(): Facts {
    return this.#facts
  }

  readonly update = (news: Partial<Facts>): void => {
    const before = this.#facts
    this.#facts = { ...before, ...news }
    for (const listener of this.#listeners) listener(this.#facts, before)
  }

  onChange(listener: (facts: Facts, before: Facts) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const looks = () => ({ hidden: document.visibilityState === 'hidden', online: navigator.onLine })

/** The page's only instance. The frame adds what only main knows. */
export const surroundings = new Surroundings({ ...looks(), playing: false, local: false })

for (const event of ['online', 'offline']) addEventListener(event, () => surroundings.update(looks()))
document.addEventListener('visibilitychange', () => surroundings.update(looks()))
