import * as v from 'valibot'
import { call, topic } from './members.ts'
import { MapPin } from './map-pins.ts'
import { MOST_KEPT } from './most-kept.ts'
import { LaunchOptions } from './play/options.ts'

const switchOf = (standard: boolean) => v.optional(v.boolean(), standard)
const whole = (standard: number, least: number, most: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)), standard)

/** What a notification can be about; each has its own switch. */
export const noticeClasses = [
  'launcher',
  'changelog',
  'mod-update',
  'mod-ready',
  'server-online',
  'seat-free',
  'friend-online',
  'market-price',
  'upkeep',
  'transfer',
] as const
export type NoticeClass = (typeof noticeClasses)[number]

/** A market price that the player waits for. `item` is the good's key, `name` its name when the alert was set. */
export const PriceAlert = v.strictObject({
  item: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.pipe(v.string(), v.maxLength(120)),
  when: v.picklist(['at-least', 'at-most']),
  price: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000)),
})
export type PriceAlert = v.InferOutput<typeof PriceAlert>

const minuteOfDay = (standard: number) => whole(standard, 0, 24 * 60 - 1)

/**
 * The player's choices. Every field has its standard value here, so a new field needs no migration.
 * Sizes and times are in the unit their name says.
 */
export const PlayerSettings = v.strictObject({
  theme: v.optional(v.picklist(['system', 'light', 'dark', 'contrast']), 'system'),
  /** A folder of `resources/locales`; one that is not there is as `system`. */
  language: v.optional(v.pipe(v.string(), v.regex(/^(?:system|[a-z]{2})$/)), 'system'),
  uiScalePercent: whole(100, 80, 150),
  reducedMotion: switchOf(false),
  /** Hides balances, account numbers, names, secrets and passwords everywhere. */
  streamerMode: switchOf(false),
  /** While the player is on a server that they joined from here, their Discord profile shows it. */
  discordPresence: switchOf(false),
  /** The close button hides the window in the tray. */
  closeToTray: switchOf(false),
  /** What closing the window does while a download, a transfer or a join is under way. */
  closeWhileBusy: v.optional(v.picklist(['ask', 'continue', 'quit']), 'ask'),
  /** Minimising hides the window in the tray. */
  minimiseToTray: switchOf(false),
  startWithSystem: switchOf(false),
  /** A start with the system shows no window. */
  startHidden: switchOf(false),
  /** `loadout://` links are opened with this program, where no installer has registered them. */
  openLinks: switchOf(true),
  /** Classes of notifications that are switched off. */
  silenced: v.optional(v.pipe(v.array(v.picklist(noticeClasses)), v.maxLength(noticeClasses.length)), []),
  /** No notification between these minutes of the day; what happens is told after. */
  quietHours: switchOf(false),
  quietFromMinute: minuteOfDay(22 * 60),
  quietUntilMinute: minuteOfDay(8 * 60),
  /** While the game runs, notifications wait and are told together after. */
  quietWhilePlaying: switchOf(true),
  /** When a new version is installed: `on-quit` once it is loaded, `ask` only after a click, `never` not even looked for. */
  updates: v.optional(v.picklist(['on-quit', 'ask', 'never']), 'on-quit'),
  /** The first steps are done, or were put off twice. */
  welcomed: switchOf(false),
  /** They were put off once. */
  welcomeLater: switchOf(false),
  /** The game folder chosen per community profile id, absolute. */
  gameDirs: v.optional(v.record(v.string(), v.string()), {}),
  /** The folder that a community's mods lie in per profile id, absolute, where it is not the game's. */
  modsDirs: v.optional(v.record(v.string(), v.string()), {}),
  /** Minutes without a touch after which the bank's screens empty themselves; 0: never. */
  bankLockMinutes: whole(5, 0, 240),
  /** Files that a repair fetches at a time. */
  downloadsAtOnce: whole(4, 1, 16),
  /** KiB a second for all downloads together; 0 means as fast as it goes. */
  downloadLimitKiB: whole(0, 0, 10_000_000),
  /** The same while the game runs; 0 means nothing is fetched then. */
  playingLimitKiB: whole(0, 0, 10_000_000),
  /** Updates are fetched while nobody uses the computer. */
  fetchAhead: switchOf(true),
  /** Days after which the quarantine gives up what it holds; 0 means never. */
  quarantineDays: whole(30, 0, 3650),
  /** GiB above which it gives up what it holds longest; 0 means any. */
  quarantineGiB: whole(10, 0, 100_000),
  /** Since when it does, epoch ms: some days after the player was told; 0 until then. */
  quarantineSince: whole(0, 0, Number.MAX_SAFE_INTEGER),
  /** Favourite game servers, as `profileId/serverId`. */
  favouriteServers: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(80))), v.maxLength(MOST_KEPT)), []),
  /** Names of players whom this player marked, without gang tags, per community profile id. */
  friends: v.optional(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.maxLength(63)),
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(120))), v.maxLength(MOST_KEPT)),
      ),
      v.maxEntries(100),
    ),
    {},
  ),
  /** Market prices waited for, per community profile id. */
  priceAlerts: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(63)), v.pipe(v.array(PriceAlert), v.maxLength(MOST_KEPT))),
      v.maxEntries(100),
    ),
    {},
  ),
  /** Places marked on the map, per community profile id. */
  mapPins: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(63)), v.pipe(v.array(MapPin), v.maxLength(MOST_KEPT))),
      v.maxEntries(100),
    ),
    {},
  ),
  /** Folders chosen by hand per community profile id, absolute. */
  gameInstalls: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** Folders with the player's own mods per community profile id, absolute. */
  ownModsDirs: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** The game's switches per community profile id. */
  launch: v.optional(v.record(v.string(), LaunchOptions), {}),
  /** Kind of voice link: `ts3server` for the older voice client, `teamspeak` for the newer ones. */
  voiceScheme: v.optional(v.picklist(['ts3server', 'teamspeak']), 'ts3server'),
  /** The signed-in player's name per community profile id: what voice is told. */
  playerNames: v.optional(v.record(v.string(), v.string()), {}),
})
export type PlayerSettings = v.InferOutput<typeof PlayerSettings>

