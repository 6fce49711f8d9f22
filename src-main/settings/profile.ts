import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import type { ProfileFault, ProfileView } from '../../src-preload/contract/settings.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { isTimeZone } from '../lib/index.ts'
import { asFault, faultOf, isLoopback, SafeAddress } from './fields.ts'
import { GameRecipe, VoiceRecipe } from './recipes.ts'

const STANDARD_ZONE = 'Europe/Berlin'

/** Asking the system for a zone takes longer than the rest of the profile, and every start reads one. */
const timeZone = v.pipe(
  v.string(),
  v.check((zone) => zone === STANDARD_ZONE || isTimeZone(zone), asFault('zone')),
)

const isPattern = (text: string): boolean => {
  try {
    return Boolean(new RegExp(text))
  } catch {
    return false
  }
}
const pattern = v.pipe(v.string(), v.check(isPattern, asFault('pattern')))

/**
 * A community profile: what names a community and what differs per community. Source: a JSON file, the first-run
 * screen, or the demo. Absent fields have the standard value.
 */
export const CommunityProfile = v.object({
  /** File-name safe; keys settings, cache and keychain entries. */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, asFault('id'))),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  /** Base address of the JSON interface, without `/v1`. */
  baseUrl: SafeAddress,
  /** Base address of the online banking; absent means no banking. */
  infoUrl: v.optional(SafeAddress),
  /** IANA zone of the service's plain dates. */
  timeZone: v.optional(timeZone, STANDARD_ZONE),
  game: GameRecipe,
  bank: v.optional(
    v.object({
      /** Pattern (whole string) of an account number. */
      ibanPattern: v.optional(pattern, '^NH[0-9]{6}$'),
      /** Pattern (whole string) of the session cookie's name. */
      sessionCookie: v.optional(pattern, '^[A-Za-z0-9_.-]+_session$'),
      /** How the transfer body is encoded. */
      encoding: v.optional(v.picklist(['form', 'json']), 'form'),
      currency: v.optional(v.string(), '$'),
      /** Hosts besides the bank's own that its sign-in may lead through. */
      loginHosts: v.optional(v.array(v.string()), ['steamcommunity.com']),
      infoMaxLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 80),
      /** Texts of the bank's page that tell a transfer's outcome. */
      texts: v.optional(
        v.object({
          success: v.optional(v.string(), 'Deine Überweisung wurde aufgegeben und durchgeführt!'),
          wrongFormat: v.optional(v.string(), 'Falsches IBAN-Format!'),
          notEnough: v.optional(v.string(), 'Zu wenig Geld auf dem Konto!'),
          noSuchAccount: v.optional(v.string(), 'Zielkonto existiert nicht'),
        }),
        {},
      ),
    }),
    {},
  ),
  voice: VoiceRecipe,
  /** Base addresses of pictures. */
  images: v.optional(
    v.object({ item: v.optional(SafeAddress), vehicle: v.optional(SafeAddress), mapTiles: v.optional(SafeAddress) }),
    {},
  ),
  mods: v.optional(
    v.object({
      /** Mod downloads may come over plain http, since every byte is checked against the hash list. */
      allowHttpDownloads: v.optional(v.boolean(), false),
    }),
    {},
  ),
})
export type CommunityProfile = v.InferOutput<typeof CommunityProfile>

/** Why a profile cannot be used; `path`: its file or address. */
export const invalidProfile = (path: string, reason: ProfileFault, more: { field?: string; errno?: string } = {}) =>
  new Failure('profile-invalid', { path, reason, field: '', errno: '', ...more })

/** Takes a profile out of JSON. `path`, its file or address, is named in the failure. @throws Failure `profile-invalid` with the field and the reason */
export function parseProfile(raw: unknown, path: string): CommunityProfile {
  const parsed = v.safeParse(CommunityProfile, raw)
  if (parsed.success) return parsed.output
  const { field, fault } = faultOf(parsed.issues[0])
  throw invalidProfile(path, field === '' ? 'no-profile' : fault, { field })
}

/** Far more than a profile has. */
export const MOST_PROFILE_BYTES = 256 * 1024

/**
 * Reads a profile file (UTF-8 JSON).
 * @throws Failure `profile-invalid` with the field and the reason
 */
export function readProfile(path: string): CommunityProfile {
  let raw: unknown
  try {
    const file = statSync(path) // a pipe or a device would be read for ever
    if (!file.isFile()) throw invalidProfile(path, 'not-a-file')
    if (file.size > MOST_PROFILE_BYTES) throw invalidProfile(path, 'too-large')
    raw = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError) throw invalidProfile(path, 'not-json')
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw invalidProfile(path, code === 'ENOENT' ? 'not-there' : 'not-readable', { errno: code })
  }
  return parseProfile(raw, path)
}

/** The origins that a profile's credentials go to, as one text to compare. */
export const hostsOf = ({ baseUrl, infoUrl }: CommunityProfile): string =>
  [baseUrl, infoUrl].map((address) => (address === undefined ? '' : new URL(address).origin)).join(' ')

/** What of a profile the page may see. */
export const profileView = (profile: CommunityProfile, demo: boolean): ProfileView => ({
  id: profile.id,
  name: profile.name,
  demo,
  local: isLoopback(new URL(profile.baseUrl).hostname),
  currency: profile.bank.currency,
  images: profile.images,
})
