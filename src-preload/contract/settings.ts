import * as v from 'valibot'
import { call, topic } from './members.ts'
import { MapPin } from './map-pins.ts'
import { MOST_KEPT } from './most-kept.ts'
import { LaunchOptions } from './play/options.ts'

const switchOf = (standard: boolean) => v.optional(v.boolean(), standard)
const whole = (standard: number, least: number, most: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)), standard)

/** Classes of notifications. Each has its own switch. */
export const noticeClasses = [
  'launcher',
  'changelog',
  'mod-update',
  'mod-ready',
  'mod-stopped',
  'server-online',
  'seat-free',
  'friend-online',
  'market-price',
  'upkeep',
  'transfer',
] as const
export type NoticeClass = (typeof noticeClasses)[number]

/** An alert for a market price. `item` is the good's key, `name` its name at the time of setting the alert. */
export const PriceAlert = v.strictObject({
  item: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.pipe(v.string(), v.maxLength(120)),
  when: v.picklist(['at-least', 'at-most']),
  price: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000)),
})
export type PriceAlert = v.InferOutput<typeof PriceAlert>

/** A list per community profile id. */
const listsOf = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(63)), v.pipe(v.array(item), v.maxLength(MOST_KEPT))),
      v.maxEntries(100),
    ),
    {},
  )

const minuteOfDay = (standard: number) => whole(standard, 0, 24 * 60 - 1)

/**
 * The player's settings. Every field has its default here, so a new field needs no migration. The names of sizes and times contain
 * their units.
 */
export const PlayerSettings = v.strictObject({
  theme: v.optional(v.picklist(['system', 'light', 'dark', 'contrast']), 'system'),
  /** A folder of `resources/locales`. A missing one counts as `system`. */
  language: v.optional(v.pipe(v.string(), v.regex(/^(?:system|[a-z]{2})$/)), 'system'),
  uiScalePercent: whole(100, 80, 150),
  reducedMotion: switchOf(false),
  /** Hides balances, account numbers, names, secrets and passwords everywhere. */
  streamerMode: switchOf(false),
  /** The player's Discord profile shows the server that they joined from this app. */
  discordPresence: switchOf(false),
  /** Closing the window hides it in the tray. */
  closeToTray: switchOf(false),
  /** The effect of closing the window during a download, a transfer or a join. */
  closeWhileBusy: v.optional(v.picklist(['ask', 'continue', 'quit']), 'ask'),
  /** Minimising hides the window in the tray. */
  minimiseToTray: switchOf(false),
  startWithSystem: switchOf(false),
  /** A start with the system shows no window. */
  startHidden: switchOf(false),
  /** Registers this program for `loadout://` links, unless an installer does that. */
  openLinks: switchOf(true),
  /** Classes of notifications that are switched off. */
  silenced: v.optional(v.pipe(v.array(v.picklist(noticeClasses)), v.maxLength(noticeClasses.length)), []),
  /** No notifications between these minutes of the day. A summary follows afterwards. */
  quietHours: switchOf(false),
  quietFromMinute: minuteOfDay(22 * 60),
  quietUntilMinute: minuteOfDay(8 * 60),
  /** No notifications while the game runs. A summary follows afterwards. */
  quietWhilePlaying: switchOf(true),
  /** When to install a new version. `on-quit`: after its download; `ask`: only after a click; `never`: do not even look for one. */
  updates: v.optional(v.picklist(['on-quit', 'ask', 'never']), 'on-quit'),
  /** The first steps were finished, or postponed twice. */
  welcomed: switchOf(false),
  /** The first steps were postponed once. */
  welcomeLater: switchOf(false),
  /** The demo was chosen instead of the first steps. */
  triedDemo: switchOf(false),
  /** The chosen game folder per community profile id, absolute. */
  gameDirs: v.optional(v.record(v.string(), v.string()), {}),
  /** The folder of the mods per community profile id, absolute, if it is not the game's. */
  modsDirs: v.optional(v.record(v.string(), v.string()), {}),
  /** Minutes without input after which bank data is hidden; 0: never. */
  bankLockMinutes: whole(5, 0, 240),
  /** Limit of a repair's parallel downloads. */
  downloadsAtOnce: whole(4, 1, 16),
  /** KiB a second for all downloads together; 0: no limit. */
  downloadLimitKiB: whole(0, 0, 10_000_000),
  /** The same while the game runs; 0: no downloads. */
  playingLimitKiB: whole(0, 0, 10_000_000),
  /** Downloads updates of mods while nobody uses the computer. */
  fetchAhead: switchOf(true),
  /** Days after which files in the quarantine are deleted; 0: never. */
  quarantineDays: whole(30, 0, 3650),
  /** GiB above which the oldest files in the quarantine are deleted; 0: no limit. */
  quarantineGiB: whole(10, 0, 100_000),
  /** From when on the quarantine deletes files, epoch ms: some days after the player was notified. 0: not notified yet. */
  quarantineSince: whole(0, 0, Number.MAX_SAFE_INTEGER),
  /** Favourite game servers, as `profileId/serverId`. */
  favouriteServers: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(80))), v.maxLength(MOST_KEPT)), []),
  /** Names of the player's friends, without gang tags, per community profile id. */
  friends: listsOf(v.pipe(v.string(), v.maxLength(120))),
  /** Price alerts per community profile id. */
  priceAlerts: listsOf(PriceAlert),
  /** Pins on the map per community profile id. */
  mapPins: listsOf(MapPin),
  /** Game folders that the player chose, per community profile id, absolute. */
  gameInstalls: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** Folders with the player's own mods, per community profile id, absolute. */
  ownModsDirs: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** Launch options per community profile id. */
  launch: v.optional(v.record(v.string(), LaunchOptions), {}),
  /** The scheme of voice links: `ts3server` for the older voice client, `teamspeak` for newer ones. */
  voiceScheme: v.optional(v.picklist(['ts3server', 'teamspeak']), 'ts3server'),
  /** The signed-in player's name per community profile id, for the nickname in voice. */
  playerNames: v.optional(v.record(v.string(), v.string()), {}),
})
export type PlayerSettings = v.InferOutput<typeof PlayerSettings>

