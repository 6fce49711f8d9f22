import * as v from 'valibot'
import { call, job, topic } from './members.ts'
import { Dropped } from './dropped.ts'
import type { GameInstall, GameState, InstallsView, LaunchPreview, ServerLive, VoiceClient } from './play/game.ts'
import type { JoinProgress, JoinResult, Preflight } from './play/join.ts'
import { LaunchOptions, ModFolders, type OwnMods, PlainOptions, Preset } from './play/options.ts'

export * from './play/failures.ts'
export * from './play/game.ts'
export * from './play/join.ts'
export * from './play/options.ts'

const id = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))
const ServerRef = v.strictObject({ serverId: id })
const Folder = v.strictObject({ path: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) })

export const playContract = {
  /** The installs that were found or chosen, and which one is in use. */
  installs: topic<InstallsView>(),
  /** Looks for installs again. */
  findInstalls: call<GameInstall[]>()('reads', v.undefined()),
  /** Takes a listed folder as the one to play from. */
  useInstall: call<void>()('harmless', Folder),
  /** Lets the player pick the game folder in the system's dialog. @throws Failure `game-folder-refused` */
  chooseInstall: call<void>()('player', v.undefined()),
  /** Takes a folder that the player dropped on the window. @throws Failure `game-folder-refused` */
  useDropped: call<void>()('player', Dropped),
  /** Takes a folder that was chosen by hand off the list; nothing on disk changes. */
  forgetInstall: call<void>()('harmless', Folder),
  /** Has Steam check the game's own files. */
  validateGame: call<void>()('player', v.undefined()),
  /** Shows the folder of the install in use, or that of its newest log. @throws Failure `game-not-found`, `no-crash-log` */
  openGameFolder: call<void>()('player', v.strictObject({ what: v.picklist(['game', 'logs']) })),
  /** Moves the missions that the game downloaded from servers to the system's trash; tells how many. */
  clearMissions: call<number>()('player', v.undefined()),
  /** The running game, by its real process. */
  game: topic<GameState>(),
  /** The player's word that the game is closed: it counts for a while where the system does not tell. */
  gameClosed: call<void>()('harmless', v.undefined()),
  /** The final command line of a join, or of the game without a server; password masked. `options` absent: the saved ones. */
  previewLaunch: call<LaunchPreview>()(
    'reads',
    v.strictObject({ serverId: v.optional(id), options: v.optional(LaunchOptions) }),
  ),
  saveLaunchOptions: call<void>()('harmless', PlainOptions),
  /** The game's profile on a server; empty: the same as on all others. */
  chooseProfile: call<void>()('harmless', v.strictObject({ serverId: id, name: v.pipe(v.string(), v.maxLength(64)) })),
  /** Any free part of the command line: it can name files to load. */
  saveSwitches: call<void>()('player', v.strictObject({ extra: LaunchOptions.entries.extra })),
  /** Mod folders of the install in use, whoever put them there, without those that the server names itself. */
  modFolders: call<OwnMods>()('reads', v.strictObject({ serverId: v.optional(id) })),
  /** Lets the player pick a folder whose mods are offered too. @throws Failure `mods-folder-refused` */
  addModsFolder: call<void>()('player', v.undefined()),
  /** Takes such a folder off the list; nothing on disk changes. */
  dropModsFolder: call<void>()('harmless', Folder),
  /** Which of them are loaded besides the server's own, or without a server. */
  chooseMods: call<void>()('player', v.strictObject({ serverId: v.optional(id), mods: ModFolders })),
  /** One at a time, so that a page cannot take all of them away unseen. @throws Failure `forbidden` where there are too many */
  keepPreset: call<void>()('player', Preset),
  launchOptions: topic<LaunchOptions>(),
  /** Names of the game's profiles on this computer. */
  profiles: call<string[]>()('reads', v.undefined()),
  /**
   * Checks files, opens voice, starts the game and waits until it runs. `offlineToo`: although the server is called offline;
   * `anyway`: goes on over whatever it can; `bringUp`: installs, updates or repairs the server's mod first, where it needs that.
   */
  join: job<JoinProgress, JoinResult>()(
    'player',
    v.strictObject({
      serverId: id,
      anyway: v.optional(v.boolean(), false),
      bringUp: v.optional(v.boolean(), false),
      offlineToo: v.optional(v.boolean(), false),
      voice: v.optional(v.boolean(), true),
    }),
  ),
  /** Starts the game without a server, and waits until it runs. `anyway`: goes on over whatever it can. */
  startAlone: call<void>()('player', v.strictObject({ anyway: v.optional(v.boolean(), false) })),
  /** The checks of one server. */
  preflight: call<Preflight>()('reads', ServerRef),
  /** What the servers say themselves (A2S); a server that does not answer is in the list as such. */
  live: call<ServerLive[]>()('reads', v.strictObject({ serverIds: v.pipe(v.array(id), v.maxLength(256)) })),
  /** Starts or ends the wait for a free seat, or for a server that is offline to be back. */
  watchSeat: call<void>()('harmless', v.strictObject({ serverId: id, on: v.boolean() })),
  /** Ids of the servers that are waited for. */
  seatWatches: topic<number[]>(),
  /** Opens the voice client on a voice server of the service, or on the profile's when no id is given. */
  openVoice: call<void>()('player', v.strictObject({ voiceId: v.optional(id) })),
  voiceClient: topic<VoiceClient>(),
  /** Looks for the voice client again. */
  findVoiceClient: call<VoiceClient>()('reads', v.undefined()),
  /** Opens the page where the voice client is to be had. */
  getVoiceClient: call<void>()('player', v.undefined()),
  /**
   * Hands the profile's voice plugin to the voice client's installer, or shows the file where the system knows none.
   * @throws Failure `voice-plugin-refused`, of the network
   */
  installPlugin: call<'opened' | 'shown'>()('player', v.undefined()),
  /** Puts `host:port` on the clipboard, never a password. */
  copyAddress: call<string>()(
    'harmless',
    v.variant('kind', [
      v.strictObject({ kind: v.literal('server'), serverId: id }),
      v.strictObject({ kind: v.literal('voice'), voiceId: v.optional(id) }),
    ]),
  ),
}
