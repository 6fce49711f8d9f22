import { endpoint, type Instant, type Param } from './reading.ts'

export type Side = 'civ' | 'cop' | 'medic' | 'rac'

export interface Mod {
  id: number
  name: string
  appId: number | null
  /** Base address of the files, with a slash at its end; `''` for mods without files. */
  downloadUrl: string
  active: boolean
  description: string
  imageUrl: string
  hasFiles: boolean
  /** The mod's folder; `''` if it has none. */
  directory: string
}

export interface VoiceServer {
  id: number
  name: string
  /** Host name or IP address; `''` if the service has none. */
  host: string
  port: number | null
  slots: number | null
  userCount: number | null
  users: string[]
}

export interface GameServer {
  id: number
  name: string
  modId: number | null
  appId: number | null
  online: boolean
  /** HTML: sanitise before showing. `''` if none. */
  descriptionHtml: string
  /** Host name or IP address; `''` if the service has none. */
  host: string
  port: number | null
  /** `''` if none is needed. A text even if the service sends a number. */
  password: string
  startParameters: string
  slots: number | null
  playerCount: number | null
  /** Number of players by side; `null` if the server has no sides. */
  counts: Record<Side, number> | null
  /** Names with gang tags, unsorted. */
  players: string[]
  /** Names by side; `null` if the server has no sides. */
  sides: Record<Side, string[]> | null
  updatedAt: Instant
}

/** One point of a population log. */
export interface ServerLogEntry {
  at: Instant
  /** `null` if the service does not send it. */
  serverId: number | null
  players: number
  civ: number
  cop: number
  medic: number
  rac: number
}

export const serverEndpoints = {
  mods: endpoint<Mod[]>(),
  mod: endpoint<Mod, { id: Param }>(),
  teamspeaks: endpoint<VoiceServer[]>(),
  teamspeak: endpoint<VoiceServer, { id: Param }>(),
  servers: endpoint<GameServer[]>(),
  server: endpoint<GameServer, { id: Param }>(),
  serverByIp: endpoint<GameServer[], { ip: string }>(),
  serversLog: endpoint<ServerLogEntry[]>(),
  serverLog: endpoint<ServerLogEntry[], { server_id: Param }>(),
}

/** Only for main, which uses them to check and repair files. */
export const hashListEndpoints = { hashList: endpoint<object[], { id: Param }>() }
