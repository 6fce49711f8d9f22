import { asWire, Failure, isFailure } from '../../src-preload/contract/failure.ts'
import {
  type GameInstall,
  type JoinProgress,
  type JoinResult,
  LaunchOptions,
  type LaunchPreview,
  modsKey,
  type OwnMods,
  type OwnModsCheck,
  type Preflight,
  type ServerLive,
  RecentPlace,
  SEAT_LOOK_MS,
} from '../../src-preload/contract/play.ts'
import { foldersIn } from '../../src-preload/contract/server-mods.ts'
import pLimit from 'p-limit'
import { Emitter, type Log, SingleFlight, SLOW_TIMES, jsonFile, type JsonFile } from '../lib/index.ts'
import type { CommunitySettings, VoiceRecipe } from '../settings/index.ts'
import { type GameTimes, GameWatch } from './game-watch.ts'
import type { FindParts } from './installs/find.ts'
import { Installs } from './installs/installs.ts'
import { join, type JoinParts, type JoinWish, startAlone } from './join/join.ts'
import { type LaunchPlan, planLaunch, previewOf } from './launch/plan.ts'
import { hostAndPort, safeHost, safePort, type ServerFields, toFields } from './launch/server-fields.ts'
import { startPlan } from './launch/start.ts'
import { OwnModsOf } from './own-mods.ts'
import type { ModCheck, PlayPorts, PlayServer } from './ports.ts'
import { judgeOwnMods } from './installs/mod-folders.ts'
import { checkOwnMods } from './preflight/file-checks.ts'
import { preflightOf, type ServerMod } from './preflight/preflight.ts'
import { LiveServers } from './query/live-servers.ts'
import { SeatWatch } from './seat-watch.ts'
import { failureOf, findSeats, JOIN_LIST_MS, modsForJoin, modsOf, serverOf } from './servers.ts'
import { Voice, type VoiceParts } from './voice.ts'
import * as v from 'valibot'

export interface PlayParts extends FindParts {
  ports: PlayPorts
  voice: VoiceRecipe
  own: CommunitySettings
  demo?: string
  voiceScheme: VoiceParts['scheme']
  /** The community's own folder below the app's data. */
  ownFolder: string
  env: Readonly<Record<string, string | undefined>>
  log: Log
  now: () => Date
  isOnline: () => boolean
  gameTimes?: GameTimes
  queryTimeoutMs?: number
}

const QUERY_TRIES = 3
const MOST_RECENT = 6

const keyOfPlace = (place: RecentPlace) =>
  [place.kind, place.kind === 'server' ? place.serverId : place.kind === 'voice' ? place.voiceId : ''].join(' ')

/** The last places that the player joined, newest first, kept in a file. */
class Recent {
  readonly #file: JsonFile<RecentPlace[]>
  readonly #changes = new Emitter<RecentPlace[]>()
  #list: RecentPlace[]

  /** `log` is called if the file cannot be written. Then only the list is lost. */
  constructor(path: string, log: (line: string, error: unknown) => void) {
    this.#file = jsonFile(path, v.array(RecentPlace), log)
    this.#list = this.#file.readNow()?.slice(0, MOST_RECENT) ?? []
  }

  get list(): RecentPlace[] {
    return this.#list
  }

  readonly onChange = this.#changes.on

  add(place: RecentPlace): void {
    this.#list = [place, ...this.#list.filter((known) => keyOfPlace(known) !== keyOfPlace(place))].slice(0, MOST_RECENT)
    void this.#file.keep(this.#list)
    this.#changes.emit(this.#list)
  }

  close(): Promise<void> {
    return this.#file.written()
  }
}

export class PlayService {
  readonly game: GameWatch
  readonly installs: Installs
  readonly voice: Voice
  readonly seats: SeatWatch
  readonly recent: Recent
  readonly ownMods: OwnModsOf
  readonly #parts: PlayParts
  readonly #live: LiveServers
  readonly #entered = new Emitter<LaunchOptions['afterStart']>()
  /** Called when the player has started or joined the game, with what the window does then. */
  readonly onEntered = this.#entered.on
  readonly #joins = pLimit(1)
  #awake = new AbortController()
  readonly #modChecks = new SingleFlight<string, ModCheck>()

