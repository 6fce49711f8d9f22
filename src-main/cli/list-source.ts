import { constants, openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import * as v from 'valibot'
import type { ListDistrust } from '../../src-preload/contract/mods.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { readProfile, SafeAddress } from '../settings/index.ts'
import { Usage, type Terminal } from './terminal.ts'

/** The list could not be had; nothing is known about it. */
export class NoList extends Error {
  readonly reason: ListDistrust
  constructor(reason: ListDistrust, detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** Where a hash list comes from. */
export type ListSource = { file: string } | { baseUrl: string; mod: number }

const MAX_BYTES = 512 << 20
const STALL_MS = 30_000

/** The service's address by option, profile file or `LOADOUT_COMMUNITY`. @throws Usage */
export function serviceAddress(given: { baseUrl?: string; community?: string }, env: Terminal['env']): string {
  if (given.baseUrl !== undefined) {
    const parsed = v.safeParse(SafeAddress, given.baseUrl)
    if (!parsed.success) throw new Usage(`--base-url ${parsed.issues[0].message}`)
    return parsed.output
  }
  const file = given.community ?? env.LOADOUT_COMMUNITY
  if (!file) throw new Usage('--mod needs --community or --base-url')
  try {
    return readProfile(file).baseUrl
  } catch (error) {
    if (!isFailure(error) || !error.is('profile-invalid')) throw error
    throw new Usage(`the profile ${file} cannot be used: ${error.facts.reason}`)
  }
}

async function collect(parts: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  let size = 0
  for await (const part of parts) {
    size += part.length
    if (size > MAX_BYTES) throw new NoList('wrong-shape', 'the list is too large')
    all.push(part)
  }
  return Buffer.concat(all).toString('utf8')
}

/** A pipe is not to be waited for in `open`: nothing could interrupt that, not even the end of the process. */
async function readFileOrPipe(path: string, signal: AbortSignal): Promise<string> {
  if (!(await stat(path)).isFIFO()) return readFile(path, { encoding: 'utf8', signal })
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return collect(new Socket({ fd, readable: true, writable: false, signal }))
}

async function fetchList(baseUrl: string, mod: number, signal: AbortSignal): Promise<string> {
  const { request } = await import('undici') // a list from a file needs none of it
  const { statusCode, body } = await request(`${baseUrl}/v1/mod/hashlist/${mod}`, {
    signal,
    headersTimeout: STALL_MS,
    bodyTimeout: STALL_MS,
    reset: true, // a connection that is kept would keep the process
    headers: { accept: 'application/json', 'user-agent': 'Loadout' },
  })
  if (statusCode < 200 || statusCode > 299) {
    await body.dump()
    throw new NoList('http-error', `the service answered ${statusCode}`)
  }
  return collect(body as AsyncIterable<Buffer>)
}

/** Reads a hash list. @throws NoList; the signal's reason */
export async function readList(source: ListSource, signal: AbortSignal): Promise<string> {
  try {
    if ('file' in source) return await readFileOrPipe(source.file, signal)
    return await fetchList(source.baseUrl, source.mod, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoList) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new NoList('unreachable', code ?? message)
  }
}
