import type { Param } from '../../src-preload/contract/community/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { type Endpoint, parameterNames } from './endpoints.ts'

export interface Address {
  origin: string
  /** Path below the origin, encoded. It may contain a secret, so it never goes into a log, an error or a file. */
  path: string
  /** Host with port, for the player. */
  host: string
}

const MAX_PARAM = 500

/**
 * The address of an endpoint below a base address. Every parameter stays within its path segment.
 * @throws Failure `bad-request` for parameters that are missing, unknown, or no possible segment
 */
export function addressOf(baseUrl: string, endpoint: Endpoint, params: Readonly<Record<string, Param>>): Address {
  const base = new URL(baseUrl)
  const names = parameterNames(endpoint.path)
  const extra = Object.keys(params).find((name) => !names.includes(name))
  if (extra !== undefined) throw new Failure('bad-request', { issues: [`${endpoint.name} has no parameter ${extra}`] })
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(endpoint.name, name, params[name]))
  return { origin: base.origin, host: base.host, path: base.pathname.replace(/(?<!\/)\/+$/, '') + path }
}

function segment(endpoint: string, name: string, value: Param | undefined): string {
  const refuse = (why: string) => new Failure('bad-request', { issues: [`${endpoint}: ${name} ${why}`] })
  if (value === undefined || value === '') throw refuse('is missing')
  const text = String(value)
  if (text.length > MAX_PARAM) throw refuse('is too long')
  // Servers and caches resolve these, encoded or not, and would answer from another endpoint.
  if (text === '.' || text === '..') throw refuse('is no name')
  try {
    return encodeURIComponent(text)
  } catch {
    throw refuse('is no text')
  }
}
