import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { RememberedSet } from '#shared/remembered.svelte.ts'
import { playersOf } from './population.ts'

/** A name without gang tags and the lobby's mark, so that a friend stays one who changes gangs. */
const bareName = (name: string): string =>
  name
    .replace(/\(Lobby\)\s*$/i, '')
    .replace(/^(\[[^\]]*\]\s*)+/, '')
    .trim()

/** The players whom this player marked. */
class Friends {
  #names = new RememberedSet('friends')

  get count(): number {
    return this.#names.size
  }

  has = (name: string): boolean => this.#names.has(bareName(name))

  toggle = (name: string): void => this.#names.toggle(bareName(name))

  /** Which friends are on which server. */
  playing(servers: readonly GameServer[]): { name: string; server: GameServer }[] {
    return servers.flatMap((server) =>
      playersOf(server)
        .filter((player) => this.has(player.name))
        .map((player) => ({ name: player.name, server })),
    )
  }
}

/** One for the page. */
export const friends = new Friends()
