import type { CommunityEntry } from '../../src-preload/contract/communities.ts'
import type { contract } from '../../src-preload/contract/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { Drafts, type DraftsNeeds } from './drafts.ts'
import { editorHandlers, type EditorNeeds } from './profile-editor.ts'
import { getBytes, reasonOf } from '../http/index.ts'
import { type Question, urlOf } from '../lib/index.ts'
import { type CommunityProfile, DEMO_ID, hostsOf, MOST_PROFILE_BYTES, type Registry } from '../settings/index.ts'

export { readBanner } from './banner.ts'
export { tryAddresses } from './try-addresses.ts'

export interface CommunitiesNeeds extends Omit<DraftsNeeds, 'known'>, EditorNeeds {
  registry: Registry
  present: CommunityProfile
  /** The present community was named on the command line. */
  given: boolean
  demoName: string
  /** Deletes every credential of a profile. @throws Failure of the vault */
  forgetSecrets: (profileId: string) => Promise<void>
  /** The address or file that a link or a later start asked for. @throws Failure `forbidden` */
  takeSource: (request: number) => string
  /** True while there is work that a restart must not interrupt. */
  isBusy: () => boolean
  restart: () => void
}

const TIMEOUT_MS = 15_000

/** Fetches a profile's JSON from an https address, without redirects and cookies, limited in size and time. @throws Failure `profile-unreachable` */
export async function fetchProfile(address: string): Promise<unknown> {
  const unreachable = (reason: string) => new Failure('profile-unreachable', { reason })
  if (!/^https:\/\//i.test(address) || !urlOf(address)) throw unreachable('not-https')
  try {
    const options = { maxBytes: MOST_PROFILE_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) }
    return JSON.parse(new TextDecoder().decode(await getBytes(address, options)))
  } catch (error) {
    throw unreachable(error instanceof SyntaxError ? 'not-json' : reasonOf(error))
  }
}

/** The question about a profile before it is trusted: it names every host that the profile leads to. */
function questionOf(
  { id, name, baseUrl, infoUrl, bank, voice, discord, images, mods }: CommunityProfile,
  before?: CommunityProfile,
): Omit<Extract<Question, { kind: 'add-community' }>, 'moves'> {
  const hosts = [baseUrl, infoUrl].map((address) => address && new URL(address).host)
  const addresses = [
    ...Object.values(images).flat(),
    voice.clientPage,
    voice.plugin?.package?.address,
    ...Object.values(mods.sources).flat(),
    discord?.page,
  ]
  const others = addresses.flatMap((address) => (address ? [new URL(address).host] : []))
  const named = [...others, ...(infoUrl ? bank.loginHosts : []), voice.fallback?.host ?? '']
  const otherHosts = [...new Set(named)].filter((host) => host !== '' && !hosts.includes(host))
  return { kind: 'add-community', id, name, baseUrl, infoUrl, otherHosts, replaces: before?.name }
}

function mustBeIdle({ isBusy }: CommunitiesNeeds): void {
  if (isBusy()) throw new Failure('switch-while-busy', {})
}

export function communitiesHandlers(needs: CommunitiesNeeds): DomainHandlers<typeof contract.communities> {
  const { registry, present } = needs
  const known = (profile: CommunityProfile) =>
    registry.sameAs(profile) ?? (hostsOf(present) === hostsOf(profile) ? { ...profile, id: present.id } : undefined)
  const drafts = new Drafts({ ...needs, known })
  /** Communities that were removed in this run. Only these can be restored. */
  const removed = new Set<string>()
  let announce: () => void = () => undefined

  const before = ({ id }: CommunityProfile) => (present.id === id ? present : registry.ever(id))
  const moves = (profile: CommunityProfile): boolean => hostsOf(before(profile) ?? profile) !== hostsOf(profile)
  /** The profile that a new one replaces; also a removed one, unless the new one is the same community. */
  const replaced = (profile: CommunityProfile) =>
    moves(profile) || profile.id === present.id || registry.has(profile.id) ? before(profile) : undefined
  /** Deletes credentials first. If the keychain refuses, the profile stays unchanged and nothing goes to the new hosts. */
  const add = async (profile: CommunityProfile): Promise<void> => {
    if (moves(profile)) await needs.forgetSecrets(profile.id)
    await registry.add(profile)
    announce()
  }
  const choose = async (id: string): Promise<void> => {
    mustBeIdle(needs)
    await registry.choose(id)
    needs.restart()
  }
  const entryOf = ({ id, name, baseUrl }: CommunityProfile) => ({ id, name, host: new URL(baseUrl).host })
  const entries = (): CommunityEntry[] => {
    const kept = registry.list().map(entryOf)
    const all = [{ id: DEMO_ID, name: needs.demoName, host: '' }, ...kept]
    return needs.given ? [...all.filter(({ id }) => id !== present.id), { ...entryOf(present), given: true }] : all
  }
  return {
    ...editorHandlers(needs),
    state(publish) {
      announce = () => publish({ present: present.id, given: needs.given, list: entries() })
      announce()
    },
    readRequest: async ({ request }) => drafts.read(needs.takeSource(request)),
    readDropped: async ({ file }) => drafts.read(needs.dropped(file)),
    describe: (given) => drafts.describe(given),
    test({ draft: number }, { signal }) {
      const { profile, source } = drafts.of(number)
      if (source !== undefined)
        return {
          question: { kind: 'read-profile', address: source },
          yes: async () => ({ draft: await drafts.read(source) }),
        }
      return {
        question: { ...questionOf(profile, replaced(profile)), moves: moves(profile) },
        yes: () => drafts.test(number, signal),
      }
    },
    async add({ draft }) {
      const { profile, agreed } = drafts.of(draft)
      if (!agreed) throw new Failure('forbidden', {})
      mustBeIdle(needs) // before credentials are deleted for the new profile
      await add(profile)
      await choose(profile.id)
    },
    choose: ({ id }) => choose(id),
    async remove({ id }) {
      if (id === present.id || !registry.mayRemove(id)) throw new Failure('community-not-removable', { id })
      await needs.forgetSecrets(id) // first: if the keychain refuses, the community stays on the list and can be removed later
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
