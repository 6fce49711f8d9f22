import type { communitiesContract, CommunityDraft, ConnectionTest } from '../../src-preload/contract/communities.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { getBytes, reasonOf } from '../http/index.ts'
import { isNetworkPath } from '../lib/index.ts'
import {
  type CommunityProfile,
  DEMO_ID,
  hostsOf,
  invalidProfile,
  MOST_PROFILE_BYTES,
  parseProfile,
  profileByHand,
  readProfile,
  type Registry,
} from '../settings/index.ts'

export interface CommunitiesNeeds {
  registry: Registry
  present: CommunityProfile
  /** The present one was named on the command line. */
  given: boolean
  demoName: string
  /** Fetches a profile's JSON. @throws Failure `profile-unreachable` */
  fetchProfile: (address: string) => Promise<unknown>
  /** Asks a profile's service for its servers. */
  probe: (profile: CommunityProfile, signal: AbortSignal) => Promise<ConnectionTest>
  /** Deletes every credential of a profile. @throws Failure of the vault */
  forgetSecrets: (profileId: string) => Promise<void>
  /** Restarts the app with the chosen community. */
  restart: () => void
}

const TIMEOUT_MS = 15_000

/** Fetches a profile's JSON from an https address, without redirects and cookies, limited in size and time. @throws Failure `profile-unreachable` */
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

/** Most drafts kept; the oldest are dropped. */
const MOST_DRAFTS = 8

/** The communities domain for the bridge. */
export function communitiesHandlers(needs: CommunitiesNeeds): DomainHandlers<typeof communitiesContract> {
  const { registry, present } = needs
  const drafts = new Map<number, CommunityProfile>()
  let last = 0
  let announce: () => void = () => undefined

  const known = (id: string) => (present.id === id ? present : registry.list().find((one) => one.id === id))
  const moves = (profile: CommunityProfile): boolean => {
    const before = known(profile.id)
    return before !== undefined && hostsOf(before) !== hostsOf(profile)
  }
  const keep = (profile: CommunityProfile): CommunityDraft => {
    drafts.set(++last, profile)
    drafts.delete(last - MOST_DRAFTS)
    const { id, name, baseUrl, infoUrl } = profile
    return { draft: last, id, name, baseUrl, infoUrl, replaces: registry.has(id), moves: moves(profile) }
  }
  const draftOf = (draft: number): CommunityProfile => {
    const profile = drafts.get(draft)
    if (!profile) throw new Failure('forbidden', {})
    return profile
  }
  const entries = () => [
    { id: DEMO_ID, name: needs.demoName, host: '' },
    ...registry.list().map(({ id, name, baseUrl }) => ({ id, name, host: new URL(baseUrl).host })),
  ]
  return {
    state(tell) {
      announce = () => tell({ present: present.id, given: needs.given, list: entries() })
      announce()
      return () => undefined
    },
    async read({ source }) {
      if (/^[a-z]+:\/\//i.test(source)) return keep(parseProfile(await needs.fetchProfile(source), source))
      if (isNetworkPath(source)) throw invalidProfile(source, 'remote')
      return keep(readProfile(source))
    },
    describe: (given) => keep(profileByHand(given)),
    test: ({ draft }, { signal }) => needs.probe(draftOf(draft), signal),
    add: async ({ draft }) => {
      const profile = draftOf(draft)
      // Credentials first: where the keychain refuses, the profile stays as it was, and nothing goes to the new hosts.
      if (moves(profile)) await needs.forgetSecrets(profile.id)
      await registry.add(profile)
      announce()
    },
    choose: async ({ id }) => {
      await registry.choose(id)
      needs.restart()
    },
    remove: async ({ id }) => {
      // Secrets first: where the keychain refuses, the community stays on the list and can be removed again.
      if (registry.has(id) && registry.present()?.id !== id) await needs.forgetSecrets(id)
      registry.remove(id)
      announce()
    },
  }
}
