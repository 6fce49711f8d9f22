import { join } from 'node:path'
import pLimit from 'p-limit'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { CheckOutcome, Distrust, ModsView, ModView, RunningCheck } from '../../src-preload/contract/mods.ts'
import { Emitter, untilAborted, windowGone, withResolvers } from '../lib/index.ts'
import { type Checked, type ProblemPiece, readProblems } from './check/index.ts'
import { isGameDirGone } from './files/index.ts'
import { ModLists } from './lists.ts'
import { type FolderState, StateStore } from './store.ts'
import { folderOf, type LastCheck, ListUnavailable, type ListVersion, type ModRecord, type ModsNeeds } from './types.ts'
import { ActiveCheck, type CheckRequest, distrustOf, summaryOf, verificationOf, workOf } from './check-state.ts'
import { checkInThread, type CheckOptions, type Pause, usableDir } from './thread.ts'

/** The most bytes of files without a known digest that a quick check reads. Files beyond this limit are counted as unverified. */
const QUICK_LIMIT_BYTES = 256 << 20

/** The community's mods, the state of their files, and what their lists changed. */
export class ModsService {
  readonly lists: ModLists
  readonly #needs: ModsNeeds
  readonly #store: StateStore
  readonly #changed = new Emitter<ModsView>()
  readonly #progressed = new Emitter<RunningCheck | null>()
  readonly #listChecked = new Emitter<ListVersion>()
  /** Checks of one tier take turns, to leave the disk to each other. A full check may be long or paused, so a quick one does not wait for it. */
  readonly #inTurn = { quick: pLimit(1), full: pLimit(1) }
  readonly #active = new Map<number, ActiveCheck>()
  readonly #held = new Set<number>()
  readonly #distrust = new Map<number, Distrust>()
  #mods: ModRecord[] = []
  #asOf: string | null = null
  #refreshFailure: ModsView['refreshFailure'] = null
  /** True until the disk reports that the folder is gone. */
  #gameDirExists: boolean
  #gameRuns = false

