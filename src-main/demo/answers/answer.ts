import type { EndpointName } from '../../../src-preload/contract/community/index.ts'
import type { HashRow } from '../game-folder.ts'

/** Where a game server is joined; the port after it answers queries. */
export interface ServerAddress {
  host: string
  port: number
}

/** What every answer is made from. */
export interface DemoWorld {
  /** Every value the demo invents follows from it. */
  seed: string
  /** Where game servers answer, by their id; the others have an address that leads nowhere. */
  addresses?: Readonly<Record<number, ServerAddress>>
  /** The true hash list of a mod; without one the demo tells short lists. */
  hashList?: (modId: number) => Promise<HashRow[] | undefined>
  /** What the bank's books say of an account. */
  balanceOf?: (iban: string) => number | undefined
}

/** One question to an endpoint. */
export interface DemoQuestion extends DemoWorld {
  now: Date
  /** Origin of the service, without a slash at the end. */
  origin: string
  /** The path's parameters by their names, decoded. */
  params: Readonly<Partial<Record<string, string>>>
}

/**
 * An endpoint's answer: its `data`, or its whole body where the interface has no `data` there. `undefined`: the service
 * knows no such thing.
 */
type Answer = (asked: DemoQuestion) => unknown

export type Answers = Readonly<Record<EndpointName, Answer>>
export type SomeAnswers = Partial<Answers>

/** The one record with this number, as the list that the service sends. */
export function oneOf<T extends { Id: number }>(records: readonly T[], id: string | undefined): T[] | undefined {
  const found = records.filter(({ Id }) => String(Id) === id)
  return found.length > 0 ? found : undefined
}
