import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { ProfileView } from '../../src-preload/contract/settings.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { GameRecipe, VoiceRecipe } from './recipes.ts'
import { isLoopback, SafeAddress } from './safe-address.ts'

/**
 * A community profile: what names a community and what differs per community. Source: a JSON file, the first-run
 * screen, or the demo. Absent fields have the standard value.
 */
export const CommunityProfile = v.object({
  /** File-name safe; keys settings, cache and keychain entries. */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes')),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  /** Base address of the JSON interface, without `/v1`. */
  baseUrl: SafeAddress,
  /** Base address of the online banking; absent means no banking. */
  infoUrl: v.optional(SafeAddress),
  /** IANA zone of the service's plain dates. */
  timeZone: v.optional(v.string(), 'Europe/Berlin'),
  game: GameRecipe,
  bank: v.optional(
    v.object({
      /** Pattern (whole string) of an account number. */
      ibanPattern: v.optional(v.string(), '^NH[0-9]{6}$'),
      /** Pattern (whole string) of the session cookie's name. */
      sessionCookie: v.optional(v.string(), '^[A-Za-z0-9_.-]+_session$'),
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

/**
 * Reads a profile file (UTF-8 JSON).
 * @throws Failure `profile-invalid` with the field and the reason
 */
export function readProfile(path: string): CommunityProfile {
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'not JSON' : ((error as NodeJS.ErrnoException).code ?? 'unreadable')
    throw new Failure('profile-invalid', { path, reason })
  }
  const parsed = v.safeParse(CommunityProfile, raw)
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  throw new Failure('profile-invalid', { path, reason: `${v.getDotPath(issue) ?? 'profile'}: ${issue.message}` })
}

/** What of a profile the page may see. */
export const profileView = (profile: CommunityProfile, demo: boolean): ProfileView => ({
  id: profile.id,
  name: profile.name,
  demo,
  local: isLoopback(new URL(profile.baseUrl).hostname),
  timeZone: profile.timeZone,
  images: profile.images,
})
