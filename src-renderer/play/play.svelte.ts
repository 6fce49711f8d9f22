import {
  type Fix,
  type InstallsView,
  isPlainLine,
  type LaunchOptions,
  type LaunchPreview,
  type VoiceClient,
} from '../../src-preload/contract/play.ts'
import type { NoticeClass } from '../../src-preload/contract/settings.ts'
import { useMain, type Main } from '#shared/bridge/index.ts'
import { useI18n, type Translate } from '#shared/i18n/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import { useTry, type Try } from '#shared/use-try.ts'
import { joinsOf, type Joins } from './join.svelte.ts'
import { seatJoinOf } from './seat-join.svelte.ts'

type AddressOf = Parameters<Main['play']['copyAddress']>[0]

/** The class of the notification at the end of a wait. */
const waitClass = (offline: boolean): NoticeClass => (offline ? 'server-online' : 'seat-free')

/** The game's installs, options and voice program from main, and the page's actions on them. */
export class PlayState {
  readonly #main: Main
  readonly #joins: Joins
  readonly #t: Translate
  readonly #try: Try
  #installs = $state.raw<InstallsView | undefined>()
  #options = $state.raw<LaunchOptions | undefined>()
  #watched = $state.raw<readonly number[] | undefined>()
  #voice = $state.raw<VoiceClient | undefined>()
  #preview = $state.raw<LaunchPreview | undefined>()
  /** The options of the last preview that was asked for. */
  #previewed: LaunchOptions | undefined
  #silenced = $state.raw<readonly NoticeClass[] | undefined>()
  #failure = $state.raw<unknown>()
  /** True while the dialog shows all installs. */
  showsInstalls = $state(false)

  constructor(main: Main, t: Translate, attempt: Try) {
    this.#main = main
    this.#joins = joinsOf(main)
    this.#t = t
    this.#try = attempt
  }

