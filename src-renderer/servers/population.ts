import type { GameServer, Side } from '../../src-preload/contract/community/index.ts'
import type { ServerLive } from '../../src-preload/contract/play.ts'
import { inPlace } from '#shared/in-place.ts'

export const sides: readonly Side[] = ['civ', 'cop', 'medic', 'rac']

/** Which of the chart's colours stands for a side. */
export const sideColors = { civ: 1, cop: 2, medic: 3, rac: 4 } as const

/** Background of a bar of players: a band for each side, as wide as its share. Undefined where no side is told. */
export function bandsOf(counts: Record<Side, number> | null): string | undefined {
  const all = sides.reduce((sum, side) => sum + (counts?.[side] ?? 0), 0)
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

/** Everybody on a server with their side; who has none stands without. */
export function playersOf(server: Pick<GameServer, 'players' | 'sides'>): PlayerRow[] {
  const sideOf = new Map<string, Side>()
  for (const side of sides) for (const name of server.sides?.[side] ?? []) sideOf.set(name, side)
  const names = new Set([...server.players, ...sideOf.keys()])
  return [...names].map((name) => ({ name, side: sideOf.get(name) }))
}

/** How many play on a server: its own answer, else the service's number, else the names that the service tells. */
export const playerCountOf = (
  { playerCount, players }: Pick<GameServer, 'playerCount' | 'players'>,
  live?: ServerLive,
): number => (live?.answered ? live.players : (playerCount ?? players.length))

/** True where no seat is free: as the server itself says, or else the service. */
export function isFull({ slots, playerCount }: Pick<GameServer, 'slots' | 'playerCount'>, live?: ServerLive): boolean {
  if (live?.answered) return live.players >= live.slots
  return slots !== null && playerCount !== null && playerCount >= slots
}

/** The server to join: the first of the order that has a seat, and a full one only where all are full. */
export const firstToJoin = (inOrder: readonly GameServer[]): GameServer | undefined => {
  const running = inOrder.filter(({ online }) => online)
  return running.find((server) => !isFull(server)) ?? running[0]
}

/**
 * Favourites first, then the fullest; make one order for each screen. Numbers change by the minute: each server stays where they had
 * it when it was first shown, since who is about to press Join would otherwise join another one.
 */
export function serverOrder(isFavourite: (id: number) => boolean): (servers: readonly GameServer[]) => GameServer[] {
  const eachInPlace = inPlace(({ id }: GameServer) => id)
  return (servers) =>
    eachInPlace(servers.toSorted((a, b) => playerCountOf(b) - playerCountOf(a) || a.id - b.id)).sort(
      (a, b) => Number(isFavourite(b.id)) - Number(isFavourite(a.id)),
    )
}
