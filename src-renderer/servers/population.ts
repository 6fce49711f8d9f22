import type { GameServer, Side } from '../../src-preload/contract/community/index.ts'
import { withoutLobby } from '../../src-preload/contract/player-name.ts'
import type { ServerLive } from '../../src-preload/contract/play.ts'
import { inPlace } from '#shared/in-place.ts'

export const sides: readonly Side[] = ['civ', 'cop', 'medic', 'rac']

/** The chart's colour for each side. */
export const sideColors = { civ: 1, cop: 2, medic: 3, rac: 4 } as const

const sumOf = (counts: Record<Side, number> | null) => sides.reduce((sum, side) => sum + (counts?.[side] ?? 0), 0)

/** The background of a bar of players: a band for each side, as wide as its share. Undefined if no side is known. */
export function bandsOf(counts: Record<Side, number> | null): string | undefined {
  const all = sumOf(counts)
  if (!counts || all === 0) return undefined
  let at = 0
  const bands = sides.map((side) => {
    const from = at
    at += (100 * counts[side]) / all
    return `var(--series-${sideColors[side]}) ${from}% ${at}%`
  })
  return `linear-gradient(to right, ${bands.join(', ')})`
}

export interface PlayerRow {
  name: string
  side: Side | undefined
}

/** All players on a server with their sides; a player without one has no side. Only `players` marks who is in the lobby. */
export function playersOf(server: Pick<GameServer, 'players' | 'sides'>): PlayerRow[] {
  const sideOf = new Map<string, Side>()
  for (const side of sides) for (const name of server.sides?.[side] ?? []) sideOf.set(name, side)
  const byName = new Map([...sideOf.keys(), ...server.players].map((name) => [withoutLobby(name), name]))
  return [...byName].map(([bare, name]) => ({ name, side: sideOf.get(name) ?? sideOf.get(bare) }))
}

/** True if the server runs, by the service's list or its own answer. The service's numbers for another one are old or missing. */
export const isUp = ({ online }: Pick<GameServer, 'online'>, live?: ServerLive): boolean =>
  online || live?.answered === true

/**
 * The number of players. If the sides are known, it is the service's number, but at least their sum, because the server's own answer is from
 * another moment and would contradict them. The server's own answer counts if no side is known, or if it says that no seat is free.
 */
export function playerCountOf(
  { counts, playerCount, players }: Pick<GameServer, 'counts' | 'playerCount' | 'players'>,
  live?: ServerLive,
): number {
  const told = playerCount ?? players.length
  const onSides = sumOf(counts)
  if (onSides === 0) return live?.answered ? live.players : told
  return Math.max(told, onSides, live?.answered && live.players >= live.slots ? live.players : 0)
}

/** True if this computer has no network: what is known of the server is old. */
export const isUnasked = (live: ServerLive | undefined): boolean => live?.answered === false && live.noNetwork

/** True if the server itself did not answer: its numbers are the list's. */
export const isSilent = (live: ServerLive | undefined): boolean => live?.answered === false

/** True if no seat is free. The server's own answer counts before the service's. */
export function isFull({ slots, playerCount }: Pick<GameServer, 'slots' | 'playerCount'>, live?: ServerLive): boolean {
  if (live?.answered) return live.players >= live.slots
  return slots !== null && playerCount !== null && playerCount >= slots
}

/** The server to join: the first online server in order with a free seat. If all are full, the first online one. */
export const firstToJoin = (
  inOrder: readonly GameServer[],
  live: (id: number) => ServerLive | undefined = () => undefined,
): GameServer | undefined => {
  const running = inOrder.filter(({ online }) => online)
  return running.find((server) => !isFull(server, live(server.id))) ?? running[0]
}

/**
 * The server to join on a screen that shows one: that on which the player is (`playingOn`), or else the first, of the favourites if one is
 * online, because the player waits for a seat on it rather than join another. Once it comes from the community's own answer (`isLive`), it
 * stays while the player may see it, also when it gets full or goes offline: otherwise a press could join another server than the one that
 * was read. Create one for each screen.
 */
export function serverToJoin(
  isFavourite: (id: number) => boolean,
): (inOrder: readonly GameServer[], isLive: boolean, playingOn?: number) => GameServer | undefined {
  let shown: number | undefined
  return (inOrder, isLive, playingOn) => {
    const kept = document.visibilityState === 'hidden' ? undefined : inOrder.find(({ id }) => id === shown)
    const first = () => firstToJoin(inOrder.filter(({ id }) => isFavourite(id))) ?? firstToJoin(inOrder)
    const server = inOrder.find(({ id }) => id === playingOn) ?? kept ?? first()
    if (isLive) shown = server?.id
    return server
  }
}

/**
 * Favourites first, then the fullest server. Create one order for each screen. The numbers change all the time, but each server keeps the
 * place where it was first shown. Otherwise a player who is about to press Join could join another server.
 */
export function serverOrder(isFavourite: (id: number) => boolean): (servers: readonly GameServer[]) => GameServer[] {
  const eachInPlace = inPlace(({ id }: GameServer) => id)
  return (servers) =>
    eachInPlace(servers.toSorted((a, b) => playerCountOf(b) - playerCountOf(a) || a.id - b.id)).sort(
      (a, b) => Number(isFavourite(b.id)) - Number(isFavourite(a.id)),
    )
}
