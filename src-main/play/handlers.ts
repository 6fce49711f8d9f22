// Tested in Electron: play.spec.ts, first-play.spec.ts
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { type LaunchOptions, modsKey, MOST_PRESETS, type playContract } from '../../src-preload/contract/play.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import { topicOf } from '../lib/index.ts'
import type { CommunitySettings, GameRecipe } from '../settings/index.ts'
import { findProfiles } from './installs/find.ts'
import { clearMissions, type MissionCacheParts } from './mission-cache.ts'
import type { PlayService } from './play.ts'
import type { PlayPorts } from './ports.ts'

export interface HandlerParts extends MissionCacheParts {
  ports: PlayPorts
  /** They keep the game's switches. */
  own: CommunitySettings
  recipe: GameRecipe
  /** The player's documents folder, absolute; undefined if its drive is gone. */
  documents(): string | undefined
  /** Proposes to open the page with the voice client. */
  openVoicePage(): Proposal<void>
  /** The path of a file that the player dropped. @throws Failure `forbidden` */
  dropped(file: number): string
  /** The folder of the game's newest log, absolute; undefined if there is none. */
  logFolder(): Promise<string | undefined>
  /** @throws Failure `game-dir-unusable` */
  showFolder(path: string): Promise<void>
}

type OwnModsMembers = 'modFolders' | 'checkOwnMods' | 'addModsFolder' | 'dropModsFolder' | 'chooseMods' | 'keepPreset'

/** The player's own mods for the bridge. */
const ownModsHandlers = (
  play: PlayService,
  save: (options: Partial<LaunchOptions>) => void,
): Pick<DomainHandlers<typeof playContract>, OwnModsMembers> => ({
  modFolders: ({ serverId }) => play.modFolders(serverId),
  checkOwnMods: ({ serverId }) => play.ownModsCheck(serverId),
  addModsFolder: () => ({ dialog: 'folder', taken: (path) => play.ownMods.add(path) }),
  dropModsFolder: ({ path }) => play.ownMods.drop(path),
  chooseMods: ({ serverId, mods }) => ({
    pressOr: { kind: 'launch-mods', mods },
    yes: () => save({ mods: { ...play.options.mods, [modsKey(serverId)]: mods } }),
  }),
  keepPreset: ({ name, mods }) => ({
    pressOr: { kind: 'mod-preset', name, mods },
    yes() {
      const others = Object.entries(play.options.presets).filter(([other]) => other !== name)
      if (mods && others.length >= MOST_PRESETS) throw new Failure('forbidden', {})
      save({ presets: Object.fromEntries(mods ? [...others, [name, mods]] : others) })
    },
  }),
})

/** @throws Failure `game-not-found`, `no-crash-log` */
async function openGameFolder(
  what: 'game' | 'logs',
  { installs }: PlayService,
  { recipe, logFolder, showFolder }: HandlerParts,
): Promise<Proposal<void>> {
  const install = await installs.inUse()
  if (!install) throw new Failure('game-not-found', { game: recipe.name })
  const folder = what === 'game' ? install.path : await logFolder()
  if (folder === undefined) throw new Failure('no-crash-log', {})
  return { pressOr: { kind: 'open-folder', folder }, yes: () => showFolder(folder) }
}

export function playHandlers(play: PlayService, parts: HandlerParts): DomainHandlers<typeof playContract> {
  const { ports, own } = parts
  const save = (options: Partial<LaunchOptions>) => own.change({ launch: { ...play.options, ...options } })
  return {
    installs: topicOf(() => play.installs.view, play.installs.onChange),
    findInstalls: () => play.installs.find(),
    useInstall: ({ path }) => play.installs.use(path),
    chooseInstall: () => ({
      dialog: 'folder',
      startsAt: play.installs.folder,
      taken: (path) => play.installs.add(path),
    }),
    async useDropped({ file }) {
      const folder = await play.installs.check(parts.dropped(file))
      return { question: { kind: 'game-folder', folder }, yes: () => play.installs.add(folder) }
    },
    forgetInstall: ({ path }) => play.installs.forget(path),
    validateGame() {
      const url = `steam://validate/${parts.recipe.appId}`
      return { pressOr: { kind: 'external-link', url }, yes: () => ports.openExternal(url) }
    },
    openGameFolder: ({ what }) => openGameFolder(what, play, parts),
    clearMissions: () => clearMissions(parts, play.game),
    game: topicOf(() => play.game.state, play.game.onChange),
    gameClosed: () => play.game.sayClosed(),
    previewLaunch: ({ serverId, options: tried }) => play.preview(serverId, tried),
    saveLaunchOptions: ({ extra = play.options.extra, ...next }) => save({ ...next, extra }),
    saveSwitches: ({ extra }) => ({
      question: { kind: 'launch-switches', switches: extra },
      yes: () => save({ extra }),
    }),
    ...ownModsHandlers(play, save),
    chooseProfile({ serverId, name }) {
      const { [modsKey(serverId)]: _old, ...others } = play.options.profileNames
      save({ profileNames: name === '' ? others : { ...others, [modsKey(serverId)]: name } })
    },
    launchOptions: topicOf(() => play.options, own.onChange),
    profiles: () => findProfiles({ game: parts.recipe, gameDir: play.installs.folder, documents: parts.documents() }),
    join: (wish, { signal, report }) =>
      Promise.resolve({
        pressOr: { kind: 'start-game', game: parts.recipe.name, server: wish.serverId },
        yes: () => play.join({ ...wish, voice: play.options.voice }, signal, report),
      }),
    startAlone: ({ anyway }, { signal }) => ({
      pressOr: { kind: 'start-game', game: parts.recipe.name },
      yes: () => play.startAlone(anyway, signal),
    }),
    preflight: ({ serverId }, { signal }) => play.preflight(serverId, signal),
    live: ({ serverIds }) => play.live(serverIds),
    watchSeat: ({ serverId, on }) => play.seats.set(serverId, on),
    seatWatches: topicOf(() => play.seats.watched, play.seats.onChange),
    openVoice: async ({ voiceId }) => ({
      pressOr: { kind: 'external-link', url: `${play.voice.client.scheme}://${await play.voice.address(voiceId)}` },
      yes: () => play.voice.open(voiceId),
    }),
    voiceClient: topicOf(() => play.voice.client, play.voice.onClient),
    findVoiceClient: () => play.voice.findClient(),
    getVoiceClient: parts.openVoicePage,
    installPlugin: (_, { signal }) => play.voice.installPlugin(signal),
    async copyAddress(what) {
      const address =
        what.kind === 'server' ? await play.serverAddress(what.serverId) : await play.voice.address(what.voiceId)
      await ports.copy(address)
      return address
    },
  }
}
