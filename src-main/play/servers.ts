import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { ServerLive } from '../../src-preload/contract/play.ts'
import { foldersIn, type ListedMod, modsOfServer } from '../../src-preload/contract/server-mods.ts'
import type { GameRecipe } from '../settings/index.ts'
import type { PlayPorts, PlayServer } from './ports.ts'
import type { LiveServers } from './query/live-servers.ts'
import type { FoundSeats } from './seat-watch.ts'

/** The failure that was caught. @throws the signal's reason, a bug */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  signal.throwIfAborted()
  if (isFailure(error)) return error
  throw error
}

/** Age limit of the list of servers for a join. Addresses rarely change, and the click must not wait. */
export const JOIN_LIST_MS = 60_000

/** One server of the service's list. @throws Failure `server-gone`, `servers-unknown` */
export async function serverOf(
  serverId: number,
  ports: PlayPorts,
  maxAgeMs: number = JOIN_LIST_MS,
): Promise<{ server: PlayServer; at: number; isStored?: boolean }> {
  const { list, at, isStored } = await ports.servers(maxAgeMs).catch((error: unknown) => {
    if (isFailure(error)) throw new Failure('servers-unknown', { why: error.code })
    throw error
  })
  const server = list.find(({ id }) => id === serverId)
  if (!server) throw new Failure('server-gone', { server: serverId })
  return { server, at, isStored }
}

/** True if a list has all mods that a server names. The game's own parts, and what is in the workshop's folder, have no `@`. */
function hasAll(mods: readonly ListedMod[], { modId, startParameters }: PlayServer): boolean {
  const folders = new Set(mods.map(({ folder }) => folder.toLowerCase()))
  const isHere = (name: string) => !name.startsWith('@') || folders.has(name.toLowerCase())
  return foldersIn(startParameters).every(isHere) && (modId === null || mods.some(({ id }) => id === modId))
}

interface ListParts {
  ports: PlayPorts
  recipe: Pick<GameRecipe, 'appId'>
}

/** False for a server that names neither a mod nor a folder, or is of another game. */
const loadsMods = ({ modId, startParameters, appId }: PlayServer, { recipe }: ListParts): boolean =>
  (appId === null || appId === recipe.appId) && (modId !== null || foldersIn(startParameters).length > 0)

/** The community's mods, and the ids of those that a server loads. @throws as `PlayPorts.mods` */
export async function modsOf(
  server: PlayServer,
  parts: ListParts,
  signal: AbortSignal,
): Promise<{ listed: readonly ListedMod[]; loaded: number[] }> {
  if (!loadsMods(server, parts)) return { listed: [], loaded: [] }
  const listed = await parts.ports.mods(signal)
  return { listed, loaded: modsOfServer(server, listed) }
}

/** A join does not wait longer for a list that may have a new mod. */
const NEW_LIST_MS = 3_000

/** The ids for a join. If the server names a mod that is not in the list, the list is read again: that mod may be new. @throws as {@link modsOf} */
export async function modsForJoin(server: PlayServer, parts: ListParts, signal: AbortSignal): Promise<number[]> {
  const { listed, loaded } = await modsOf(server, parts, signal)
  if (!loadsMods(server, parts) || hasAll(listed, server)) return loaded
  const soon = AbortSignal.any([signal, AbortSignal.timeout(NEW_LIST_MS)])
  return parts.ports.mods(soon, JOIN_LIST_MS).then(
    (fresh) => modsOfServer(server, fresh),
    () => {
      signal.throwIfAborted()
      return loaded
    },
  )
}

/** Players and seats from the server's own answer, or else from the list. */
export function seatsOf(
  server: PlayServer,
  live: ServerLive | undefined,
): { players: number; slots: number; fromServer: boolean } | undefined {
  if (live?.answered) return { players: live.players, slots: live.slots, fromServer: true }
  if (server.playerCount === null || server.slots === null || server.slots <= 0) return undefined
  return { players: server.playerCount, slots: server.slots, fromServer: false }
}

/** The present state of a server, from its own answer, or else from a fresh list. @throws Failure `server-gone`, `servers-unknown` */
export async function findSeats(serverId: number, ports: PlayPorts, live: LiveServers): Promise<FoundSeats> {
  const { server, isStored } = await serverOf(serverId, ports, 0)
  const [answer] = await live.query([server])
  if (!answer?.answered && isStored) throw new Failure('servers-unknown', { why: 'offline' }) // nothing is known of the present
  const seats = seatsOf(server, answer)
  const free = seats && Math.max(0, seats.slots - seats.players)
  return { name: server.name, isDown: !server.online && !answer?.answered, free }
}
