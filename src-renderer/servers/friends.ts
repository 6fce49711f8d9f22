import type { GameServer } from '../../src-preload/contract/community/index.ts'
import { bareName } from '../../src-preload/contract/player-name.ts'
import { playersOf } from './population.ts'

/** The players whom this player has marked as friends. Its getters read state. */
export class Friends {
  readonly #names: () => readonly string[]
  readonly #change: (change: (now: string[]) => string[]) => void

  /** @param names the friends' names, without gang tags */
  constructor(names: () => readonly string[], change: (change: (now: string[]) => string[]) => void) {
    this.#names = names
    this.#change = change
  }

  has = (name: string): boolean => this.#names().includes(bareName(name))

  toggle = (name: string): void => {
    const bare = bareName(name)
    const isIn = this.has(name)
    this.#change((now) => [...now.filter((one) => one !== bare), ...(isIn ? [] : [bare])])
  }

  /** The friends who play, each once, with the servers that list the name: two servers may each have a player of that name. */
  playing(servers: readonly GameServer[]): { name: string; servers: GameServer[] }[] {
    const found = new Map<string, { name: string; servers: GameServer[] }>()
    for (const server of servers)
      for (const { name } of playersOf(server)) {
        const friend = this.has(name) ? (found.get(bareName(name)) ?? { name, servers: [] }) : undefined
        if (!friend || friend.servers.includes(server)) continue
        friend.servers.push(server)
        found.set(bareName(name), friend)
      }
    return [...found.values()]
  }

  /** The friends who play, together where the same servers list them. */
  groups(servers: readonly GameServer[]): { names: string[]; servers: GameServer[] }[] {
    const found = new Map<string, { names: string[]; servers: GameServer[] }>()
    for (const friend of this.playing(servers)) {
      const key = friend.servers.map(({ id }) => id).join()
      const group = found.get(key) ?? { names: [], servers: friend.servers }
      group.names.push(friend.name)
      found.set(key, group)
    }
    return [...found.values()]
  }
}
