import type { EndpointName } from '../../../src-preload/contract/community/index.ts'
import type { HashRow } from '../game-folder.ts'

/** The address of a game server. The next port answers queries. */
export interface ServerAddress {
  host: string
  port: number
}

export interface DemoWorld {
  /** The addresses of the running game servers, by id. The others get an address that nothing answers at. */
  addresses: Readonly<Partial<Record<number, ServerAddress>>>
  /** The true hash list of a mod. */
  hashList: (modId: number) => Promise<HashRow[] | undefined>
  balanceOf: (iban: string) => number | undefined
}

export interface DemoQuery extends DemoWorld {
  now: Date
  /** Origin of the service, without a slash at the end. */
  origin: string
  /** The path's parameters by their names, decoded. */
  params: Readonly<Partial<Record<string, string>>>
}

/**
 * Each endpoint's answer: its `data`, or the whole body if the endpoint has no `data`. `undefined`: the service does not know
 * the thing.
 */
export type Answers = Readonly<Record<EndpointName, (query: DemoQuery) => unknown>>
export type SomeAnswers = Partial<Answers>

/** The record with this id, in a list, as the service sends it. */
export function oneOf<T extends { Id: number }>(records: readonly T[], id: string | undefined): T[] | undefined {
  const found = records.filter(({ Id }) => String(Id) === id)
  return found.length > 0 ? found : undefined
}
