import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { LaunchOptions, playContract } from '../../src-preload/contract/play.ts'
import type { PlayService } from './play.ts'
import type { PlayPorts } from './ports.ts'

/** Where the player's switches are kept. */
export interface OptionsStore {
  readonly options: LaunchOptions
  save(options: LaunchOptions): void
  onChange(listener: (options: LaunchOptions) => void): () => void
}

/** What the handlers need besides the service. */
export interface HandlerParts {
  ports: PlayPorts
  options: OptionsStore
  appId: number
  voicePage: string
}

/** The play domain for the bridge. */
export function playHandlers(play: PlayService, parts: HandlerParts): DomainHandlers<typeof playContract> {
  const { ports, options } = parts
  return {
    installs: now(() => play.installs.view, play.installs.onChange),
    findInstalls: () => play.installs.find(),
    useInstall: ({ path }) => play.installs.use(path),
    async chooseInstall() {
      const path = await ports.chooseFolder()
      if (path === undefined) return false
      await play.installs.use(path)
      return true
    },
    forgetInstall: ({ path }) => play.installs.forget(path),
    validateGame: () => ports.openExternal(`steam://validate/${parts.appId}`),
    game: now(() => play.game.state, play.game.onChange),
    gameClosed: () => play.game.sayClosed(),
    previewLaunch: ({ serverId, options: tried }) => play.preview(serverId, tried),
    saveLaunchOptions: (next) => options.save(next),
    launchOptions: now(() => options.options, options.onChange),
    join: (wish, { signal, report }) => play.join(wish, signal, report),
    preflight: ({ serverId }, { signal }) => play.preflight(serverId, signal),
    live: ({ serverIds }) => play.live(serverIds),
    watchSeat: ({ serverId, on }) => play.seats.set(serverId, on),
    seatWatches: now(() => play.seats.watched, play.seats.onChange),
    openVoice: ({ voiceId }) => play.voice.open(voiceId),
    voiceClient: now(() => play.voice.client, play.voice.onClient),
    findVoiceClient: () => play.voice.findClient(),
    getVoiceClient: () => ports.openExternal(parts.voicePage),
    async copyAddress(what) {
      const address =
        what.kind === 'server' ? await play.serverAddress(what.serverId) : await play.voice.address(what.voiceId)
      await ports.copy(address)
      return address
    },
  }
}

/** A topic from a value and its changes. */
const now =
  <T>(value: () => T, onChange: (listener: (value: T) => void) => () => void) =>
  (announce: (value: T) => void) => {
    announce(value())
    return onChange(announce)
  }
