import { newsEndpoints } from './news.ts'
import type { playerEndpoints } from './player.ts'
import { type hashListEndpoints, serverEndpoints } from './servers.ts'
import { shopEndpoints } from './shops.ts'
import { worldEndpoints } from './world.ts'

/** Endpoints that the page may read. */
const ofPage = { ...newsEndpoints, ...serverEndpoints, ...shopEndpoints, ...worldEndpoints }

/** Every endpoint of the information interface, with its path parameters and its value. */
export type Endpoints = typeof ofPage & typeof hashListEndpoints & typeof playerEndpoints
export type EndpointName = keyof Endpoints
export type ParamsOf<E extends EndpointName> = Endpoints[E]['params']
export type ValueOf<E extends EndpointName> = Endpoints[E]['value']

export type PageEndpoint = keyof typeof ofPage
export const pageEndpoints = Object.keys(ofPage) as readonly PageEndpoint[]
