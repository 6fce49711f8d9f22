import * as v from 'valibot'
import { call, topic } from './members.ts'
import { Dropped } from './dropped.ts'

/** A community that can be switched to. */
export interface CommunityEntry {
  /** Profile id; `demo` is the embedded one and always there. */
  id: string
  name: string
  /** Host of the information interface. */
  host: string
  /** Named on the command line: it is there for this run. */
  given?: boolean
}

export interface CommunityList {
  /** Id of the present one. */
  present: string
  /** True when the present one was named on the command line, so that a switch lasts until the next start only. */
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
  /** What was typed is the address of a profile, which is loaded first. */
  isProfile: boolean
}

/** What a test of the connection found. */
export interface ConnectionTest {
  /** From question to answer. */
  ms: number
  /** Number of game servers that the service lists. */
  servers: number
  /** Players on all of them now. */
  players: number
  /** The community's banner as a `data:` address, where its profile names one that can be shown. */
  banner?: string
}

/** Where a draft led to. */
export interface TestedDraft {
  draft: CommunityDraft
  /** Absent where the address gave a profile: what that leads to is asked for next. */
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
}

export const communitiesContract = {
  state: topic<CommunityList>(),
  /** Reads a profile that came with a link or a later start. The request is settled by it. */
  readRequest: call<CommunityDraft>()('harmless', v.strictObject({ request: v.pipe(v.number(), v.integer()) })),
  /** Reads a profile file that the player dropped on the window or picked. */
  readDropped: call<CommunityDraft>()('reads', Dropped),
  /** Makes a draft of a typed address: a service's, or a profile's. Asks nobody. */
  describe: call<CommunityDraft>()(
    'reads',
    v.strictObject({ address: text, name: v.optional(text), infoUrl: v.optional(text) }),
  ),
  /** Asks a draft's service for its servers, or loads its profile. With the player's yes it may be added, though the service may not answer. */
  test: call<TestedDraft>()('player', Draft),
  /** Adds a draft that the player said yes to (replacing one of its id) and makes it the present one; the app restarts with it. */
  add: call<void>()('harmless', Draft),
  /** Makes another community of the list, which the player has accepted, the present one; the app restarts with it. */
  choose: call<void>()('harmless', Id),
  /** Takes a community off the list. Its data stays on the disk, except what is kept to sign in there. */
  remove: call<void>()('harmless', Id),
  /** Puts back what was removed in this run. */
  restore: call<void>()('harmless', Id),
}
