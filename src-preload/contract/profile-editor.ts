import * as v from 'valibot'
import { Dropped } from './dropped.ts'
import { call } from './members.ts'
import type { ProfileFault } from './settings.ts'

/** A field of a community profile: what it takes, by the schema that main reads profiles with. */
export interface ProfileField {
  /** Dotted path in the profile; of a column its field's, and its own name. */
  field: string
  /** `long`: several lines; `lines`: a list of texts; `table`: a list of records; `map`: values, each with a key. */
  kind: 'text' | 'long' | 'number' | 'switch' | 'choice' | 'lines' | 'table' | 'map'
  /** What stands for it where it is absent. */
  standard?: unknown
  choices?: { choice: string | number; name: string }[]
  /** Of a table the fields of its records, of a map `key` and `value`. */
  columns?: ProfileField[]
}

/** The content of a profile's file, whether it is right or not. */
export const ProfileContent = v.record(v.string(), v.unknown())
export type ProfileContent = v.InferOutput<typeof ProfileContent>

/** An object of JSON, and no list. */
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a dotted field. */
export const valueAt = (profile: unknown, field: string): unknown =>
  field
    .split('.')
    .reduce((within, name) => (isGroup(within) && Object.hasOwn(within, name) ? within[name] : undefined), profile)

/** What a profile's file holds. */
export interface OpenedProfile {
  profile: ProfileContent
  /** What stands in the file and is no field of a profile: it will not be saved. */
  unknown: string[]
}

/** A profile that was edited and not saved when the app ended. */
export const KeptDraft = v.strictObject({
  profile: ProfileContent,
  /** It had a voice password, which is not kept. */
  hadPassword: v.boolean(),
})
export type KeptDraft = v.InferOutput<typeof KeptDraft>

/** What is wrong with a field. */
export interface FieldWrong {
  /** Dotted; empty for the whole. */
  field: string
  fault: ProfileFault
}

/** What an address of a profile did when it was tried. */
export interface TriedAddress {
  /** Of several addresses each has it. */
  field: string
  address: string
  ok: boolean
  /** How it answered, or a status or an error code. */
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

/** For who writes a community's profile. The page has it while it is edited; what the app itself uses never comes here. */
export const profileEditorContract = {
  profileFields: call<readonly ProfileField[]>()('reads', v.undefined()),
  /** Reads a file that the player dropped or picked, whether it is right or not. @throws Failure `profile-invalid` where it is no profile at all */
  openProfile: call<OpenedProfile>()('reads', Dropped),
  keptDraft: call<KeptDraft>()('reads', v.undefined()),
  /** Keeps a draft for the next start of the app; an empty one is none. */
  keepDraft: call<void>()('harmless', Content),
  /** All that is wrong with it. Asks nobody. */
  checkProfile: call<FieldWrong[]>()('reads', Content),
  /** Asks each address that it names once, after the player has seen them. @throws Failure `profile-invalid` */
  tryProfile: call<TriedAddress[]>()('player', Content),
  /** Writes it to a file of the player's choice, and gives that one's name. @throws Failure `profile-invalid`, `file-not-saved` */
  saveProfile: call<string>()('player', Content),
  /** The link to a profile at an address; nothing where it is not one that a link may name. */
  addLink: call<AddLink | undefined>()('reads', Address),
  /** Writes the link's QR code to a file of the player's choice, and gives that one's name. @throws Failure `link-refused`, `file-not-saved` */
  saveQrCode: call<string>()('player', Address),
}
