import * as v from 'valibot'
import { call, topic } from './members.ts'
import { Dropped } from './dropped.ts'

/** A community that can be switched to. */
export interface CommunityEntry {
  /** Profile id. `demo` is the embedded community, which always exists. */
  id: string
  name: string
  /** Host of the information interface. */
  host: string
  /** Named on the command line, for this run only. */
  given?: boolean
}

export interface CommunityList {
  /** Id of the present one. */
  present: string
  /** True if the present one was named on the command line, so that a switch lasts only until the next start. */
  given: boolean
  list: readonly CommunityEntry[]
}

/** A profile that was read but not added. Main keeps it; the page names it by its number. */
export interface CommunityDraft {
  draft: number
  id: string
  name: string
  /** Address of the information interface. */
  baseUrl: string
  /** Address of the online banking, if the community has one. */
  infoUrl?: string
  /** The typed address is that of a profile, which is read first. */
  isProfile: boolean
}

export interface ConnectionTest {
  /** Time from request to answer. */
  ms: number
  /** Number of game servers that the service lists. */
  servers: number
  /** Players on all of them now. */
  players: number
  /** The community's banner as a `data:` address, if its profile has a usable one. */
  banner?: string
}

export interface TestedDraft {
  draft: CommunityDraft
  /** Absent if the address gave a profile. That is the next draft to test. */
  test?: ConnectionTest
}

const text = v.pipe(v.string(), v.trim(), v.maxLength(2_000))
const Draft = v.strictObject({ draft: v.pipe(v.number(), v.integer()) })
const Id = v.strictObject({ id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)) })

export interface CommunitiesFailures {
  /** A community's profile could not be fetched; `reason`: `not-https`, `too-large`, `not-json`, `no-answer`, or a status or an error code. */
  'profile-unreachable': { reason: string }
  /** No such community, or the present one, which cannot be removed. */
  'community-not-removable': { id: string }
  /** Another community needs a restart, which would interrupt running work. */
  'switch-while-busy': Record<string, never>
}

export const communitiesContract = {
  state: topic<CommunityList>(),
  /** Reads the profile of a link or a later start, and settles that request. */
  readRequest: call<CommunityDraft>()('harmless', v.strictObject({ request: v.pipe(v.number(), v.integer()) })),
  /** Reads a profile file that the player dropped on the window or picked. */
  readDropped: call<CommunityDraft>()('reads', Dropped),
  /** Makes a draft from a typed address of a service or a profile, without asking the player. */
  describe: call<CommunityDraft>()(
    'reads',
    v.strictObject({ address: text, name: v.optional(text), infoUrl: v.optional(text) }),
  ),
  /** Asks the player, then the draft's service for its servers, or reads its profile. If the player agrees, the draft can be added even if the service does not answer. */
  test: call<TestedDraft>()('player', Draft),
  /** Adds a draft that the player agreed to (replaces one with the same id) and makes it the present one. The app restarts with it. */
  add: call<void>()('harmless', Draft),
  /** Chooses another community of the list. The app restarts with it. */
  choose: call<void>()('harmless', Id),
  /** Removes a community from the list. Its data stays on disk, except for its credentials. */
  remove: call<void>()('harmless', Id),
  /** Restores a community that was removed in this run. */
  restore: call<void>()('harmless', Id),
}
