import { existsSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { Failure } from '../../src-preload/contract/failure.ts'
import type {
  CheckOutcome,
  CheckProgress,
  CheckSummary,
  CheckTier,
  Distrust,
  ModsView,
  ModView,
  Problem,
  Verification,
} from '../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../src-preload/contract/repair.ts'
import { Emitter, errnoOf, windowGone } from '../lib/index.ts'
import { tellable } from './check/index.ts'
import { parseModFolder } from './list/index.ts'
import { openStateStore, type Remembered, type StateStore } from './store.ts'
import { type CheckedMod, ListUnavailable, type ModRecord, type ModsNeeds } from './types.ts'
import { ModsThread, type Verified, type VerifyControls, type VerifyInput, verifyMod } from './verify.ts'
import type { HistoryPlace } from './worker.ts'

/** Most bytes of files without a known digest that a quick check reads; above that it says what it could not verify. */
const QUICK_LIMIT_BYTES = 256 << 20

export interface CheckWish {
  modId: number
  tier: CheckTier
  /** The player says that a list with under half of the former files is right. */
  acceptShorter?: boolean
}

type Report = (progress: CheckProgress) => void

/** A check that runs or waits for its turn. */
interface ActiveCheck {
  tier: CheckTier
  paused: boolean
  /** Paused because the game runs; goes on when it ends. */
  forGame: boolean
  controls: VerifyControls | undefined
  progress: CheckProgress | undefined
  control: AbortController
  end: Promise<unknown>
}

/** A list that a check was just made with. */
export interface CheckedList {
  modId: number
  /** Names the list by what it wants. */
  version: string
}

/** Tells whether the game folder is there and can be listed. @throws Failure `game-dir-not-chosen`, `game-dir-unusable` */
export async function usableDir(path: string | undefined): Promise<string> {
  if (path === undefined) throw new Failure('game-dir-not-chosen', {})
  try {
    await (await opendir(path)).close()
    return path
  } catch (error) {
    throw new Failure('game-dir-unusable', { path, errno: errnoOf(error) || 'EIO' })
  }
}

/** The mod's folder, if its name can be used. */
function folderOf(mod: ModRecord): string | undefined {
  const parsed = parseModFolder(mod.directory)
  return parsed.ok ? parsed.path : undefined
}

function verificationOf(active: ActiveCheck | undefined, known: Remembered | undefined): Verification {
  const last = known?.last ?? null
  if (active) return { state: 'verifying', tier: active.tier, paused: active.paused, forGame: active.forGame, last }
  if (known?.paused) return { state: 'paused', ...known.paused, last }
  return last ? { state: last.verdict, last } : { state: 'unknown' }
}

type Trusted = Verified & { trusted: true }

/** Since when a full check stands: a quick one that finds the same list's files unchanged leaves its word as it was. */
function fullAtOf({ report }: Trusted, before: Remembered | undefined, checkedAt: string): string | null {
  if (report.verdict !== 'ready') return null
  if (report.tier === 'full') return checkedAt
  return before?.listVersion === report.listVersion ? (before.last?.fullAt ?? null) : null
}

function summaryOf(verified: Trusted, before: Remembered | undefined, now: Date): CheckSummary {
  const { tier, verdict, counts, filesListed, unverified, bytesHashed } = verified.report
  const { durationMs } = verified
  const checkedAt = now.toISOString()
  const fullAt = fullAtOf(verified, before, checkedAt)
  return { tier, verdict, counts, filesListed, unverified, bytesHashed, durationMs, checkedAt, fullAt }
}

/** The community's mods, the state of their files, and what their lists changed. */
export class ModsService {
  readonly #needs: ModsNeeds
  readonly #store: StateStore
  readonly #changed = new Emitter<ModsView>()
  readonly #updatesChanged = new Emitter()
  readonly #listChecked = new Emitter<CheckedList>()
  /** One check at a time: two would only take the disk from each other. */
  readonly #inTurn = pLimit(1)
  readonly #active = new Map<number, ActiveCheck>()
  readonly #held = new Set<number>()
  readonly #distrust = new Map<number, Distrust>()
  /** The last check whole, and of which game folder. */
  readonly #checked = new Map<number, CheckedMod & { gameDir: string }>()
  readonly #updates = new Map<number, ModUpdate>()
  readonly #closing = new AbortController()
  #mods: ModRecord[] = []
  #asOf: string | null = null
  #stored = false
  #gameDirExists: boolean
  #recalled: Promise<void> = Promise.resolve()
  #looking: Promise<void> | undefined
  #nextLook: Promise<void> | undefined

  private constructor(needs: ModsNeeds, store: StateStore) {
    this.#needs = needs
    this.#store = store
    this.#gameDirExists = existsSync(needs.gameDir() ?? '')
  }

  /** What is remembered is read, nothing is checked yet. */
  static async open(needs: ModsNeeds): Promise<ModsService> {
    return new ModsService(needs, await openStateStore(needs.dataDir, needs.log))
  }

  get view(): ModsView {
    return {
      gameDir: this.#needs.gameDir() ?? null,
      gameDirExists: this.#gameDirExists,
      mods: this.#mods.map((mod) => this.#viewOf(mod)),
      asOf: this.#asOf,
      stored: this.#stored,
    }
  }

  /** Calls with the view after every change; returns the way to stop. */
  readonly onChange = this.#changed.on

  /** Mods whose list changed since their files were right. */
  get updates(): ModUpdate[] {
    return [...this.#updates.values()]
  }

  readonly onUpdates = this.#updatesChanged.on

  /** Calls with the list of every check that trusted it. */
  readonly onListChecked = this.#listChecked.on

  #viewOf(mod: ModRecord): ModView {
    const { id, name, description, imageUrl, active, hasFiles, directory } = mod
    return {
      ...{ id, name, description, imageUrl, active, hasFiles: hasFiles && directory !== '', folder: directory },
      verification: verificationOf(this.#active.get(id), this.#known(id)),
      distrust: this.#distrust.get(id) ?? null,
      held: this.#held.has(id),
    }
  }

  /** What is remembered of a mod in a game folder: the present one, unless told. */
  #known(modId: number, gameDir = this.#needs.gameDir()): Remembered | undefined {
    return this.#store
      .all()
      .get(modId)
      ?.find((remembered) => remembered.gameDir === gameDir)
  }

  #tell(): void {
    this.#changed.emit(this.view)
  }

  mod(modId: number): ModRecord | undefined {
    return this.#mods.find(({ id }) => id === modId)
  }

  /** Reads the list of mods anew. @throws Failure of the network */
  async refresh(): Promise<void> {
    const { mods, asOf, stored } = await this.#needs.listMods(true)
    this.#mods = mods
    this.#asOf = asOf
    this.#stored = stored
    this.#gameDirExists = existsSync(this.#needs.gameDir() ?? '')
    await (this.#recalled = this.#recall())
    this.#tell()
  }

  /** The game folder was changed. */
  gameDirChanged(): void {
    this.#gameDirExists = existsSync(this.#needs.gameDir() ?? '')
    this.#distrust.clear()
    this.#recalled = this.#recall()
    this.#tell()
  }

  /** Reads what the last checks found in the present game folder, of mods whose is not in memory. */
  async #recall(): Promise<void> {
    const gameDir = this.#needs.gameDir()
    if (gameDir === undefined) return
    const isKnown = (modId: number) => this.#checked.get(modId)?.gameDir === gameDir
    for (const { id, name } of this.#mods) {
      if (!this.#known(id, gameDir)?.last || isKnown(id)) continue
      const kept = await this.#readKept(this.#store.checkPath(id, gameDir))
      // meanwhile another folder may have been chosen, or a check have ended
      if (kept && this.#needs.gameDir() === gameDir && !isKnown(id))
        this.#checked.set(id, { gameDir, modId: id, modName: name, ...kept })
    }
  }

  async #readKept(path: string) {
    if (!existsSync(path)) return undefined
    return this.#inThread(async (thread) => {
      const kept = await thread.call('kept', { path })
      if (!kept) return undefined
      const { problemCount, ...facts } = kept
      return { ...facts, problems: await thread.problems(problemCount) }
    })
  }

  /** Does something in a thread of its own; a thread that fails is told to the log, and gives nothing. */
  async #inThread<T>(work: (thread: ModsThread) => Promise<T>): Promise<T | undefined> {
    const thread = new ModsThread(this.#needs.workers, this.#needs.log)
    try {
      return await work(thread)
    } catch (error) {
      this.#needs.log('a list or a check was not read', error)
      return undefined
    } finally {
      thread.end()
    }
  }

  /** The last check in the present game folder; undefined also while what was found there is still being read. */
  lastCheck(modId: number): CheckedMod | undefined {
    const checked = this.#known(modId)?.last ? this.#checked.get(modId) : undefined
    return checked?.gameDir === this.#needs.gameDir() ? checked : undefined
  }

  /** What the last check in the present game folder found, once that is read. */
  async problems(modId: number): Promise<readonly Problem[]> {
    await this.#recalled
    return this.lastCheck(modId)?.problems.map(tellable) ?? []
  }

  /**
   * Checks a mod, after a quick check of it that is at work.
   * @throws Failure `mod-not-checkable`, `mod-busy`, of the game folder; the signal's reason
   */
  async check(wish: CheckWish, signal: AbortSignal, report: Report): Promise<CheckOutcome> {
    const mod = this.mod(wish.modId)
    if (!mod?.hasFiles || folderOf(mod) === undefined) throw new Failure('mod-not-checkable', { id: wish.modId })
    for (let before = this.#quickCheck(mod.id); before; before = this.#quickCheck(mod.id)) await before
    signal.throwIfAborted()
    if (this.#active.has(mod.id) || this.#held.has(mod.id)) throw new Failure('mod-busy', { mod: mod.name })
    const control = new AbortController()
    const stop = () => control.abort(signal.reason)
    const active: ActiveCheck = {
      ...{ tier: wish.tier, paused: false, forGame: false, controls: undefined, progress: undefined, control },
      end: Promise.resolve(),
    }
    this.#active.set(mod.id, active)
    signal.addEventListener('abort', stop, { once: true })
    this.#tell()
    const work = this.#inTurn(async () => {
      control.signal.throwIfAborted()
      return this.#run(mod, wish, active, report)
    })
    active.end = work
    try {
      return await work
    } finally {
      signal.removeEventListener('abort', stop)
      this.#active.delete(mod.id)
      this.#needs.onActivity(null)
      this.#tell()
    }
  }

  /** The end of the mod's quick check: the app begins these by itself, and what the player asks for is not refused for one. */
  #quickCheck(modId: number): Promise<unknown> | undefined {
    const active = this.#active.get(modId)
    return active?.tier === 'quick' ? active.end.catch(() => undefined) : undefined
  }

  /** Checks one mod, from asking for its list to what is remembered of it. */
  async #run(mod: ModRecord, wish: CheckWish, active: ActiveCheck, report: Report): Promise<CheckOutcome> {
    const { signal } = active.control
    const gameDir = await usableDir(this.#needs.gameDir())
    const before = this.#known(mod.id, gameDir)
    const kept = { gameDir, last: before?.last ?? null, listVersion: before?.listVersion }
    const restore = () => this.#store.save(mod.id, before ?? { ...kept, paused: null })
    const remember = () => {
      const { filesDone = 0, filesTotal = 0 } = active.progress ?? {}
      return this.#store.save(mod.id, { ...kept, paused: { filesDone, filesTotal } })
    }
    const list = this.#needs.hashList(mod.id, signal).then((bytes) => {
      if (wish.tier === 'full') void remember() // should the app die now, the next one can go on
      return bytes
    })
    try {
      const input = { ...this.#inputOf(mod, gameDir, wish, active, report), list, resume: Boolean(before?.paused) }
      const verified = await verifyMod(input)
      if (verified.trusted) return await this.#keep(mod, gameDir, verified)
      await restore()
      return this.#refuse(mod.id, verified.reason, verified.detail)
    } catch (error) {
      if (error instanceof ListUnavailable) return this.#refuse(mod.id, error.reason, error.message)
      if (wish.tier === 'full' && signal.reason === windowGone) await remember()
      else if (wish.tier === 'full' && signal.aborted) await this.#store.save(mod.id, { ...kept, paused: null })
      else await restore()
      throw error
    }
  }

  #inputOf(
    mod: ModRecord,
    gameDir: string,
    wish: CheckWish,
    active: ActiveCheck,
    report: Report,
  ): Omit<VerifyInput, 'list' | 'resume'> {
    const { dataDir, workers, random, now, log, onActivity } = this.#needs
    return {
      tier: wish.tier,
      modFolder: folderOf(mod),
      cacheDir: join(dataDir, 'digests'),
      gameDir,
      keepAt: this.#store.checkPath(mod.id, gameDir),
      history: this.#historyOf(mod.id),
      acceptShrunk: wish.acceptShorter,
      lastGoodCount: this.#lastGoodCount(mod.id),
      workers,
      random,
      now: () => now().getTime(),
      quickLimitBytes: QUICK_LIMIT_BYTES,
      signal: active.control.signal,
      log,
      onStart(controls) {
        active.controls = controls
        if (active.paused) controls.pause()
      },
      onProgress(progress) {
        active.progress = progress
        report(progress)
        onActivity(progress.bytesTotal > 0 ? progress.bytesDone / progress.bytesTotal : 0)
      },
    }
  }

  #historyOf(modId: number): HistoryPlace {
    return { modId, path: join(this.#needs.dataDir, 'lists', `${modId}.json`) }
  }

  /** Entries of the last trusted list, in whichever game folder. */
  #lastGoodCount(modId: number): number | undefined {
    return this.#store
      .all()
      .get(modId)
      ?.find(({ last }) => last)?.last?.filesListed
  }

  /** A refused list is told beside the mod's state, which stays what it was. */
  #refuse(modId: number, reason: Distrust['reason'], detail = ''): CheckOutcome {
    const distrust: Distrust = { reason, detail, at: this.#needs.now().toISOString() }
    this.#distrust.set(modId, distrust)
    return { trusted: false, distrust }
  }

  async #keep(mod: ModRecord, gameDir: string, verified: Trusted): Promise<CheckOutcome> {
    const before = this.#known(mod.id, gameDir) // another one may have been chosen meanwhile
    const summary = summaryOf(verified, before, this.#needs.now())
    const { modFolder, listVersion, filesListed, problems } = verified.report
    this.#distrust.delete(mod.id)
    this.#setUpdate(mod.id, verified.update)
    this.#listChecked.emit({ modId: mod.id, version: listVersion })
    const checked = { gameDir, modId: mod.id, modName: mod.name, modFolder, listVersion, filesListed, problems }
    // what is in memory of the present folder is not this one's to take away
    if ([this.#needs.gameDir(), this.#checked.get(mod.id)?.gameDir].includes(gameDir))
      this.#checked.set(mod.id, checked)
    // a full check that was broken off can still go on after a quick one
    const paused = summary.tier === 'quick' ? (before?.paused ?? null) : null
    await this.#store.save(mod.id, { gameDir, last: summary, listVersion, paused })
    return { trusted: true, summary }
  }

  pause(modId: number): void {
    this.#setPaused(modId, true)
  }

  resume(modId: number): void {
    this.#setPaused(modId, false)
  }

  #setPaused(modId: number, paused: boolean): void {
    const active = this.#active.get(modId)
    if (!active) return
    this.#putPaused(active, paused, false)
    this.#tell()
  }

  #putPaused(active: ActiveCheck, paused: boolean, forGame: boolean): void {
    Object.assign(active, { paused, forGame })
    if (paused) active.controls?.pause()
    else active.controls?.resume()
  }

  /** Pauses what runs while the game has the machine for itself, and lets it go on after, unless the player has taken it over. */
  gameRuns(runs: boolean): void {
    for (const active of this.#active.values())
      if (runs ? !active.paused : active.forGame) this.#putPaused(active, runs, runs)
    this.#tell()
  }

  /** Forgets a paused check. */
  forget(modId: number): void {
    const remembered = this.#known(modId)
    if (remembered) void this.#store.save(modId, { ...remembered, paused: null })
    this.#tell()
  }

  /** Takes a mod so that no check runs, after a quick one that is at work; undefined if another one runs. Call what it gives to let go. */
  async hold(modId: number): Promise<(() => void) | undefined> {
    // a quick check that waits itself, paused or for a full one of another mod, may take long
    const isAtWork = () => [...this.#active.values()].every(({ tier, paused }) => tier === 'quick' && !paused)
    for (let end = this.#quickCheck(modId); end && isAtWork(); end = this.#quickCheck(modId)) await end
    if (this.#active.has(modId) || this.#held.has(modId)) return undefined
    this.#held.add(modId)
    this.#tell()
    return () => {
      this.#held.delete(modId)
      this.#tell()
    }
  }

  /** The version of the mod's list as it is right now; undefined if it cannot be had or is not trusted. */
  async listVersion(modId: number, signal: AbortSignal): Promise<string | undefined> {
    const mod = this.mod(modId)
    const modFolder = mod && folderOf(mod)
    if (modFolder === undefined) return undefined
    try {
      const list = await this.#needs.hashList(modId, signal)
      const least = (this.#lastGoodCount(modId) ?? 0) / 2
      const now = this.#needs.now().toISOString()
      const history = this.#historyOf(modId)
      const seen = await this.#inThread((thread) => thread.call('look', { list, modFolder, least, history, now }))
      if (!seen) return undefined
      this.#setUpdate(modId, seen.update)
      return seen.version
    } catch (error) {
      if (error instanceof ListUnavailable) return undefined
      throw error
    }
  }

  /** Mods whose files were checked here. */
  own(): ModRecord[] {
    return this.#mods.filter(({ id }) => this.#known(id)?.last)
  }

  /** Looks at the lists of the player's mods, one after the other. Who asks during a look gets a new one after it. */
  lookAtLists(): Promise<void> {
    if (!this.#looking) return this.#look()
    // the one that runs may have read already what has changed since
    return (this.#nextLook ??= this.#looking.then(() => {
      this.#nextLook = undefined
      return this.#look()
    }))
  }

  #look(): Promise<void> {
    const lookAtAll = async () => {
      for (const { id } of this.own()) {
        if (this.#closing.signal.aborted) return
        try {
          await this.listVersion(id, this.#closing.signal)
        } catch (error) {
          if (!this.#closing.signal.aborted) this.#needs.log(`the list of mod ${id} was not looked at`, error)
        }
      }
    }
    return (this.#looking = lookAtAll().finally(() => (this.#looking = undefined)))
  }

  #setUpdate(modId: number, update: ModUpdate | null): void {
    const known = this.#updates.delete(modId)
    if (update) this.#updates.set(modId, update)
    if (known || update) this.#updatesChanged.emit()
  }

  /** The files of a mod's update; null where there is none (any more). */
  async listChange(modId: number): Promise<ListChange | null> {
    return (await this.#inThread((thread) => thread.call('listChange', this.#historyOf(modId)))) ?? null
  }

  /** Paths of the mod's list as last seen which end in one of `endings` (small letters); undefined when none is trusted. */
  async listedPaths(modId: number, endings: readonly string[]): Promise<string[] | undefined> {
    const read = () =>
      this.#inThread((thread) => thread.call('listedPaths', { ...this.#historyOf(modId), endings })).then(
        (paths) => paths ?? undefined,
      )
    return (await read()) ?? ((await this.listVersion(modId, this.#closing.signal)) === undefined ? undefined : read())
  }

  /** Breaks off what runs; a full check goes on later. */
  async close(): Promise<void> {
    this.#closing.abort()
    const ends = [...this.#active.values()].map(({ control, end }) => {
      control.abort(windowGone)
      return end
    })
    await Promise.allSettled(ends)
  }
}
