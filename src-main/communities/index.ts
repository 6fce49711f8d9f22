import type { communitiesContract, CommunityDraft, ConnectionTest } from '../../src-preload/contract/communities.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { getBytes, reasonOf } from '../http/index.ts'
import { isNetworkPath, type Question } from '../lib/index.ts'
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
  /** What a link or a later start asked for. */
  requests: { sourceOf(id: number): string | undefined; settle(id: number): void }
  /** The path of a file that the player dropped or picked. */
  dropped: (file: number) => string | undefined
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

/** Reads a profile from an https address or a file of this computer. @throws Failure `profile-unreachable`, `profile-invalid` */
async function profileFrom(source: string, fetch: CommunitiesNeeds['fetchProfile']): Promise<CommunityProfile> {
  if (/^[a-z]+:\/\//i.test(source)) return parseProfile(await fetch(source), source)
  if (isNetworkPath(source)) throw invalidProfile(source, 'remote')
  return readProfile(source)
}

/** What the player is told of a profile before it is trusted: all that it leads to. */
function asked({ id, name, baseUrl, infoUrl, bank, voice, images }: CommunityProfile, before?: CommunityProfile) {
  const hosts = [baseUrl, infoUrl].map((address) => address && new URL(address).host)
  const more = [...Object.values(images), voice.clientPage].map((address) => new URL(address).host)
  const others = [...more, ...(infoUrl ? bank.loginHosts : []), voice.fallback?.host ?? '']
  const otherHosts = [...new Set(others)].filter((host) => host !== '' && !hosts.includes(host))
  return {
    kind: 'add-community',
    id,
    name,
    baseUrl,
    infoUrl,
    otherHosts,
    replaces: before?.name,
  } satisfies Partial<Question>
}

/** The communities domain for the bridge. */
export function communitiesHandlers(needs: CommunitiesNeeds): DomainHandlers<typeof communitiesContract> {
  const { registry, present } = needs
  const drafts = new Map<number, CommunityProfile>()
  /** Ids of what was removed in this run: what left the list before is not trusted any more. */
  const removed = new Set<string>()
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
  const read = async (source: string) => keep(await profileFrom(source, needs.fetchProfile))
  /** Credentials first: where the keychain refuses, the profile stays as it was, and nothing goes to the new hosts. */
  const add = async (profile: CommunityProfile): Promise<void> => {
    if (moves(profile)) await needs.forgetSecrets(profile.id)
    await registry.add(profile)
    announce()
  }
  const choose = async (id: string): Promise<void> => {
    await registry.choose(id)
    needs.restart()
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
    async readRequest({ request }) {
      const source = needs.requests.sourceOf(request)
      needs.requests.settle(request)
      if (source === undefined) throw new Failure('forbidden', {})
      return read(source)
    },
    readDropped({ file }) {
      const path = needs.dropped(file)
      if (path === undefined) throw new Failure('forbidden', {})
      return read(path)
    },
    describe: (given) => keep(profileByHand(given)),
    add({ draft, choose: chooses, untested }, { signal }) {
      const profile = draftOf(draft)
      return {
        question: { ...asked(profile, known(profile.id)), moves: moves(profile), chooses },
        async yes() {
          const test = untested ? null : await needs.probe(profile, signal)
          await add(profile)
          if (chooses) await choose(profile.id)
          return test
        },
      }
    },
    choose: ({ id }) => choose(id),
    async remove({ id }) {
      // Secrets first: where the keychain refuses, the community stays on the list and can be removed again.
      if (registry.has(id) && registry.present()?.id !== id) await needs.forgetSecrets(id)
      registry.remove(id)
      removed.add(id)
      announce()
    },
    restore({ id }) {
      if (!removed.delete(id)) throw new Failure('forbidden', {})
      registry.restore(id)
      announce()
    },
  }
}
