import type { CommunityDraft, ConnectionTest, TestedDraft } from '../../src-preload/contract/communities.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { isNetworkPath } from '../lib/index.ts'
import { type CommunityProfile, invalidProfile, parseProfile, profileByHand, readProfile } from '../settings/index.ts'

export interface DraftsNeeds {
  /** Fetches a profile's JSON. @throws Failure `profile-unreachable` */
  fetchProfile: (address: string) => Promise<unknown>
  /** The community that a profile leads to, if the player has or had it, perhaps under another id. */
  known: (profile: CommunityProfile) => CommunityProfile | undefined
  probe: (profile: CommunityProfile, signal: AbortSignal) => Promise<ConnectionTest>
}

/** A profile that was read and is not added yet. */
export interface Draft {
  profile: CommunityProfile
  /** The player said yes to all its hosts. */
  agreed: boolean
  /** Set if the typed address is that of a profile, which must be read first. */
  source?: string
}

/** Most drafts kept; the oldest are dropped. */
const MOST = 8

/** True for an address that names a file, as a profile's does. */
const namesFile = (address: string): boolean => new URL(address).pathname.toLowerCase().endsWith('.json')

/** Profiles that were read. The page names each by a number. */
export class Drafts {
  readonly #needs: DraftsNeeds
  readonly #drafts = new Map<number, Draft>()
  #last = 0

  constructor(needs: DraftsNeeds) {
    this.#needs = needs
  }

  /** @throws Failure `forbidden` if there is no such number */
  of(number: number): Draft {
    const draft = this.#drafts.get(number)
    if (!draft) throw new Failure('forbidden', {})
    return draft
  }

  /** Makes a draft of typed addresses. @throws Failure `profile-invalid` */
  describe(given: { address: string; name?: string; infoUrl?: string }): CommunityDraft {
    const typed = profileByHand({ ...given, baseUrl: given.address })
    const known = this.#needs.known(typed)
    const profile = known ? { ...known, name: given.name ? typed.name : known.name } : typed
    return this.#keep(profile, namesFile(profile.baseUrl) ? profile.baseUrl : undefined)
  }

  /** Reads a profile from an https address or a file of this computer. @throws Failure `profile-unreachable`, `profile-invalid` */
  async read(source: string): Promise<CommunityDraft> {
    if (/^[a-z]+:\/\//i.test(source)) return this.#keep(parseProfile(await this.#needs.fetchProfile(source), source))
    if (isNetworkPath(source)) throw invalidProfile(source, 'remote')
    return this.#keep(readProfile(source))
  }

  /**
   * Asks the service after the player's yes. If it does not answer like one, its address may be that of a profile.
   * @throws the service's failure; the draft can still be added
   */
  async test(number: number, signal: AbortSignal): Promise<TestedDraft> {
    const draft = this.of(number)
    draft.agreed = true
    const { profile } = draft
    try {
      return { draft: this.#viewOf(number, draft), test: await this.#needs.probe(profile, signal) }
    } catch (failure) {
      signal.throwIfAborted()
      const read = await this.read(profile.baseUrl).catch(() => undefined)
      if (!read) throw failure
      return { draft: read }
    }
  }

  #keep(profile: CommunityProfile, source?: string): CommunityDraft {
    const id = this.#needs.known(profile)?.id ?? profile.id
    const draft = { profile: { ...profile, id }, agreed: false, source }
    this.#drafts.set(++this.#last, draft)
    this.#drafts.delete(this.#last - MOST)
    return this.#viewOf(this.#last, draft)
  }

  #viewOf(draft: number, { profile, source }: Draft): CommunityDraft {
    const { id, name, baseUrl, infoUrl } = profile
    return { draft, id, name, baseUrl, infoUrl, isProfile: source !== undefined }
  }
}