  private constructor(needs: ModsNeeds, store: StateStore) {
    this.#needs = needs
    this.#gameDirExists = needs.gameDir() !== undefined
    this.#store = store
    this.lists = new ModLists(needs, {
      folderOf: (modId) => folderOf(this.mod(modId)),
      historyPath: (modId) => store.historyPath(modId, needs.gameDir() ?? ''),
      own: () => this.#mods.flatMap(({ id }) => (this.#known(id)?.last ? [id] : [])),
      mayUpdate: (modId) => this.#distrustOf(modId)?.reason !== 'refused-rows' && this.#known(modId)?.last?.isInstalled,
      lastGoodCount: (modId) => store.lastGoodCount(modId, this.mod(modId)?.directory),
    })
    // after the updates, so that a mod whose new list differs is never shown as damaged first
    this.lists.onUpdates(() => queueMicrotask(this.#publish))
  }

  /** Reads the stored state. Does not check anything. */
  static async open(needs: ModsNeeds): Promise<ModsService> {
    const mods = new ModsService(needs, await StateStore.open(needs.dataDir, needs.log))
    void mods.lookForGameDir()
    return mods
  }

  get view(): ModsView {
    return {
      gameDir: this.#needs.gameDir() ?? null,
      gameDirExists: this.#gameDirExists,
      mods: this.#mods.map((mod) => this.#viewOf(mod)),
      asOf: this.#asOf,
      refreshFailure: this.#refreshFailure,
    }
  }

  readonly onChange = this.#changed.on

  /** The check that runs, or else one that is paused, once it knows what there is to read. Others wait for their turn. */
  get running(): RunningCheck | null {
    const all = [...this.#active].filter(([, active]) => active.progress && !active.isLeft)
    const [modId, active] = all.find(([, { paused }]) => !paused) ?? all[0] ?? []
    if (modId === undefined || !active?.progress) return null
    const { isWhole, paused: isPaused, progress } = active
    return { modId, modName: this.mod(modId)?.name ?? '', isWhole, isPaused, progress }
  }

  /** Calls the listener with {@link running} at most ten times a second, and at the end of each check. */
  readonly onProgress = this.#progressed.on

  /** Calls the listener after every check with a trusted list, with that list's version. */
  readonly onListChecked = this.#listChecked.on

  #viewOf(mod: ModRecord): ModView {
    const { id, name, description, imageUrl, active, hasFiles, directory } = mod
    const known = this.#gameDirExists ? this.#known(id) : undefined // nothing that was known is true of a folder that is gone
    return {
      id,
      name,
      description,
      imageUrl,
      active,
      hasFiles: hasFiles && folderOf(mod) !== undefined,
      folder: directory,
      verification: verificationOf(this.#active.get(id), known, this.lists.isUnchecked(id)),
      distrust: this.#distrustOf(id),
      held: this.#held.has(id),
    }
  }

  /** The stored state of a mod's present folder in a game folder (default: the current one). A mod may get another folder, or its id another mod. */
  #known(modId: number, gameDir = this.#needs.gameDir()): FolderState | undefined {
    const { directory } = this.mod(modId) ?? {}
    const known = this.#store.all.get(modId)?.find((state) => state.gameDir === gameDir)
    const isOther = known?.folder !== undefined && directory !== undefined && known.folder !== directory
    return isOther ? undefined : known
  }

  readonly #publish = (): void => this.#changed.emit(this.view)

  mod(modId: number): ModRecord | undefined {
    return this.#mods.find(({ id }) => id === modId)
  }

  /** Reads the list of mods again. @throws Failure of the network */
  async refresh(): Promise<void> {
    const { mods, asOf, refreshFailure } = await this.#needs.listMods()
    this.#mods = mods
    this.#asOf = asOf
    this.#refreshFailure = refreshFailure
    this.#publish()
    await this.lookForGameDir()
  }

  async gameDirChanged(): Promise<void> {
    this.#distrust.clear()
    this.lists.forget()
    this.#gameDirExists = this.#needs.gameDir() !== undefined
    this.#publish()
    await this.lookForGameDir()
  }

  async lookForGameDir(): Promise<void> {
    const gameDir = this.#needs.gameDir()
    const exists = await usableDir(this.#needs).then(
      () => true,
      (error: unknown) => gameDir !== undefined && !isGameDirGone(error),
    )
    if (gameDir !== this.#needs.gameDir() || exists === this.#gameDirExists) return
    this.#gameDirExists = exists
    this.#publish()
  }

  /** The last check in the current game folder. */
  lastCheck(modId: number): LastCheck | undefined {
    const mod = this.mod(modId)
    const modFolder = folderOf(mod)
    const last = this.#known(modId)?.last
    if (modFolder === undefined || !last) return undefined
    const { counts, unverified, listVersion, checkedAt } = last
    const work = workOf(last, this.lists.newVersion(modId) !== undefined)
    const filesStay = counts.ok + unverified
    return { modId, modName: mod?.name ?? '', modFolder, work, listVersion, filesStay, checkedAt }
  }

  /**
   * A piece of the problems that the last check in the current game folder found. `piece` counts from 0.
   * @throws Failure `problems-unreadable` if they are not known
   */
  async problems(modId: number, piece: number): Promise<ProblemPiece> {
    const read = () => {
      const { gameDir = '', last } = this.#known(modId) ?? {}
      return readProblems(this.#store.problemsPath(modId, gameDir), last?.startedAtMs, piece)
    }
    try {
      return await read().catch(async (error: unknown) => {
        // a check that has looked at all files has already replaced the problems of the one before
        const { progress, end } = this.#active.get(modId) ?? {}
        if (!progress || progress.filesDone < progress.filesTotal) throw error
        await Promise.allSettled([end])
        return read()
      })
    } catch (error) {
      this.#needs.log('what a check found was not read', error)
      throw new Failure('problems-unreadable', { mod: this.mod(modId)?.name ?? `${modId}` })
    }
  }

  /**
   * Checks a mod. If a quick check of it is running, waits for that first.
   * @throws Failure `mod-not-checkable`, `mod-busy`, of the game folder; the signal's reason
   */
  async check(request: CheckRequest, signal: AbortSignal): Promise<CheckOutcome> {
    const mod = this.mod(request.modId)
    if (!mod?.hasFiles || folderOf(mod) === undefined) throw new Failure('mod-not-checkable', { id: request.modId })
    for (let before = this.#ending(mod.id, signal); before; before = this.#ending(mod.id, signal)) await before
    signal.throwIfAborted()
    if (this.#active.has(mod.id) || this.#held.has(mod.id)) throw new Failure('mod-busy', { mod: mod.name })
    const active = new ActiveCheck(request)
    const { control } = active
    const stop = () => {
      control.abort(signal.reason)
      this.#publish()
    }
    this.#active.set(mod.id, active)
    signal.addEventListener('abort', stop, { once: true })
    const begun = withResolvers()
    const work = this.#inTurn[request.tier](async () => {
      control.signal.throwIfAborted()
      begun.resolve()
      return this.#run(mod, request, active)
    })
    const end = untilAborted(Promise.race([begun.promise, work]), control.signal).then(() => work)
    active.end = end
    try {
      this.#publish()
      return await end
    } finally {
      signal.removeEventListener('abort', stop)
      this.#active.delete(mod.id)
      this.#publish()
      this.#progressed.emit(this.running)
      void this.lookForGameDir() // its drive may have been removed, or connected again
    }
  }

  /** The end of the mod's quick check, which the app starts by itself, or of one that is left. The player's requests wait for it. */
  #ending(modId: number, signal?: AbortSignal): Promise<unknown> | undefined {
    const active = this.#active.get(modId)
    if (!active || (active.tier !== 'quick' && !active.isLeft)) return undefined
    return untilAborted(Promise.allSettled([active.end]), signal)
  }

  /** Does the whole check of one mod: fetches its list, checks its files and stores the result. */
  async #run(mod: ModRecord, request: CheckRequest, active: ActiveCheck): Promise<CheckOutcome> {
    const { signal } = active.control
    const gameDir = this.#needs.gameDir()
    if (gameDir === undefined) throw new Failure('game-dir-not-chosen', {})
    const isFull = request.tier === 'full'
    const resumed = this.#known(mod.id, gameDir)?.paused ?? null
    /** What a full check has read; a quick one leaves it as it is. The last check may have been doubted meanwhile. */
    const keep = async (paused: FolderState['paused']) => {
      const known = this.#known(mod.id, gameDir)
      if (isFull) await this.#store.save(mod.id, { gameDir, folder: mod.directory, last: null, ...known, paused })
    }
    const list = this.#needs.hashList(mod.id, signal)
    const onStart = (pause: Pause) => {
      active.setPause(pause)
      void keep(active.doneSince(resumed)) // if the app crashes, the check can be resumed
    }
    try {
      const options = this.#optionsFor(mod, gameDir, request, active)
      const result = await checkInThread({ ...options, list, onStart }, this.#needs)
      active.setPause(undefined) // its thread may have another job by now
      if (result.trusted) return await this.#accept(mod, gameDir, result)
      await keep(resumed)
      return this.#refuse(mod.id, result.reason, result.detail)
    } catch (error) {
      if (error instanceof ListUnavailable) return this.#refuse(mod.id, error.reason, error.message)
      // the player's cancel alone gives up what a full check has read
      const isCancelled = signal.aborted && !active.isLeft
      await keep(isCancelled ? null : signal.aborted || active.progress ? active.doneSince(resumed) : resumed)
      throw error
    }
  }

  #optionsFor(
    mod: ModRecord,
    gameDir: string,
    { tier, acceptShorter, whole }: CheckRequest,
    active: ActiveCheck,
  ): Omit<CheckOptions, 'list' | 'onStart'> {
    const { dataDir, random, now } = this.#needs
    return {
      tier,
      gameDir,
      isMoved: this.#needs.isMoved(),
      acceptShorter,
      now,
      modFolder: folderOf(mod),
      cacheDir: join(dataDir, 'digests'),
      problemsAt: this.#store.problemsPath(mod.id, gameDir),
      history: { modId: mod.id, path: this.#store.historyPath(mod.id, gameDir) },
      resume: Boolean(this.#known(mod.id, gameDir)?.paused),
      lastGoodCount: this.#store.lastGoodCount(mod.id, mod.directory),
      quickLimitBytes: whole ? undefined : QUICK_LIMIT_BYTES,
      seed: random(),
      signal: active.control.signal,
      onProgress: (progress) => {
        active.progress = progress
        this.#progressed.emit(this.running)
      },
    }
  }

  /** Stores why a list is not trusted. The mod's state stays unchanged. */
  #refuse(modId: number, reason: Distrust['reason'], detail = ''): CheckOutcome {
    const distrust: Distrust = { reason, detail, at: this.#needs.now().toISOString() }
    this.#distrust.set(modId, distrust)
    return { trusted: false, distrust: this.#distrustOf(modId) ?? distrust }
  }

  readonly #distrustOf = (modId: number): Distrust | null =>
    distrustOf(this.#known(modId)?.last, this.#distrust.get(modId), this.lists.newVersion(modId))

  async #accept(mod: ModRecord, gameDir: string, checked: Checked): Promise<CheckOutcome> {
    const before = this.#known(mod.id, gameDir) // another game folder may have been chosen during the check
    const last = summaryOf(checked, before, this.#needs.now())
    this.#distrust.delete(mod.id)
    // an interrupted full check can still be resumed after a quick one
    const paused = last.tier === 'quick' ? (before?.paused ?? null) : null
    const saved = this.#store.save(mod.id, { gameDir, folder: mod.directory, last, paused })
    this.lists.setUpdate({ modId: mod.id, path: this.#store.historyPath(mod.id, gameDir) }, checked.update)
    this.#listChecked.emit({ modId: mod.id, version: last.listVersion })
    await saved
    const distrust = distrustOf(last)
    return distrust ? { trusted: false, distrust } : { trusted: true, summary: last }
  }

  setPaused(modId: number, paused: boolean): void {
    this.#active.get(modId)?.pauseFor(paused ? 'player' : undefined)
    this.#publish()
  }

  /**
   * Pauses checks when the game begins, and resumes them after it, except those that the player has paused or resumed. `mayFetch`: downloads
   * go on meanwhile, and with them the quick checks before and after them.
   */
  gameRuns(runs: boolean, mayFetch = false): void {
    const isNews = runs !== this.#gameRuns
    this.#gameRuns = runs
    for (const active of this.#active.values()) {
      const yields = runs && !(mayFetch && active.tier === 'quick')
      if (yields ? isNews && !active.paused : active.forGame) active.pauseFor(yields ? 'game' : undefined)
    }
    this.#publish()
  }

  /** Forgets a paused check. */
  async forget(modId: number): Promise<void> {
    await this.#ending(modId)
    const known = this.#known(modId)
    if (known) void this.#store.save(modId, { ...known, paused: null })
    this.#publish()
  }

  /** Reserves a mod so that no check runs, after a running quick check. Returns its release, or undefined if another check runs. */
  async hold(modId: number): Promise<(() => void) | undefined> {
    // a quick check that is paused, or that waits for a paused one, may take long
    const isAtWork = () => [...this.#active.values()].every(({ tier, paused }) => tier === 'full' || !paused)
    for (let end = this.#ending(modId); end && isAtWork(); end = this.#ending(modId)) await end
    if (this.#active.has(modId) || this.#held.has(modId)) return undefined
    this.#held.add(modId)
    this.#publish()
    return () => {
      this.#held.delete(modId)
      this.#publish()
    }
  }

  /** Forgets the last checks of mods' folders that were changed later. @see StateStore.doubt */
  doubt(gameDir: string, changes: ReadonlyMap<string, number>): void {
    this.#store.doubt(gameDir, changes)
    this.#publish()
  }

  /** True if the last check found all files right, and since then neither its folder has gone nor its list changed or become untrusted. */
  isReady(modId: number): boolean {
    const isDoubtful = !this.#gameDirExists || this.lists.hasNewList(modId) || this.#distrust.has(modId)
    return !isDoubtful && this.#known(modId)?.last?.result === 'ready'
  }

  /** True if the last check found files that are not in the mod's list. */
  hasExtras(modId: number): boolean {
    return (this.#known(modId)?.last?.counts.extra ?? 0) > 0
  }

  /** Mods that the last check found installed. */
  installed(): ModRecord[] {
    return this.#mods.filter(({ id }) => this.#known(id)?.last?.isInstalled)
  }

  /** Stops all checks; a full check can be resumed later. */
  async close(): Promise<void> {
    this.lists.close()
    for (const { control } of this.#active.values()) control.abort(windowGone)
    await Promise.allSettled([...this.#active.values()].map(({ end }) => end))
  }
}