/** True where the first steps open by themselves. */
export const opensSetup = ({ welcomed, welcomeLater }: PlayerSettings): boolean => !welcomed && !welcomeLater

/** How long the quarantine keeps how much. */
export const QuarantineLimits = v.strictObject({
  days: PlayerSettings.entries.quarantineDays,
  gib: PlayerSettings.entries.quarantineGiB,
})
export type QuarantineLimits = v.InferOutput<typeof QuarantineLimits>

export const limitsOf = ({ quarantineDays, quarantineGiB }: PlayerSettings): QuarantineLimits => ({
  days: quarantineDays,
  gib: quarantineGiB,
})

/** True where nothing leaves the quarantine earlier with `limits` than with `present`. */
export function keepsLonger(limits: QuarantineLimits, present: QuarantineLimits): boolean {
  const isWider = (one: number, other: number) => one === 0 || (other > 0 && one >= other)
  return isWider(limits.days, present.days) && isWider(limits.gib, present.gib)
}

/** Some settings, as a change. */
export const SettingsChange = v.partial(PlayerSettings)
export type SettingsChange = v.InferOutput<typeof SettingsChange>

/**
 * What a page may change: not the folders and switches that lead to a program and not what deletes files, which have calls of their
 * own, and not the player's name.
 */
const PageChange = v.omit(SettingsChange, [
  'gameDirs',
  'modsDirs',
  'gameInstalls',
  'ownModsDirs',
  'launch',
  'playerNames',
  'quarantineDays',
  'quarantineGiB',
  'quarantineSince',
])
export type PageChange = v.InferInput<typeof PageChange>

/** Something about the settings that the player should know. */
export interface SettingsNotice {
  kind: 'damaged-file-kept'
  /** Absolute path of the copy. */
  keptAs: string
}

export interface SettingsView {
  settings: PlayerSettings
  notices: SettingsNotice[]
}

/** The community profile as the page may see it. */
export interface ProfileView {
  id: string
  name: string
  /** True for the embedded demo community. */
  demo: boolean
  /** The service is on this very computer: no network is needed to ask it. */
  local: boolean
  /** The community's Discord application can show where the player is. */
  discord: boolean
  /** Sign of the game's money. */
  currency: string
  /** The community's own colour, `#rrggbb`. */
  colour?: string
  /** Base addresses of pictures, by kind, and the community's banner; absent kinds have no pictures. */
  images: { item?: string[]; vehicle?: string[]; house?: string[]; mapTiles?: string; banner?: string }
}

/** Texts of the community, in the order in which they are shown. */
export const communityTexts = ['about', 'rules', 'key', 'contact', 'hours'] as const

/** What the community tells its players of itself: plain texts, and https pages. */
export interface CommunityInfo extends Partial<Record<(typeof communityTexts)[number], string>> {
  faq: readonly { question: string; answer: string }[]
  links: readonly { label: string; url: string }[]
}

/** What the page's document brings along, so that the page's start waits for no answer. */
export interface PageStart {
  settings: SettingsView
  profile: ProfileView
}

/** What a field of a community profile breaks; the page's words for it are its own. */
export const fieldFaults = [
  'missing',
  'kind',
  'empty',
  'too-long',
  'range',
  'choice',
  'id',
  'address',
  'zone',
  'pattern',
  'inner-path',
  'plugin-package',
  'digest',
  'discord-id',
  'registry-name',
  'local-address',
  'own-recipe',
  'colour',
] as const
export type FieldFault = (typeof fieldFaults)[number]

/** Why a community profile cannot be used: as a whole, or for one of its fields. */
export const profileFaults = [
  'remote',
  'not-there',
  'not-readable',
  'not-a-file',
  'too-large',
  'not-json',
  'no-profile',
  'demo-id',
  'not-agreed',
  ...fieldFaults,
] as const
export type ProfileFault = (typeof profileFaults)[number]

export interface SettingsFailures {
  /** A community profile that cannot be used. `field`: a dotted path in it, or empty; `errno` where it cannot be read, else empty. */
  'profile-invalid': { path: string; reason: ProfileFault; field: string; errno: string }
  /** Settings could not be written to disk. */
  'settings-not-saved': { errno: string }
}

export const settingsContract = {
  state: topic<SettingsView>(),
  profile: topic<ProfileView>(),
  communityInfo: call<CommunityInfo>()('reads', v.undefined()),
  change: call<void>()('harmless', PageChange),
  dismissNotices: call<void>()('harmless', v.undefined()),
  /** What the quarantine deletes from now on. */
  keepQuarantine: call<void>()('player', QuarantineLimits),
  /** The same where it then keeps all for longer, or (0) for ever; refused otherwise. */
  keepQuarantineLonger: call<void>()('harmless', QuarantineLimits),
}
