import { LONGEST_SEAT_WAIT_MS } from '../../src-preload/contract/play.ts'
import type { Main } from '#shared/bridge/index.ts'

interface Wish {
  serverId: number
  /** The server's name. */
  name: string
}

/** Main looks far more often. After a longer pause, the computer has slept, and the player may not be there to stop the join. */
const LONGEST_PAUSE_MS = 10 * 60_000

/**
 * A wait for a seat that joins the server afterwards; there is only one. It lasts as long as the page: after a restart, a wait only
 * notifies.
 */
class SeatJoin {
  readonly #main: Main
  #wish = $state.raw<(Wish & { since: number }) | undefined>()
  #found = $state.raw<Wish | undefined>()
  #lookedAt = $state.raw<number | undefined>()
  /** True while main waits for the server of the wish. */
  #waits = false

  constructor(main: Main) {
    this.#main = main
    main.play.seatWatches((watched) => {
      const wish = this.#wish
      if (!wish) return
      const before = this.#waits
      this.#waits = watched.includes(wish.serverId)
      if (before && this.#waits) this.#lookedAt = Date.now()
      if (!before || this.#waits) return
      const hasFound = Date.now() - wish.since < LONGEST_SEAT_WAIT_MS // an older wait has ended in vain
      const hasSlept = Date.now() - (this.#lookedAt ?? wish.since) > LONGEST_PAUSE_MS
      ;[this.#wish, this.#found] = [undefined, hasFound && !hasSlept ? wish : undefined]
    })
  }

  /** The server with a free seat, until the player or the countdown has decided. */
  get found(): Wish | undefined {
    return this.#found
  }

  waitsFor = (serverId: number): boolean => this.sinceOf(serverId) !== undefined

  /** When the wait for this server began, epoch ms. */
  sinceOf = (serverId: number): number | undefined => (this.#wish?.serverId === serverId ? this.#wish.since : undefined)

  /** When main last looked for a seat, epoch ms; undefined before its first look. */
  get lookedAt(): number | undefined {
    return this.#lookedAt
  }

  async wait(wish: Wish): Promise<void> {
    this.drop()
    const made = (this.#wish = { ...wish, since: Date.now() })
    await this.#main.play.watchSeat({ serverId: wish.serverId, on: true }).catch((failure: unknown) => {
      if (this.#wish === made) this.drop()
      throw failure
    })
  }

  /** Joins nothing by itself any more. A wait in main goes on, but only notifies. */
  drop = (): void => {
    this.#wish = this.#found = this.#lookedAt = undefined
    this.#waits = false
  }
}

const made = new WeakMap<Main, SeatJoin>()

/** The page's only instance. */
export function seatJoinOf(main: Main): SeatJoin {
  const seatJoin = made.get(main) ?? new SeatJoin(main)
  made.set(main, seatJoin)
  return seatJoin
}
