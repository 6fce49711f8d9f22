import * as v from 'valibot'
import { job, type Watch } from '../members.ts'
import { pageEndpoints, type PageEndpoint, type ParamsOf, type ValueOf } from './endpoints.ts'
import type { Reading } from './reading.ts'

export type * from './news.ts'
export type * from './player.ts'
export type * from './reading.ts'
export type * from './servers.ts'
export type * from './shops.ts'
export type * from './world.ts'
export * from './endpoints.ts'
export type { NetworkFailures } from './failures.ts'

const Param = v.union([v.pipe(v.string(), v.minLength(1), v.maxLength(200)), v.pipe(v.number(), v.safeInteger())])

/** Asks for one endpoint's value. */
const ReadRequest = v.strictObject({
  endpoint: v.picklist(pageEndpoints),
  params: v.record(v.string(), Param),
  /** A copy no older than this answers without asking the service. Absent: the endpoint's own freshness; 0: always ask. */
  maxAgeMs: v.optional(v.pipe(v.number(), v.minValue(0))),
})

/** The request with its endpoint's own parameters. */
export interface ReadRequestFor<E extends PageEndpoint> {
  endpoint: E
  params: ParamsOf<E>
  maxAgeMs?: number
}

/** The `read` job as the page should see it: the answer follows from the endpoint. */
export type ReadEndpoint = <E extends PageEndpoint>(
  question: ReadRequestFor<E>,
  watch?: Watch<Reading<ValueOf<E>>>,
) => Promise<Reading<ValueOf<E>>>

export const communityContract = {
  /**
   * Reads one endpoint. If a last good copy is kept but no longer fresh, it is reported at once as progress while the
   * service is asked; the answer is then the live value, or the stored copy with `refreshFailure`. Rejects only where
   * there is nothing to show at all. `ReadEndpoint` is its precise type.
   */
  read: job<Reading<unknown>, Reading<unknown>>()('reads', ReadRequest),
}
