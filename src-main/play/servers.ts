import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { PlayPorts, PlayServer } from './ports.ts'
import { seatsOf } from './preflight/server-lights.ts'
import type { LiveServers, LiveTarget } from './query/live.ts'
import type { SeatsFound } from './query/seat-watch.ts'

/** A join may stand on a list this old: the record's address hardly changes, and the click does not wait. */
export const JOIN_LIST_MS = 60_000

/** Where a listed server is asked; port 0 where it has none. */
export const targetOf = ({ id, host, port }: PlayServer): LiveTarget => ({ serverId: id, host, port: port ?? 0 })

/** One server of the service's list. @throws Failure `server-gone`, `servers-unknown` */
export async function serverOf(
  serverId: number,
  ports: PlayPorts,
  maxAgeMs: number = JOIN_LIST_MS,
): Promise<{ server: PlayServer; at: number }> {
  const { list, at } = await ports.servers(maxAgeMs).catch((error: unknown) => {
    if (isFailure(error)) throw new Failure('servers-unknown', { why: error.code })
    throw error
  })
  const server = list.find(({ id }) => id === serverId)
  if (!server) throw new Failure('server-gone', { server: serverId })
  return { server, at }
}

/** How a server is now, by its own word or the service's. @throws Failure `server-gone`, `servers-unknown` */
export async function freeSeatsOf(serverId: number, ports: PlayPorts, live: LiveServers): Promise<SeatsFound> {
  const { server } = await serverOf(serverId, ports, 0)
  const [answer] = await live.ask([targetOf(server)])
  const seats = seatsOf(server, answer)
  const free = seats && Math.max(0, seats.slots - seats.players)
  return { name: server.name, isDown: !server.online && !answer?.answered, free }
}
