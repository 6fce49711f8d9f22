/** How the page may ask by itself: as often as things go stale, slowly, or not at all. */
export type Pace = 'usual' | 'slow' | 'none'

/** What is known around the page. */
export interface Facts {
  /** Nobody sees the window. */
  hidden: boolean
  /** There is a network. */
  online: boolean
  /** The game runs: it has the machine and the network for itself. */
  playing: boolean
  /** The service is on this very computer and needs no network. */
  local: boolean
}

/** The pace that the facts ask for. */
export const paceOf = ({ hidden, online, playing, local }: Facts): Pace =>
  !online && !local ? 'none' : hidden || playing ? 'slow' : 'usual'

/** The facts as they change. */
export class Surroundings {
  #facts: Facts
  #listeners = new Set<(facts: Facts, before: Facts) => void>()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  get facts(): Facts {
    return this.#facts
  }

  readonly tell = (news: Partial<Facts>): void => {
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

/** One for the page. What main knows is told by who follows main. */
export const surroundings = new Surroundings({ ...looks(), playing: false, local: false })

for (const event of ['online', 'offline']) addEventListener(event, () => surroundings.tell(looks()))
document.addEventListener('visibilitychange', () => surroundings.tell(looks()))
