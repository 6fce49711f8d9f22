import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import type { ProfileFault, ProfileView } from '../../src-preload/contract/settings.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { FieldWrong } from '../../src-preload/contract/profile-editor.ts'
import { isTimeZone, withoutHidden } from '../lib/index.ts'
import { asFault, faultOf, isLoopback, LocalAddress, PageAddress, SafeAddress } from './fields.ts'
import { readPattern } from './pattern.ts'
import { GameChoice, GameRecipe, recipeOf, VoiceRecipe } from './recipes.ts'

const STANDARD_ZONE = 'Europe/Berlin'

/** The standard zone is not checked: asking the system takes longer than the rest of the profile, at every start. */
const timeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check((zone) => zone === STANDARD_ZONE || isTimeZone(zone), asFault('zone')),
)

const pattern = v.pipe(
  v.string(),
  v.check((text) => readPattern(text) !== undefined, asFault('pattern')),
)
const line = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** Names that Windows reserves, or that no entry of a record may have. */
const NO_ID = /^(?:con|prn|aux|nul|com\d|lpt\d|constructor|prototype)$/
const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, asFault('id')),
  v.check((text) => !NO_ID.test(text), asFault('id')),
)
/** It is shown beside amounts that the player confirms. */
const currency = v.pipe(v.string(), v.maxLength(8), v.regex(/^[^\p{N}\p{C}\p{Z}]*$/u, asFault('choice')))
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, asFault('colour')))
/** One base address or up to four. Each is asked for what the ones before it do not have. */
const basesOf = (address: typeof SafeAddress) =>
  v.lazy((given) =>
    Array.isArray(given)
      ? v.pipe(v.array(address), v.maxLength(4))
      : v.pipe(
          address,
          v.transform((one) => [one]),
        ),
  )
const host = v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/i, asFault('address')))

const prose = (most: number) => v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most)))
/** Longest name of a community. */
export const MOST_NAME = 80
/** A text on one line that shows all its characters, so that it cannot pose as another one. */
const heading = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(most),
    v.check((text) => withoutHidden(text) === text, asFault('hidden')),
  )

/** What a community says about itself, as plain text. The app shows it on its own screen. */
const CommunityInfo = v.optional(
  v.object({
    about: prose(2_000),
    rules: prose(10_000),
    /** Where players find the key to sign in with. */
    key: prose(1_000),
    contact: prose(1_000),
    /** When support answers. */
    hours: prose(500),
    faq: v.optional(
      v.pipe(v.array(v.object({ question: heading(200), answer: v.nonOptional(prose(2_000)) })), v.maxLength(30)),
      [],
    ),
    links: v.optional(v.pipe(v.array(v.object({ label: heading(60), url: PageAddress })), v.maxLength(12)), []),
  }),
  {},
)

/** The game of a profile on the command line. Its other fields are read as a {@link GameRecipe}. */
const GivenGame = v.optional(v.object({ appId: GameRecipe.wrapped.entries.appId }), {})

/**
 * A community profile: what names a community and what differs per community. Source: a JSON file, the first-run
 * screen, or the demo. Absent fields have the standard value.
 */
const profileWith = (address: typeof SafeAddress, game: typeof GameChoice | typeof GivenGame) =>
  v.object({
    /** File-name safe; keys settings, cache and keychain entries. */
    id,
    name: heading(MOST_NAME),
    /** Base address of the JSON interface, without `/v1`. */
    baseUrl: address,
    /** Base address of the online banking; absent means no banking. */
    infoUrl: v.optional(address),
    /** IANA zone of the service's plain dates. */
    timeZone: v.optional(timeZone, STANDARD_ZONE),
    /** The community's colour, `#rrggbb`. Readable shades of it replace the app's accent. */
    colour: v.optional(colour),
    game,
    bank: v.optional(
      v.object({
        /** Pattern (whole string) of an account number. */
        ibanPattern: v.optional(pattern, '^NH[0-9]{6}$'),
        /** Pattern (whole string) of the session cookie's name. */
        sessionCookie: v.optional(pattern, '^[A-Za-z0-9_.-]+_session$'),
        encoding: v.optional(v.picklist(['form', 'json']), 'form'),
        currency: v.optional(currency, '$'),
        /** Hosts besides the bank's own that its sign-in may lead through. */
        loginHosts: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(8), v.array(host)), ['steamcommunity.com']),
        infoMaxLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_000)), 80),
        /** Texts of the bank's page that tell a transfer's outcome. */
        texts: v.optional(
          v.object({
            success: v.optional(line, 'Deine Überweisung wurde aufgegeben und durchgeführt!'),
            wrongFormat: v.optional(line, 'Falsches IBAN-Format!'),
            notEnough: v.optional(line, 'Zu wenig Geld auf dem Konto!'),
            noSuchAccount: v.optional(line, 'Zielkonto existiert nicht'),
          }),
          {},
        ),
      }),
      {},
    ),
    voice: VoiceRecipe,
    community: CommunityInfo,
    /** For the player's Discord profile, which shows where they play if they switch that on. */
    discord: v.optional(
      v.object({
        clientId: v.pipe(v.string(), v.regex(/^\d{17,20}$/, asFault('discord-id'))),
        /** The page of the community that the Discord profile links to. */
        page: v.optional(SafeAddress),
      }),
    ),
    /** Addresses of pictures, and base addresses of kinds of them. */
    images: v.optional(
      v.object({
        item: v.optional(basesOf(address)),
        vehicle: v.optional(basesOf(address)),
        house: v.optional(basesOf(address)),
        mapTiles: v.optional(address),
        banner: v.optional(address),
      }),
      {},
    ),
    mods: v.optional(
      v.object({
        /** Mod downloads may come over plain http, since every byte is checked against the hash list. */
        allowHttpDownloads: v.optional(v.boolean(), false),
        /** More download addresses of mods, by the name of the mod's folder. */
        sources: v.optional(v.pipe(v.record(line, v.pipe(v.array(address), v.maxLength(4))), v.maxEntries(32)), {}),
      }),
      {},
    ),
  })

