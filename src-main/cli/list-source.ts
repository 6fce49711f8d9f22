import { constants, createReadStream, openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { ListDistrust } from '../../src-preload/contract/mods.ts'
import { errnoOf, readUpTo } from '../lib/index.ts'
import { MOST_LIST_BYTES } from '../mods/index.ts'
import { Usage } from './terminal.ts'

/** The list could not be read. `code` is the reason or a more exact one. */
export class NoList extends Error {
  readonly reason: ListDistrust
  readonly code: string
  constructor(reason: ListDistrust, detail: string, code: string = reason) {
    super(detail)
    this.reason = reason
    this.code = code
  }
}

export type ListSource = { file: string } | { baseUrl: string; mod: number }

const TIMEOUTS = { connectMs: 30_000, headersMs: 30_000, stallMs: 30_000, slowMs: 60_000, bodyMs: 3_600_000 }

async function collect(parts: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const bytes = await readUpTo(MOST_LIST_BYTES, parts)
  if (!bytes) throw new NoList('wrong-shape', 'the list is too large')
  return bytes
}

/** Reads a file or a pipe. Opens a pipe without blocking: nothing could interrupt a blocked `open`, not even the end of the process. */
async function readFileOrPipe(path: string, signal: AbortSignal): Promise<Uint8Array> {
  const found = await stat(path)
  if (found.isFile() && found.size <= MOST_LIST_BYTES) return readFile(path, { signal })
  if (!found.isFIFO()) return collect(createReadStream(path, { signal }))
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return collect(new Socket({ fd, readable: true, writable: false, signal }))
}

/** Why a service cannot be reached. Causes with different remedies have different codes, the same as in a repair. */
function whyUnreachable(error: unknown, reason: string, isOfCertificate: boolean): [text: string, code?: string] {
  if (!isFailure(error)) return [reason]
  if (error.is('offline')) return ['no internet connection', 'offline']
  if (error.is('dns')) return ['the host was not found', 'name-not-found']
  if (error.is('tls') && isOfCertificate) return [`the certificate is not trusted (${reason})`, 'bad-certificate']
  return error.is('timeout') && error.facts.stage === 'slow' ? ['the server responds too slowly', 'too-slow'] : [reason]
}

/** Reads an address of the service. @throws NoList; the signal's reason */
export async function getFromService(address: string, signal: AbortSignal, timeouts = TIMEOUTS): Promise<Uint8Array> {
  const { getBytes, isOfCertificate, reasonOf } = await import('../http/index.ts') // a list from a file does not need it
  const headers = { accept: 'application/json', 'user-agent': 'Loadout' }
  try {
    return await getBytes(address, { maxBytes: MOST_LIST_BYTES, signal, headers, timeouts })
  } catch (error) {
    signal.throwIfAborted()
    const reason = reasonOf(error)
    if (/^\d{3}$/.test(reason)) throw new NoList('http-error', `${address} answered ${reason}`)
    if (reason === 'too-large') throw new NoList('wrong-shape', 'the list is too large')
    const [text, code] = whyUnreachable(error, reason, isOfCertificate(reason))
    throw new NoList('unreachable', `${address}: ${text}`, code)
  }
}

/** Reads a hash list. @throws NoList; Usage if there is no such file; the signal's reason */
export async function readList(source: ListSource, signal: AbortSignal, timeouts = TIMEOUTS): Promise<Uint8Array> {
  if (!('file' in source)) return getFromService(`${source.baseUrl}/v1/mod/hashlist/${source.mod}`, signal, timeouts)
  try {
    return await readFileOrPipe(source.file, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoList) throw error
    const errno = errnoOf(error)
    throw new Usage(
      `the hash list ${source.file} ${errno === 'ENOENT' ? 'does not exist' : `cannot be read (${errno})`}`,
    )
  }
}
