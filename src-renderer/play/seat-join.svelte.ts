import type { Main } from '#shared/bridge/index.ts'

interface Wish {
  serverId: number
  /** The server's name. */
  name: string
}

/** The one wait for a seat after which its server is joined. It lasts as long as the page; after a restart a wait only tells. */
export class SeatJoin {
  readonly #main: Main
  #wish = $state.raw<Wish | undefined>()
  #found = $state.raw<Wish | undefined>()
  /** Main waits for the wish's server. */
  #waits = false

  constructor(main: Main) {
    this.#main = main
    main.play.seatWatches((watched) => {
      const wish = this.#wish
      if (!wish) return
      const before = this.#waits
      this.#waits = watched.includes(wish.serverId)
      if (before && !this.#waits) [this.#wish, this.#found] = [undefined, wish]
    })
  }

  /** Whose seat has come, until the player or the countdown has said what becomes of it. */
  get found(): Wish | undefined {
    return this.#found
  }

  waitsFor = (serverId: number): boolean => this.#wish?.serverId === serverId

  async wait(wish: Wish): Promise<void> {
    this.drop()
    this.#wish = wish
    await this.#main.play.watchSeat({ serverId: wish.serverId, on: true }).catch((failure: unknown) => {
      this.drop()
      throw failure
    })
  }

  /** Nothing is joined by itself any more. A wait goes on: it tells. */
  drop = (): void => {
    this.#wish = this.#found = undefined
    this.#waits = false
  }
}

const made = new WeakMap<Main, SeatJoin>()

/** The page's one. */
export function seatJoinOf(main: Main): SeatJoin {
  const seatJoin = made.get(main) ?? new SeatJoin(main)
  made.set(main, seatJoin)
  return seatJoin
}
