import { isFailure } from '../../../src-preload/contract/failure.ts'
import type { ServerLive } from '../../../src-preload/contract/play.ts'
import { safeServer } from '../launch/server-fields.ts'
import { toFields } from '../launch/to-fields.ts'
import type { PlayServer } from '../ports.ts'
import { lamp, type Lamp } from './light.ts'

/** Whether the server is up: its own word before the service's, and whether its record can be used at all (`viaSteam`: by Steam). */
export function serverLight(server: PlayServer, live: ServerLive | undefined, at: number, viaSteam = false): Lamp {
  try {
    safeServer(toFields(server), viaSteam)
  } catch (error) {
    if (!isFailure(error) || !error.is('server-field-refused')) throw error
    return lamp('server', 'bad', 'server-refused', { facts: { field: error.facts.field }, at })
  }
  if (live?.answered)
    return lamp('server', 'good', 'server-online', { facts: { ping: live.pingMs, map: live.map }, at: live.at })
  if (!server.online) return lamp('server', 'bad', 'server-offline', { fix: 'watch-server', at })
  return live
    ? lamp('server', 'care', 'server-unsure', { fix: 'retry', at: live.at })
    : lamp('server', 'unknown', 'server-unsure', { at })
}

/** Players and seats, by the server's own word where it answers. */
export function seatsOf(
  server: PlayServer,
  live: ServerLive | undefined,
): { players: number; slots: number; fromServer: boolean } | undefined {
  if (live?.answered) return { players: live.players, slots: live.slots, fromServer: true }
  if (server.playerCount === null || server.slots === null || server.slots <= 0) return undefined
  return { players: server.playerCount, slots: server.slots, fromServer: false }
}

/** Whether a seat is free. */
export function seatsLight(server: PlayServer, live: ServerLive | undefined, at: number): Lamp {
  const seats = seatsOf(server, live)
  if (!seats) return lamp('seats', 'unknown', 'seats-unknown', { at })
  const { players, slots, fromServer } = seats
  const more = { facts: { players, slots }, at: fromServer && live ? live.at : at }
  return players >= slots
    ? lamp('seats', 'care', 'seats-full', { ...more, fix: 'watch-seat' })
    : lamp('seats', 'good', 'seats-free', more)
}

/** Whether the password is known where one is needed. */
export function passwordLight(server: PlayServer, live: ServerLive | undefined, at: number): Lamp {
  if (server.password !== '') return lamp('password', 'good', 'password-known', { at })
  return live?.answered && live.password
    ? lamp('password', 'care', 'password-missing', { at: live.at })
    : lamp('password', 'good', 'password-none', { at })
}
