import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { isTextList, Remembered } from '#shared/remembered.svelte.ts'
import { playersOf } from './population.ts'

/** A name without gang tags and the lobby's mark, so that a friend stays one who changes gangs. */
export const bareName = (name: string): string =>
  name
    .replace(/\s*\(Lobby\)\s*$/i, '')
    .replace(/^(\[[^\]]*\]\s*)+/, '')
    .trim()

/** The players whom this player marked. */
export class Friends {
  #kept = new Remembered<string[]>('friends', [], isTextList)

  get names(): readonly string[] {
    return this.#kept.value
  }

  has = (name: string): boolean => this.#kept.value.includes(bareName(name))

  toggle = (name: string): void => {
    const bare = bareName(name)
    const now = this.#kept.value
    this.#kept.value = now.includes(bare) ? now.filter((one) => one !== bare) : [...now, bare]
  }

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
