import * as v from 'valibot'
import type { WireFailure } from './failure.ts'
import { call, topic } from './members.ts'

/** The areas of the app, each with an entry in the navigation, and their screens: several in one area are its tabs. */
export const areas = {
  home: ['home'],
  servers: ['servers', 'voice', 'server'],
  mods: ['mods'],
  market: ['market', 'items', 'vehicles', 'company-shops'],
  map: ['map', 'fuel', 'community-building'],
  news: ['news', 'streams'],
  me: ['player', 'bank'],
  handbook: ['licences', 'houses', 'buildings', 'community'],
  settings: ['settings', 'profile-editor'],
} as const
export type Area = keyof typeof areas
export type Screen = (typeof areas)[Area][number]

/** The names of all screens. A link, a notification or the tray can open any of them. */
export const screens: readonly Screen[] = Object.values(areas).flat()

/** A place in the app: a screen, and what to show there. */
export interface Place {
  screen: Screen
  /** Id of the record to show: a server, a mod, an item. For the map, the pins of a link. */
  id?: string
}

/** A request from outside the page (a link, a notification, the tray, a second start) that waits for the page. */
export type ShellRequest = { id: number } & (
  | { kind: 'go'; place: Place }
  /** The player wants to play with a mod that is ready now. */
  | { kind: 'play-mod'; modId: number }
  /** A link asks to join: the player is asked first. */
  | { kind: 'ask-join'; serverId: string }
  /** A link or a second start names a community: the player is asked first. `source` is an https address or a file. */
  | { kind: 'ask-add-community'; source: string }
  /** A link that is not in the grammar; `link` is shortened. */
  | { kind: 'refused-link'; link: string }
  /** A failure of something that the page did not start, to show to the player. */
  | { kind: 'show-failure'; failure: WireFailure }
  /** From `since` (epoch ms) the quarantine deletes what exceeds the player's limits: now so many bytes. */
  | { kind: 'show-quarantine'; bytes: number; since: number }
)

/** The versions of the app and its system. */
export interface About {
  version: string
  electron: string
  chromium: string
  node: string
  /** `<platform> <arch>`. */
  system: string
}

export const shellContract = {
  /** The waiting requests, oldest first. The page settles each when it has handled it. */
  requests: topic<readonly ShellRequest[]>(),
  /** Removes a request from the list. */
  settle: call<void>()('harmless', v.strictObject({ id: v.pipe(v.number(), v.integer()) })),
  about: call<About>()('reads', v.undefined()),
  /** Restarts the app. */
  restart: call<void>()('harmless', v.undefined()),
  /** Opens a web address in the system's browser. @throws Failure `link-refused`, `link-not-opened` */
  openLink: call<void>()(
    'player',
    v.strictObject({ url: v.pipe(v.string(), v.maxLength(2048), v.startsWith('https://')) }),
  ),
}
