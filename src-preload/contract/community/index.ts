import * as v from 'valibot'
import { job, type Watch } from '../members.ts'
import { newsEndpoints } from './news.ts'
import type { playerEndpoints } from './player.ts'
import type { Reading } from './reading.ts'
import { type hashListEndpoints, serverEndpoints } from './servers.ts'
import { shopEndpoints } from './shops.ts'
import { worldEndpoints } from './world.ts'

export type * from './news.ts'
export type * from './player.ts'
export type * from './reading.ts'
export type * from './servers.ts'
export type * from './shops.ts'
export type * from './world.ts'
export type { NetworkFailures } from './failures.ts'

/** Endpoints that the page may read. */
const ofPage = { ...newsEndpoints, ...serverEndpoints, ...shopEndpoints, ...worldEndpoints }

/** Every endpoint of the information interface, with its path parameters and its value. */
export type Endpoints = typeof ofPage & typeof hashListEndpoints & typeof playerEndpoints
export type EndpointName = keyof Endpoints
export type ParamsOf<E extends EndpointName> = Endpoints[E]['params']
export type ValueOf<E extends EndpointName> = Endpoints[E]['value']

export type PageEndpoint = keyof typeof ofPage
const pageEndpoints = Object.keys(ofPage) as readonly PageEndpoint[]

const Param = v.union([v.pipe(v.string(), v.minLength(1), v.maxLength(200)), v.pipe(v.number(), v.safeInteger())])

const ReadRequest = v.strictObject({
  endpoint: v.picklist(pageEndpoints),
  params: v.record(v.string(), Param),
  /** A copy up to this age is used without a request. Absent: the endpoint's own limit; 0: always send a request. */
  maxAgeMs: v.optional(v.pipe(v.number(), v.minValue(0))),
})

/** A request with its endpoint's parameters. */
export interface ReadRequestFor<E extends PageEndpoint> {
  endpoint: E
  params: ParamsOf<E>
  maxAgeMs?: number
}

/** The type of the `read` job for the page: the endpoint determines the answer. */
export type ReadEndpoint = <E extends PageEndpoint>(
  question: ReadRequestFor<E>,
  watch?: Watch<Reading<ValueOf<E>>>,
) => Promise<Reading<ValueOf<E>>>

export const communityContract = {
  /**
   * Reads one endpoint. If there is a copy that is no longer fresh, reports it at once as progress and sends a request. The answer is
   * then the live value, or the copy with `refreshFailure`. Rejects only if there is nothing to show. `ReadEndpoint` is its exact type.
   */
  read: job<Reading<unknown>, Reading<unknown>>()('reads', ReadRequest),
}