/** A profile from anywhere: by link, address, drop or the list of communities. It is data and cannot name a program. */
export const CommunityProfile = profileWith(SafeAddress, GameChoice)
export type CommunityProfile = v.InferOutput<typeof CommunityProfile>
const GivenProfile = profileWith(LocalAddress, GivenGame)

/** Why a profile cannot be used; `path`: its file or address. */
export const invalidProfile = (path: string, reason: ProfileFault, more: { field?: string; errno?: string } = {}) =>
  new Failure('profile-invalid', { path, reason, field: '', errno: '', ...more })

function take<Schema extends v.GenericSchema>(
  schema: Schema,
  raw: unknown,
  path: string,
  within = '',
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, raw)
  if (parsed.success) return parsed.output
  const { field, fault } = faultOf(parsed.issues[0])
  throw invalidProfile(path, field === '' ? 'no-profile' : fault, { field: within + field })
}

/** All faults of a profile, by dotted field. `byHand`: with the rules for a profile on the command line. */
export const faultsOfProfile = (raw: unknown, byHand = false): FieldWrong[] =>
  (v.safeParse(byHand ? GivenProfile : CommunityProfile, raw).issues ?? []).map((issue) => {
    const { field, fault } = faultOf(issue)
    return { field, fault: field === '' ? 'no-profile' : fault }
  })

/** Reads a profile from JSON. The failure names `path`, its file or address. @throws Failure `profile-invalid` with the field and the reason */
export const parseProfile = (raw: unknown, path: string): CommunityProfile => take(CommunityProfile, raw, path)

/** A profile that the player named on the command line, and its game's recipe. */
export interface GivenProfile {
  profile: CommunityProfile
  recipe: GameRecipe
  /** The recipe comes from the file, so the player must see it before it is used. */
  isOwn: boolean
}

/** Reads a profile of the command line. It may name this computer and have its own recipe. @throws Failure `profile-invalid` */
export function parseGivenProfile(raw: unknown, path: string): GivenProfile {
  const profile = take(GivenProfile, raw, path)
  const { game = {} } = raw as { game?: object }
  const isOwn = !v.is(GameChoice, game)
  return { profile, recipe: isOwn ? take(GameRecipe, game, path, 'game.') : recipeOf(profile.game), isOwn }
}

/** Far more than a profile needs. */
export const MOST_PROFILE_BYTES = 64 * 1024

/** Reads a profile's file of JSON in UTF-8. @throws Failure `profile-invalid` */
export function readProfileJson(path: string): unknown {
  try {
    const file = statSync(path) // reading a pipe or a device might never end
    if (!file.isFile()) throw invalidProfile(path, 'not-a-file')
    if (file.size > MOST_PROFILE_BYTES) throw invalidProfile(path, 'too-large')
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError) throw invalidProfile(path, 'not-json')
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw invalidProfile(path, code === 'ENOENT' ? 'not-there' : 'not-readable', { errno: code })
  }
}

/** Reads a profile file. @throws Failure `profile-invalid` with the field and the reason */
export const readProfile = (path: string): CommunityProfile => parseProfile(readProfileJson(path), path)

/** Id of the embedded demo community, which always exists. No other community may have its folder, settings and data. */
export const DEMO_ID = 'demo'

/** Reads a profile file of the command line. @throws Failure `profile-invalid` */
export function readGivenProfile(path: string): GivenProfile {
  const given = parseGivenProfile(readProfileJson(path), path)
  if (given.profile.id === DEMO_ID) throw invalidProfile(path, 'demo-id', { field: 'id' })
  return given
}

/** Reads a profile that the app has saved. Earlier versions saved the game's recipe with it, which is ignored now. @throws Failure `profile-invalid` */
export function readKeptProfile(path: string): CommunityProfile {
  const raw = readProfileJson(path)
  const game = (raw as { game?: { appId?: unknown } } | null)?.game
  return parseProfile(game ? { ...(raw as object), game: { appId: game.appId } } : raw, path)
}

/** The addresses that get a profile's credentials, as one text to compare. Two communities may share a host, so it includes the paths. */
export const hostsOf = ({ baseUrl, infoUrl = '' }: CommunityProfile): string => `${baseUrl} ${infoUrl}`

/** The profile's download addresses of the mod in this folder. The service names another one. */
export const sourcesOf = ({ mods }: CommunityProfile, modFolder: string): readonly string[] =>
  Object.hasOwn(mods.sources, modFolder) ? (mods.sources[modFolder] ?? []) : []

/** The part of a profile that the page gets. */
export const profileView = (profile: CommunityProfile, demo: boolean): ProfileView => ({
  id: profile.id,
  name: profile.name,
  demo,
  local: isLoopback(new URL(profile.baseUrl).hostname),
  discord: profile.discord !== undefined,
  currency: profile.bank.currency,
  colour: profile.colour,
  images: profile.images,
})
