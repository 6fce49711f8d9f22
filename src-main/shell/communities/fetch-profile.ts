import { Failure } from '../../../src-preload/contract/failure.ts'
import { getBytes, reasonOf } from '../../http/index.ts'
import { MOST_PROFILE_BYTES } from '../../settings/index.ts'

const TIMEOUT_MS = 15_000

/** Fetches a profile's JSON from an https address: no redirect, no cookie, size and time limited. @throws Failure `profile-unreachable` */
export async function fetchProfile(address: string): Promise<unknown> {
  const unreachable = (reason: string) => new Failure('profile-unreachable', { reason })
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) throw unreachable('not-https')
  try {
    const options = { maxBytes: MOST_PROFILE_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) }
    return JSON.parse(new TextDecoder().decode(await getBytes(address, options)))
  } catch (error) {
    throw unreachable(error instanceof SyntaxError ? 'not-json' : reasonOf(error))
  }
}
