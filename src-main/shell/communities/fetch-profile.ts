import { request } from 'undici'
import { Failure } from '../../../src-preload/contract/failure.ts'

const MOST_BYTES = 256 * 1024
const PATIENCE_MS = 15_000

/** Fetches a profile's JSON from an https address: no redirect, no cookie, size and time limited. @throws Failure `profile-unreachable` */
export async function fetchProfile(address: string): Promise<unknown> {
  const unreachable = (reason: string) => new Failure('profile-unreachable', { reason })
  if (!/^https:\/\//i.test(address)) throw unreachable('not https')
  try {
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (statusCode !== 200) throw unreachable(String(statusCode))
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_BYTES) throw unreachable('too large')
      chunks.push(chunk)
    }
    return JSON.parse(
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError) throw unreachable('not JSON')
    throw unreachable((error as NodeJS.ErrnoException).code ?? 'no answer')
  }
}
