import type { GameServer } from '../../src-preload/contract/community/index.ts'
import type { LiveNumbers } from './live.svelte.ts'
import { isFull } from './population.ts'

export const whichOnes = ['all', 'seats', 'favourites'] as const
export const orders = ['players', 'ping', 'name'] as const

/** Which servers a list shows, and in which order. Expects them sorted by players. */
export class Arrangement {
  readonly #live: Pick<LiveNumbers, 'of'>
  readonly #isFavourite: (id: number) => boolean
  which = $state<(typeof whichOnes)[number]>('all')
  order = $state<(typeof orders)[number]>('players')

  constructor(live: Pick<LiveNumbers, 'of'>, isFavourite: (id: number) => boolean) {
    this.#live = live
    this.#isFavourite = isFavourite
  }

  of(servers: readonly GameServer[]): readonly GameServer[] {
    const fitting = servers.filter((server) => this.#fits(server))
    if (this.order === 'name') return fitting.toSorted((a, b) => a.name.localeCompare(b.name))
    return this.order === 'ping' ? fitting.toSorted((a, b) => this.#ping(a) - this.#ping(b)) : fitting
  }

  #fits(server: GameServer): boolean {
    if (this.which === 'favourites') return this.#isFavourite(server.id)
    const live = this.#live.of(server.id)
    return this.which === 'all' || ((server.online || live?.answered === true) && !isFull(server, live))
  }

  #ping({ id }: GameServer): number {
    const live = this.#live.of(id)
    return live?.answered ? live.pingMs : Infinity
  }
}
