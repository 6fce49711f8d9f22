import * as v from 'valibot'
import { Dropped } from './dropped.ts'
import { call } from './members.ts'
import type { ProfileFault } from './settings.ts'

/** A field of a community profile, from the schema with which main reads profiles. */
export interface ProfileField {
  /** Dotted path in the profile. For a column: the path of its field and its own name. */
  field: string
  /** `long`: several lines; `lines`: a list of texts; `table`: a list of records; `map`: values, each with a key. */
  kind: 'text' | 'long' | 'number' | 'switch' | 'choice' | 'lines' | 'table' | 'map'
  /** The default. */
  standard?: unknown
  choices?: { choice: string | number; name: string }[]
  /** For a table: the fields of its records. For a map: `key` and `value`. */
  columns?: ProfileField[]
}

/** The content of a profile's file, valid or not. */
export const ProfileContent = v.record(v.string(), v.unknown())
export type ProfileContent = v.InferOutput<typeof ProfileContent>

/** True for a JSON object that is not a list. */
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dotted path. */
export const valueAt = (profile: unknown, field: string): unknown =>
  field
    .split('.')
    .reduce((within, name) => (isGroup(within) && Object.hasOwn(within, name) ? within[name] : undefined), profile)

/** A profile that was read from a file. */
export interface OpenedProfile {
  profile: ProfileContent
  /** Fields of the file that are not profile fields. They will not be saved. */
  unknown: string[]
}

/** An edited profile that was not saved before the app ended. */
export const KeptDraft = v.strictObject({
  profile: ProfileContent,
  /** True if it had a voice password, which is not kept. */
  hadPassword: v.boolean(),
})
export type KeptDraft = v.InferOutput<typeof KeptDraft>

/** The fault of a field. */
export interface FieldWrong {
  /** Dotted path; empty for the whole profile. */
  field: string
  fault: ProfileFault
}

/** The result of a request to an address of a profile. */
export interface TriedAddress {
  /** A field with several addresses has one entry for each. */
  field: string
  address: string
  ok: boolean
  /** The kind of answer, a status or an error code. */
  said: 'servers' | 'answers' | 'picture' | 'package' | 'no-servers' | 'no-picture' | 'not-json' | (string & {})
  /** Number of servers. */
  count?: number
}

/** The link that adds a community, and its QR code: a PNG as a `data:` address. */
export interface AddLink {
  link: string
  code: string
}

const Content = v.strictObject({ profile: ProfileContent })
const Address = v.strictObject({ address: v.pipe(v.string(), v.maxLength(1_000)) })

/** For authors of a community's profile. The page has the edited profile. The profile that the app uses never gets here. */
export const profileEditorContract = {
  profileFields: call<readonly ProfileField[]>()('reads', v.undefined()),
  /** Reads a file that the player dropped or picked, valid or not. @throws Failure `profile-invalid` if it is not a profile at all */
  openProfile: call<OpenedProfile>()('reads', Dropped),
  keptDraft: call<KeptDraft>()('reads', v.undefined()),
  /** Keeps a draft for the next start of the app. An empty one counts as none. */
  keepDraft: call<void>()('harmless', Content),
  /** Returns all faults. Sends no requests. */
  checkProfile: call<FieldWrong[]>()('reads', Content),
  /** Sends one request to each of its addresses, after the player has seen them. @throws Failure `profile-invalid` */
  tryProfile: call<TriedAddress[]>()('player', Content),
  /** Writes it to a file that the player chooses, and returns the file's name. @throws Failure `profile-invalid`, `file-not-saved` */
  saveProfile: call<string>()('player', Content),
  /** The link to a profile at an address; undefined if a link may not contain this address. */
  addLink: call<AddLink | undefined>()('reads', Address),
  /** Writes the link's QR code to a file that the player chooses, and returns its name. @throws Failure `link-refused`, `file-not-saved` */
  saveQrCode: call<string>()('player', Address),
}
