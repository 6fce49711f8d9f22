import * as v from 'valibot'
import { call, job, topic } from './members.ts'

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
  /** Reads a profile from a file (absolute path) or an https address. */
  read: call<CommunityDraft>()(v.strictObject({ source: text })),
  /** Makes a profile of addresses typed by hand. */
  describe: call<CommunityDraft>()(v.strictObject({ name: text, baseUrl: text, infoUrl: v.optional(text) })),
  /** Asks the service of a draft for its servers, keeping nothing. */
  test: job<never, ConnectionTest>()(Draft),
  /** Adds a draft to the list (replacing one of its id). */
  add: call<void>()(Draft),
  /** Makes another community the present one; the app restarts with it. */
  choose: call<void>()(Id),
  /** Takes a community off the list. Its data stays on the disk. */
  remove: call<void>()(Id),
}
