import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export interface DemoRequest {
  method: string
  /** The path without the query, still encoded. */
  path: string
  /** The path's parts, decoded; empty parts (a trailing slash) are left out. */
  segments: readonly string[]
  headers: IncomingHttpHeaders
  body: Buffer
  now: Date
  /** Origin of this service, without a slash at the end. */
  origin: string
}

/** A finished answer. A string or bytes are sent unchanged. `headers` may have several `set-cookie`. */
export interface DemoAnswer {
  status?: number
  headers?: Record<string, string | string[]>
  body: string | Uint8Array
}

/** An answer that writes to the socket itself (ranges, faults of its own). */
export interface OwnAnswer {
  raw: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
}

/** Answers a request, or leaves it to the next route. */
export type DemoRoute = (
  request: DemoRequest,
) => DemoAnswer | OwnAnswer | undefined | Promise<DemoAnswer | OwnAnswer | undefined>

export const json = (value: unknown, status = 200): DemoAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** An answer with the time of its request, as in the whole interface. */
export const timed = (body: object, now: Date): DemoAnswer =>
  json({ ...body, requested_at: Math.floor(now.getTime() / 1000) })

export const html = (text: string, status = 200): DemoAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: text,
})

/** The service's word for "no such thing". */
export const notFound = (): DemoAnswer => json({ status: 'Error' }, 404)
