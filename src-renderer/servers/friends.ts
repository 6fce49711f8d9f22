import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { bareName } from '../../src-preload/contract/player-name.ts'
import { playersOf } from './population.ts'

/** The players whom this player has marked as friends. Its getters read state. */
export class Friends {
  readonly #names: () => readonly string[]
  readonly #keep: (names: string[]) => void

  /** @param names the friends' names, without gang tags */
  constructor(names: () => readonly string[], keep: (names: string[]) => void) {
    this.#names = names
    this.#keep = keep
  }

  get count(): number {
    return this.#names().length
  }

  has = (name: string): boolean => this.#names().includes(bareName(name))

  toggle = (name: string): void => {
    const bare = bareName(name)
    const others = this.#names().filter((one) => one !== bare)
    this.#keep(this.has(name) ? others : [...others, bare])
  }

  /** The friends who play, each with the server. */
  playing(servers: readonly GameServer[]): { name: string; server: GameServer }[] {
    return servers.flatMap((server) =>
      playersOf(server)
        .filter((player) => this.has(player.name))
        .map((player) => ({ name: player.name, server })),
    )
  }
}