  /** Subscribes to main; returns a function that stops it. */
  readonly follow = (): (() => void) => {
    const { play, settings } = this.#main
    const fail = (failure: unknown) => (this.#failure = failure)
    const stops = [
      play.installs((view) => (this.#installs = view), fail),
      play.launchOptions((options) => (this.#options = options), fail),
      play.seatWatches((watched) => (this.#watched = watched), fail),
      play.voiceClient((client) => (this.#voice = client), fail),
      settings.state(({ settings }) => (this.#silenced = settings.silenced)),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Why the game cannot be known in this run. */
  get failure() {
    return this.#failure
  }

  get installs() {
    return this.#installs
  }

  /** True for a server of the game that the community's mods are for. Others are joined by a link, so their mods do not matter. */
  isOurs = ({ appId }: { appId: number | null }) => appId === null || appId === this.#installs?.appId

  get game() {
    return this.#joins.game
  }

  get options() {
    return this.#options
  }

  get voice() {
    return this.#voice
  }

  get preview() {
    return this.#preview
  }

  isWatched(serverId: number): boolean {
    return this.#watched?.includes(serverId) ?? false
  }

  /**
   * True if a wait would end without a notification, because its class is switched off. `offline`: the wait is for the server, not for a
   * seat.
   */
  isMute(offline: boolean): boolean {
    return this.#silenced?.includes(waitClass(offline)) ?? false
  }

  use = (path: string) => this.#try(() => this.#main.play.useInstall({ path }))
  forget = (path: string) => this.#try(() => this.#main.play.forgetInstall({ path }))
  choose = () => this.#try(() => this.#main.play.chooseInstall(undefined))
  search = () => this.#try(() => this.#main.play.findInstalls(undefined))
  validate = () => this.#try(() => this.#main.play.validateGame(undefined))
  openFolder = (what: 'game' | 'logs') => this.#try(() => this.#main.play.openGameFolder({ what }))
  clearMissions = () =>
    this.#try(async () => {
      const count = await this.#main.play.clearMissions(undefined)
      toasts.show({ tone: 'ok', title: this.#t('play.missions.cleared', { count }) })
    })
  findVoice = () => this.#try(() => this.#main.play.findVoiceClient(undefined))
  getVoice = () => this.#try(() => this.#main.play.getVoiceClient(undefined))
  findProfiles = () => this.#main.play.profiles(undefined).catch((): string[] => []) // without profiles, none is offered
  /** The mods that the game can load; those that the server loads itself, none while it is unknown, and those besides. */
  findMods = async (serverId?: number) => {
    const find = (of?: number) => this.#main.play.modFolders({ serverId: of }).catch(() => undefined)
    const [own, others] = await Promise.all([find(), find(serverId)])
    const { found = [], folders = [] } = own ?? {}
    const besides = others?.found ?? found
    const always = found.filter(({ name }) => besides.every((other) => other.name !== name))
    return { found, folders, besides, always }
  }
  /** Undefined without chosen mods, and if the server cannot be known. */
  checkOwnMods = (serverId: number) => this.#main.play.checkOwnMods({ serverId }).catch(() => undefined)
  addModsFolder = () => this.#try(() => this.#main.play.addModsFolder(undefined))
  dropModsFolder = (path: string) => this.#try(() => this.#main.play.dropModsFolder({ path }))
  chooseMods = (mods: string[], serverId?: number) => this.#try(() => this.#main.play.chooseMods({ serverId, mods }))
  keepPreset = (name: string, mods?: string[]) => this.#try(() => this.#main.play.keepPreset({ name, mods }))
  chooseProfile = (serverId: number, name: string) => this.#try(() => this.#main.play.chooseProfile({ serverId, name }))
  startAlone = (anyway: boolean) => this.#main.play.startAlone({ anyway })
  save = ({ extra, mods: _byAct, presets: _oneByOne, profileNames: _byServer, ...options }: LaunchOptions) =>
    this.#try(async () => {
      if (extra === this.#options?.extra) await this.#main.play.saveLaunchOptions(options)
      else if (isPlainLine(extra)) await this.#main.play.saveLaunchOptions({ ...options, extra })
      else await this.#main.play.saveSwitches({ extra })
    })

  /** Begins or ends a wait, and says how long it lasts. If its notifications are switched off, it says so and offers to switch them on. */
  async watchSeat(serverId: number, on: boolean, offline = false): Promise<void> {
    const seatJoin = seatJoinOf(this.#main)
    if (!on && seatJoin.waitsFor(serverId)) seatJoin.drop()
    const done = await this.#try(() => this.#main.play.watchSeat({ serverId, on }))
    if (!done || !on) return
    if (this.isMute(offline)) this.#offerNotices(waitClass(offline))
    else toasts.show({ tone: 'ok', title: this.#t('play.seat.begun') })
  }

  #offerNotices(what: NoticeClass): void {
    const silenced = (this.#silenced ?? []).filter((other) => other !== what)
    const run = () => void this.#try(() => this.#main.settings.change({ silenced }))
    toasts.show({ tone: 'warn', title: this.#t('play.seat.mute'), action: { label: this.#t('play.seat.unmute'), run } })
  }

  setVoiceScheme = (voiceScheme: VoiceClient['scheme']) => this.#try(() => this.#main.settings.change({ voiceScheme }))

  async openVoice(voiceId?: number): Promise<void> {
    if (await this.#try(() => this.#main.play.openVoice({ voiceId })))
      toasts.show({ tone: 'ok', title: this.#t('play.voice.opened') })
  }

  #installPlugin(): Promise<boolean> {
    return this.#try(async () => {
      const handed = await this.#main.play.installPlugin(undefined)
      toasts.show({ tone: 'ok', title: this.#t(`play.plugin.${handed}`) })
    })
  }

  copyVoice = (voiceId: number) => this.#copyAddress({ kind: 'voice', voiceId })
  copyServer = (serverId: number) => this.#copyAddress({ kind: 'server', serverId })

  #copyAddress(what: AddressOf): Promise<boolean> {
    return this.#try(async () => {
      const text = await this.#main.play.copyAddress(what)
      toasts.show({ tone: 'ok', title: this.#t('common.copied'), text })
    })
  }

  /** Shows the command line of a start, with options that are not saved yet. */
  async showLine(serverId: number | undefined, options: LaunchOptions): Promise<void> {
    this.#previewed = options
    const preview = await this.#main.play.previewLaunch({ serverId, options }).catch(() => undefined)
    if (this.#previewed === options) this.#preview = preview
  }

  /** Shows the installs that were found; if there is no other one, lets the player choose a folder. */
  async #chooseInstall(): Promise<void> {
    if (this.#installs?.installs.some(({ inUse }) => !inUse)) this.showsInstalls = true
    else await this.choose()
  }

  /** Does a fix that belongs to play; returns false for a fix of another screen. */
  async fix(fix: Fix, serverId: number): Promise<boolean> {
    if (fix === 'choose-install') await this.#chooseInstall()
    else if (fix === 'get-voice-client') await this.getVoice()
    else if (fix === 'open-voice') await this.openVoice()
    else if (fix === 'install-plugin') await this.#installPlugin()
    else if (fix === 'watch-seat' || fix === 'watch-server')
      await this.watchSeat(serverId, true, fix === 'watch-server')
    else if (fix === 'validate-game') await this.validate()
    else return false
    return true
  }
}

/** Call it while a component is set up. The state lives as long as the component. */
export function usePlayState(): PlayState {
  const playState = new PlayState(useMain(), useI18n().t, useTry())
  $effect(playState.follow)
  return playState
}
