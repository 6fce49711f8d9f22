import * as v from 'valibot'
import type { ServerLive } from '../../../src-preload/contract/play.ts'
import { withoutHidden } from '../../lib/index.ts'
import { readAllowedKeys } from './allowed-keys.ts'

/** What a server says of itself. `pingMs`: from a question to its answer, at least 1. */
export type ServerInfo = Omit<Extract<ServerLive, { answered: true }>, 'serverId' | 'answered' | 'at'>

/** How patiently a server is queried. */
export interface Patience {
  tries: number
  /** For each answer. */
  timeoutMs: number
}

/** What the query thread is asked: an IPv4 address or a hostname, and a port, both checked. */
export interface Query {
  host: string
  port: number
  patience: Patience
  /** Asks for the keys too that the server takes. */
  keys?: boolean
}

/** What the query thread answers. Meanwhile it reports the bytes of each datagram that it sends. */
export interface QueryAnswer {
  receivedBytes: number
  info: ServerInfo | undefined
  /** Where they were asked for, and the server told. */
  keys?: string[]
}

/** A try may wait that many times for an answer: to a challenge, to the question, and to what some games need besides. */
export const WAITS_PER_TRY = 3

const text = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((given) => withoutHidden(given.slice(0, most)).trim()),
  )
const count = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(100_000))

/**
 * An answer as the library hands it over. It reads on where a datagram ends, with noughts and empty words, so the two
 * letters that every whole answer has (the kind of server and its system) tell whether this is one.
 */
const Answer = v.object({
  name: text(256),
  map: text(128),
  numplayers: count(0),
  maxplayers: count(1),
  password: v.boolean(),
  version: text(64),
  ping: v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)),
  raw: v.object({
    listentype: v.picklist(['d', 'l', 'p', 'D', 'L', 'P']),
    environment: v.picklist(['l', 'w', 'm', 'o', 'L', 'W', 'M', 'O']),
  }),
})

const Rules = v.object({ raw: v.object({ rulesBytes: v.instance(Uint8Array) }) })

/** The keys that a server takes, of the library's answer. */
export function readKeys(given: unknown): string[] | undefined {
  const read = v.safeParse(Rules, given)
  return read.success ? readAllowedKeys(read.output.raw.rulesBytes) : undefined
}

/** Reads the library's answer, as far as its shape may be believed; undefined when it is none. */
export function readServerInfo(given: unknown): ServerInfo | undefined {
  const read = v.safeParse(Answer, given)
  if (!read.success) return undefined
  const { name, map, numplayers: players, maxplayers: slots, password, version, ping } = read.output
  return { name, map, players, slots, password, version, pingMs: Math.max(1, Math.round(ping)) }
}
