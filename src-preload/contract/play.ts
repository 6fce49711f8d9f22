import * as v from 'valibot'
import { call, job, topic } from './members.ts'
import { Dropped } from './dropped.ts'
import type { GameInstall, GameState, InstallsView, LaunchPreview, ServerLive, VoiceClient } from './play/game.ts'
import type { JoinProgress, JoinResult, OwnModsCheck, Preflight } from './play/join.ts'
import { LaunchOptions, ModFolders, type OwnMods, PlainOptions, Preset } from './play/options.ts'

export * from './play/failures.ts'
export * from './play/game.ts'
export * from './play/join.ts'
export * from './play/options.ts'

const id = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))
const ServerRef = v.strictObject({ serverId: id })
const Folder = v.strictObject({ path: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) })

/** A wait for a seat ends after this time, even if the server never answers again. */
export const LONGEST_SEAT_WAIT_MS = 12 * 3_600_000
/** How often a wait looks for a seat, unless the game runs. */
export const SEAT_LOOK_MS = 15_000

export const JoinWish = v.strictObject({
  serverId: id,
  /** Goes on after each failure that the player may ignore. */
  anyway: v.optional(v.boolean(), false),
  /** Brings the files of the server's mods up to date first. */
  bringUp: v.optional(v.boolean(), false),
  /** The failure that the player was told of before. */
  despite: v.optional(v.picklist(['server-offline', 'mods-not-ready'])),
})
export type JoinWish = v.InferInput<typeof JoinWish>

export const playContract = {
  /** All known installs, and which of them is in use. */
  installs: topic<InstallsView>(),
  findInstalls: call<GameInstall[]>()('reads', v.undefined()),
  useInstall: call<void>()('harmless', Folder),
  /** Lets the player pick the game folder in the system's dialog. @throws Failure `game-folder-refused` */
  chooseInstall: call<void>()('player', v.undefined()),
  /** Uses a folder that the player dropped on the window. @throws Failure `game-folder-refused` */
  useDropped: call<void>()('player', Dropped),
  /** Removes a folder that the player chose from the list. Nothing on the disk changes. */
  forgetInstall: call<void>()('harmless', Folder),
  /** Makes Steam check the game's own files. */
  validateGame: call<void>()('player', v.undefined()),
  /** Shows the folder of the install in use or of its newest log. @throws Failure `game-not-found`, `no-crash-log` */
  openGameFolder: call<void>()('player', v.strictObject({ what: v.picklist(['game', 'logs']) })),
  /** Moves the missions that the game downloaded from servers to the trash. Returns how many. */
  clearMissions: call<number>()('player', v.undefined()),
  game: topic<GameState>(),
  /** The player says that the game is closed. This counts for some minutes if the system cannot tell. */
  gameClosed: call<void>()('harmless', v.undefined()),
  /** The command line of a join or a start without a server, with the password masked. `options` absent: the saved ones. */
  previewLaunch: call<LaunchPreview>()(
    'reads',
    v.strictObject({ serverId: v.optional(id), options: v.optional(LaunchOptions) }),
  ),
  saveLaunchOptions: call<void>()('harmless', PlainOptions),
  /** Sets the game's profile on a server. Empty: the same as on all others. */
  chooseProfile: call<void>()('harmless', v.strictObject({ serverId: id, name: v.pipe(v.string(), v.maxLength(64)) })),
  /** Saves the free part of the command line, which can name files to load. */
  saveSwitches: call<void>()('player', v.strictObject({ extra: LaunchOptions.entries.extra })),
  /** All mods that the game can load, without those of the server. */
  modFolders: call<OwnMods>()('reads', v.strictObject({ serverId: v.optional(id) })),
  /** Judges the player's own mods by the keys that a server accepts. @throws Failure `server-gone`, `servers-unknown` */
  checkOwnMods: call<OwnModsCheck>()('reads', ServerRef),
  /** Lets the player add a folder whose mods are offered too. @throws Failure `mods-folder-refused` */
  addModsFolder: call<void>()('player', v.undefined()),
  /** Removes such a folder from the list. Nothing on the disk changes. */
  dropModsFolder: call<void>()('harmless', Folder),
  /** Sets which mods are loaded besides the server's own, or without a server. */
  chooseMods: call<void>()('player', v.strictObject({ serverId: v.optional(id), mods: ModFolders })),
  /** Saves or deletes one preset. Only one per call, so that a page cannot delete all unseen. @throws Failure `forbidden` if too many */
  keepPreset: call<void>()('player', Preset),
  launchOptions: topic<LaunchOptions>(),
  profiles: call<string[]>()('reads', v.undefined()),
  /** Checks files, opens voice if the options say so, starts the game and waits until it runs. */
  join: job<JoinProgress, JoinResult>()('player', JoinWish),
  /** Starts the game without a server and waits until it runs. `anyway`: ignores all failures that may be ignored. */
  startAlone: call<void>()('player', v.strictObject({ anyway: v.optional(v.boolean(), false) })),
  preflight: call<Preflight>()('reads', ServerRef),
  /** Queries servers (A2S). A server that does not answer has an entry too. */
  live: call<ServerLive[]>()('reads', v.strictObject({ serverIds: v.pipe(v.array(id), v.maxLength(256)) })),
  /** Starts or ends the wait for a free seat, or for an offline server to come back. */
  watchSeat: call<void>()('harmless', v.strictObject({ serverId: id, on: v.boolean() })),
  /** Ids of the servers with such a wait, again after each look at them. */
  seatWatches: topic<number[]>(),
  /** Opens a voice server in the voice client. Without an id, the service's first one, or else the profile's. */
  openVoice: call<void>()('player', v.strictObject({ voiceId: v.optional(id) })),
  voiceClient: topic<VoiceClient>(),
  findVoiceClient: call<VoiceClient>()('reads', v.undefined()),
  getVoiceClient: call<void>()('player', v.undefined()),
  /**
   * Opens the profile's voice plugin with the voice client's installer, or shows the file if the system knows no installer.
   * @throws Failure `voice-plugin-refused`, of the network
   */
  installPlugin: call<'opened' | 'shown'>()('player', v.undefined()),
  /** Copies `host:port` to the clipboard, never a password. */
  copyAddress: call<string>()(
    'harmless',
    v.variant('kind', [
      v.strictObject({ kind: v.literal('server'), serverId: id }),
      v.strictObject({ kind: v.literal('voice'), voiceId: id }),
    ]),
  ),
}
