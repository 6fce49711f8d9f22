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
  /** True when a community of this id is there already and would be replaced. */
  replaces: boolean
  /** True when that one has other hosts: what is kept to sign in there is deleted with the replacement, so that it never goes to these. */
  moves: boolean
}

/** What a test of the connection found. */
export interface ConnectionTest {
  /** From question to answer. */
  ms: number
  /** Number of game servers that the service lists. */
  servers: number
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
  /** Makes a profile of addresses typed by hand. */
  describe: call<CommunityDraft>()('reads', v.strictObject({ name: text, baseUrl: text, infoUrl: v.optional(text) })),
  /**
   * Tests a draft's service and adds it to the list (replacing one of its id). `untested`: adds it although the service may not answer;
   * then there is no result. `choose`: the app restarts with it.
   */
  add: call<ConnectionTest | null>()(
    'player',
    v.strictObject({ ...Draft.entries, choose: v.boolean(), untested: v.optional(v.boolean(), false) }),
  ),
  /** Makes another community of the list, which the player has accepted, the present one; the app restarts with it. */
  choose: call<void>()('harmless', Id),
  /** Takes a community off the list. Its data stays on the disk, except what is kept to sign in there. */
  remove: call<void>()('harmless', Id),
  /** Puts back what was removed in this run. */
  restore: call<void>()('harmless', Id),
}