/** True if the first steps open automatically. */
export const opensSetup = ({ welcomed, welcomeLater, triedDemo }: PlayerSettings): boolean =>
  !welcomed && !welcomeLater && !triedDemo

/** Limits of the quarantine. 0: no limit. */
export const QuarantineLimits = v.strictObject({
  days: PlayerSettings.entries.quarantineDays,
  gib: PlayerSettings.entries.quarantineGiB,
})
export type QuarantineLimits = v.InferOutput<typeof QuarantineLimits>

export const limitsOf = ({ quarantineDays, quarantineGiB }: PlayerSettings): QuarantineLimits => ({
  days: quarantineDays,
  gib: quarantineGiB,
})

/** True if `limits` delete nothing from the quarantine earlier than `present`. */
export function keepsLonger(limits: QuarantineLimits, present: QuarantineLimits): boolean {
  const isWider = (one: number, other: number) => one === 0 || (other > 0 && one >= other)
  return isWider(limits.days, present.days) && isWider(limits.gib, present.gib)
}

/** A change of some settings. */
export const SettingsChange = v.partial(PlayerSettings)
export type SettingsChange = v.InferOutput<typeof SettingsChange>

/**
 * The settings that a page may change. Not the folders and switches that can lead to a program, and not the limits that delete files:
 * those have their own calls. Nor the player's name.
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

/** A notice to the player about the settings. */
export interface SettingsNotice {
  kind: 'damaged-file-kept'
  /** Absolute path of the copy. */
  keptAs: string
}

export interface SettingsView {
  settings: PlayerSettings
  notices: SettingsNotice[]
}

/** The part of the community profile that the page gets. */
export interface ProfileView {
  id: string
  name: string
  /** True for the embedded demo community. */
  demo: boolean
  /** True if the service is on this computer, so that it needs no network. */
  local: boolean
  /** True if the community has a Discord application, which can show the player's server. */
  discord: boolean
  /** The currency sign of the game's money. */
  currency: string
  /** The community's own colour, `#rrggbb`. */
  colour?: string
  /** Base addresses of pictures by kind, and the community's banner. Absent kinds have no pictures. */
  images: { item?: string[]; vehicle?: string[]; house?: string[]; mapTiles?: string; banner?: string }
}

/** Texts of the community, in the order of the page. */
export const communityTexts = ['about', 'rules', 'key', 'contact', 'hours'] as const

/** The community's information for its players: plain texts, and links to https pages. */
export interface CommunityInfo extends Partial<Record<(typeof communityTexts)[number], string>> {
  faq: readonly { question: string; answer: string }[]
  links: readonly { label: string; url: string }[]
}

/** Data in the page's document, so that the page's start waits for no answer. */
export interface PageStart {
  settings: SettingsView
  profile: ProfileView
  /** The app registers its links itself, because no installer does. */
  ownLinks: boolean
}

/** Faults of a profile's field. The page has words for each. */
export const fieldFaults = [
  'missing',
  'kind',
  'empty',
  'too-long',
  'hidden',
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
  'bare-address',
  'local-address',
  'own-recipe',
  'colour',
] as const
export type FieldFault = (typeof fieldFaults)[number]

/** Why a community profile cannot be used: faults of the whole file or of a field. */
export const profileFaults = [
  'remote',
  'not-there',
  'not-readable',
  'not-a-file',
  'too-large',
  'not-json',
  'no-profile',
  'demo-id',
  'other-community',
  'not-agreed',
  ...fieldFaults,
] as const
export type ProfileFault = (typeof profileFaults)[number]

export interface SettingsFailures {
  /** A community profile cannot be used. `field`: dotted path, or empty; `errno`: why it cannot be read, or empty. */
  'profile-invalid': { path: string; reason: ProfileFault; field: string; errno: string }
  /** The settings could not be written to the disk. */
  'settings-not-saved': { errno: string }
}

export const settingsContract = {
  state: topic<SettingsView>(),
  profile: topic<ProfileView>(),
  communityInfo: call<CommunityInfo>()('reads', v.undefined()),
  change: call<void>()('harmless', PageChange),
  dismissNotices: call<void>()('harmless', v.undefined()),
  /** Sets the limits of the quarantine. */
  keepQuarantine: call<void>()('player', QuarantineLimits),
  /** Sets the limits of the quarantine if nothing is deleted earlier than now. Refuses other limits. */
  keepQuarantineLonger: call<void>()('harmless', QuarantineLimits),
}
