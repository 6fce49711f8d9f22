import { request } from 'undici'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { errnoOf, readUpTo } from '../../lib/index.ts'
import { MOST_PROFILE_BYTES } from '../../settings/index.ts'

const PATIENCE_MS = 15_000

/** Fetches a profile's JSON from an https address: no redirect, no cookie, size and time limited. @throws Failure `profile-unreachable` */
export async function fetchProfile(address: string): Promise<unknown> {
  const unreachable = (reason: string) => new Failure('profile-unreachable', { reason })
  if (!/^https:\/\//i.test(address)) throw unreachable('not-https')
  try {
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const bytes = await readUpTo(MOST_PROFILE_BYTES, body)
    if (statusCode !== 200) throw unreachable(String(statusCode))
    if (!bytes) throw unreachable('too-large')
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError) throw unreachable('not-json')
    throw unreachable(errnoOf(error) || 'no-answer')
  }
}