  /** Starts to look for the game and for the voice client. */
  constructor(parts: PlayParts) {
    const { ports, platform, files, recipe, own, demo, queryTimeoutMs = 1_000, now, isOnline, ownFolder } = parts
    const log = parts.log.error
    this.#parts = parts
    this.ownMods = new OwnModsOf(own, ports.modsDir)
    this.game = new GameWatch({ platform, names: recipe.processes[platform.name] ?? [], now, ...parts.gameTimes })
    this.installs = new Installs({ platform, files, recipe, own, demo, game: this.game, log })
    this.recent = new Recent(platform.path.join(ownFolder, 'recent-places.json'), log)
    this.voice = new Voice({
      ownFolder,
      ports,
      platform,
      files,
      recipe: parts.voice,
      scheme: parts.voiceScheme,
      opened: (name, voiceId) => this.recent.add({ kind: 'voice', voiceId, name, at: now().getTime() }),
    })
    const patience = { tries: QUERY_TRIES, timeoutMs: queryTimeoutMs }
    this.#live = new LiveServers({ now, patience, isOnline })
    this.seats = new SeatWatch({
      pollMs: () => SEAT_LOOK_MS * (this.game.state.running ? SLOW_TIMES : 1),
      notify: ports.seatFree,
      now,
      path: platform.path.join(ownFolder, 'waits.json'),
      log,
      seats: (serverId) => findSeats(serverId, ports, this.#live),
    })
  }

  get options(): LaunchOptions {
    return this.#parts.own.get('launch') ?? v.parse(LaunchOptions, {})
  }

  /** Joins a server. Joins run one after the other. */
  async join(wish: JoinWish, signal: AbortSignal, report: (progress: JoinProgress) => void): Promise<JoinResult> {
    const either = AbortSignal.any([signal, this.#awake.signal])
    const result = await this.#start(() => join(wish, this.#joinParts(), either, report))
    if (result.outcome !== 'stopped') this.#entered.emit(this.options.afterStart)
    return result
  }

  /** To be called when the computer wakes. Ends the joins: nobody may be there when their mod is ready and they start game and voice. */
  readonly wake = (): void => {
    this.#awake.abort()
    this.#awake = new AbortController()
  }

  /** Starts the game without a server. @throws Failure of the start, AbortError */
  async startAlone(anyway: boolean, signal: AbortSignal): Promise<void> {
    await this.#start(() => startAlone(anyway, this.#joinParts(), signal))
    this.#entered.emit(this.options.afterStart)
  }

  #start<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.ports.during(() => this.#joins(work))
  }

  /** All mods that the game can load, without those of the server. */
  async modFolders(serverId: number | undefined): Promise<OwnMods> {
    const { found, folders } = await this.ownMods.find(await this.installs.inUse())
    if (serverId === undefined) return { found, folders }
    const { server } = await serverOf(serverId, this.#parts.ports)
    const ofServer = foldersIn(this.#fieldsOf(server).StartParameters.toLowerCase())
    return { found: found.filter(({ name }) => !ofServer.includes(name.toLowerCase())), folders }
  }

  /** The command line of a join, or of a start without a server; or why the start would fail. */
  async preview(serverId: number | undefined, options = this.options): Promise<LaunchPreview> {
    try {
      const server = serverId === undefined ? undefined : (await serverOf(serverId, this.#parts.ports)).server
      return previewOf(await this.#plan(server, await this.installs.inUse(), options), this.#parts.recipe)
    } catch (error) {
      if (!isFailure(error)) throw error
      return { way: 'direct', program: '', args: [], failure: asWire(error) }
    }
  }

  /** Checks in parallel everything that a join needs. */
  async preflight(serverId: number, signal: AbortSignal): Promise<Preflight> {
    const { ports, recipe, platform, files, voice, now } = this.#parts
    const { server, at } = await serverOf(serverId, ports)
    const inUse = this.installs.inUse() // the first search for the game takes longest, so nothing else waits for it
    const [install, [live], mods, own, log, voiceClient, voiceStanding] = await Promise.all([
      inUse,
      this.#live.query([server]),
      this.#modStates(server, inUse, signal),
      inUse.then((install) => this.#ownAndKeys(server, install)),
      ports.serverLog(serverId).catch(() => []),
      this.voice.findClient(),
      this.voice.standing(),
    ])
    const installs = this.installs.view
    const modsDir = ports.modsDir() ?? install?.path
    const modFolder = this.#folderOf(server)
    const facts = { server, serverAt: at, install, installs, modsDir, live, mods, modFolder, own, log }
    return preflightOf({ ...facts, voiceClient, voiceStanding, recipe, voice, platform, files, now })
  }

  /** Judges the player's own mods for a server: those that are chosen in the words of the preflight, and all that could be. */
  async ownModsCheck(serverId: number): Promise<OwnModsCheck> {
    const { ports, recipe, now } = this.#parts
    const { server } = await serverOf(serverId, ports)
    const install = await this.installs.inUse()
    const own = await this.#ownAndKeys(server, install)
    const told = await checkOwnMods(own, recipe.signatures)
    const { found } = await this.modFolders(serverId)
    const keys = own.keys ?? (found.length > 0 ? await this.#live.keys(server) : undefined)
    const names = found.map(({ name }) => name)
    const refused = await this.#refused(names, keys, install)
    return { check: told && { ...told, at: now().getTime() }, refused }
  }

  async live(serverIds: readonly number[]): Promise<ServerLive[]> {
    const { list } = await this.#parts.ports.servers(JOIN_LIST_MS)
    return this.#live.query(list.filter(({ id }) => serverIds.includes(id)))
  }

  /** `host:port`. @throws Failure `server-gone`, `servers-unknown`, `server-field-refused` */
  async serverAddress(serverId: number): Promise<string> {
    const { server } = await serverOf(serverId, this.#parts.ports)
    return hostAndPort(safeHost(server.host), safePort(server.port ?? 0))
  }

  async close(): Promise<void> {
    this.game.close()
    await Promise.all([this.seats.close(), this.recent.close()])
  }

  #joinParts(): JoinParts {
    const { ports, env, now, recipe } = this.#parts
    const game = { kind: 'game' as const, name: recipe.name }
    return {
      server: async (serverId) => (await serverOf(serverId, ports)).server,
      install: () => this.installs.inUse(),
      warnings: () => this.installs.view.warnings,
      modsDir: () => this.#modsDir,
      plan: (server, install, leaveOut) => this.#plan(server, install, this.options, leaveOut),
      modsOf: (server, signal) => modsForJoin(server, this.#parts, signal),
      checkMod: (modId, signal, whole) => (whole ? ports.checkMod(modId, signal, true) : this.#checkMod(modId, signal)),
      bringUp: ports.bringUp,
      openVoice: () => this.voice.open(),
      kicked: async (server, install) => {
        const { names, keys } = await this.#ownAndKeys(server, install)
        return this.#refused(names, keys, install)
      },
      start: async (plan, server) => {
        await startPlan(plan, { env, openExternal: ports.openExternal })
        const place = server ? { kind: 'server' as const, serverId: server.id, name: server.name } : game
        this.recent.add({ ...place, at: now().getTime() })
      },
      live: (serverId) => this.#live.last(serverId, JOIN_LIST_MS),
      game: this.game,
    }
  }

  async #plan(
    server: PlayServer | undefined,
    install: GameInstall | undefined,
    options: LaunchOptions,
    leaveOut = false,
  ): Promise<LaunchPlan> {
    const { platform, recipe, ownFolder } = this.#parts
    const ownMods = await this.ownMods.chosen(server?.id, install, options)
    const toStart = server && { ...this.#fieldsOf(server, leaveOut), appId: server.appId ?? recipe.appId }
    const modAt = (name: string) => this.ownMods.pathOf(name, install)
    const profileName = options.profileNames[modsKey(server?.id)] ?? options.profileName
    const wanted = { ...options, profileName }
    return planLaunch(toStart, { platform, recipe, install, options: wanted, ownMods, ownFolder, modAt })
  }

  #fieldsOf(server: PlayServer, leaveOut = false): ServerFields {
    return toFields(server, this.#folderOf(server), leaveOut)
  }

  /** The folder of the mod that the server's record names. */
  #folderOf({ modId }: PlayServer): string | undefined {
    return modId === null ? undefined : this.#parts.ports.modFolder(modId)
  }

  /** The player's own mods for a server. If there are any, also the keys that the server accepts, if they are known. */
  async #ownAndKeys(server: PlayServer, install: GameInstall | undefined) {
    const names = await this.ownMods.chosen(server.id, install, this.options)
    const keys = names.length > 0 ? await this.#live.keys(server) : undefined
    return { names, keys, dirs: this.ownMods.dirsOf(install) }
  }

  /** Those of the player's own mods for which a server would kick; none if its keys are unknown. */
  async #refused(names: readonly string[], keys: readonly string[] | undefined, install: GameInstall | undefined) {
    const { signatures } = this.#parts.recipe
    if (!keys || !signatures) return []
    return (await judgeOwnMods(keys, names, this.ownMods.dirsOf(install), signatures)).kicked
  }

  /** The states of all the community's mods that the server loads. */
  async #modStates(
    server: PlayServer,
    inUse: Promise<GameInstall | undefined>,
    signal: AbortSignal,
  ): Promise<ServerMod[]> {
    const { ports, recipe } = this.#parts
    const { signatures } = recipe
    const mods = await modsOf(server, this.#parts, signal).catch((error: unknown) => failureOf(error, signal))
    if (mods instanceof Failure) return [{ name: '', folder: '', check: mods, faults: null }]
    const faultsOf = async (modId: number) => {
      const modsDir = ports.modsDir() ?? (await inUse)?.path
      return signatures && (modsDir === undefined ? 'folder' : ports.signatureFaults(modId, modsDir, signatures))
    }
    const states = mods.loaded.map(async (modId): Promise<ServerMod> => {
      const { name = `${modId}`, folder = '' } = mods.listed.find(({ id }) => id === modId) ?? {}
      const [check, faults] = await Promise.all([this.#modFiles(modId, signal), faultsOf(modId)])
      return { name, folder, check, faults }
    })
    return Promise.all(states)
  }

  /** The folder of the community's mods, as chosen now. */
  get #modsDir(): string | undefined {
    return this.#parts.ports.modsDir() ?? this.#parts.own.get('gameDirs')
  }

  /** Checks a mod quickly. Join and preflight share one check per mod and folder. */
  #checkMod(modId: number, signal: AbortSignal): Promise<ModCheck> {
    const key = `${modId} ${this.#modsDir}`
    return this.#modChecks.join(key, signal, (shared) => this.#parts.ports.checkMod(modId, shared))
  }

  /**
   * Checks the mod's files. Returns a failed check as a value and throws a cancel. While the game runs, the last check counts, because the
   * game needs the disk. The last check also counts if no new one is possible, it was bad, and its list is still trusted.
   */
  async #modFiles(modId: number, signal: AbortSignal): Promise<ModCheck | Failure> {
    if (this.game.state.running === null) await this.game.look()
    if (this.game.state.running) return this.#parts.ports.lastCheck(modId) ?? new Failure('game-running', {})
    try {
      return await this.#checkMod(modId, signal)
    } catch (error) {
      const failure = failureOf(error, signal)
      const last = failure.is('mods-unchecked') ? undefined : this.#parts.ports.lastCheck(modId)
      return last?.ready === false ? last : failure
    }
  }
}
