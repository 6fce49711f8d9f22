import { untrack } from 'svelte'
import {
  isUnloaded,
  type CheckOutcome,
  type CheckTier,
  type ModsView,
  type ModView,
  type Problem,
  type RunningCheck,
} from '../../src-preload/contract/mods.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { Main } from '#shared/bridge/index.ts'
import { surroundings } from '#shared/resource/index.ts'
import { hasProblems } from './problems.ts'
import { asShown, type Away, awayOf } from './standing.ts'

const FRESH_MS = 60_000

/** Why another list of the community could not be read; null while it is read for the first time. */
export const awayIn = (list: { state: string; isAway: boolean; failure: unknown }): Away | null =>
  list.state === 'loading' ? null : list.isAway ? awayOf(list.failure) : undefined

/** A check that this page started. */
interface Started {
  tier: CheckTier
  control: AbortController
}

/** The mods and their checks. Lives as long as the page, so that a check goes on while the player is on another screen. */
export class Mods {
  readonly #main: Main
  #view = $state.raw<ModsView | undefined>()
  /** The mods as screens show them. No derived value, which would end with the component that used this first. */
  #shown = $state.raw<ModsView | undefined>()
  /** Why another list could not be read. The list of mods is then read again too, and until it is, this counts. */
  #told = $state.raw<Away>()
  #failure = $state.raw<unknown>()
  #running = $state.raw<RunningCheck | null>(null)
  #started = $state.raw<Readonly<Record<number, Started | undefined>>>({})
  #problems = $state.raw<Readonly<Record<number, Problem[] | undefined>>>({})
  #failures = $state.raw<Readonly<Record<number, unknown>>>({})

  constructor(main: Main) {
    this.#main = main
    const show = (view: ModsView) => {
      if (this.#view?.gameDir !== view.gameDir) this.#forgetProblems()
      this.#view = view
      this.#show()
      view.mods.forEach((mod) => this.#followProblems(mod))
    }
    main.mods.state(show, (failure) => (this.#failure = failure))
    main.mods.running(
      (running) => (this.#running = running),
      () => undefined, // the state fails too
    )
    surroundings.onChange(({ online }, before) => {
      if (online && !before.online && this.#view?.refreshFailure) void this.refresh().catch(() => undefined) // main looks again, too
    })
  }

  get view() {
    return this.#shown
  }

  /** True if the folder that the mods are in is gone, for example with its drive. */
  get isFolderGone(): boolean {
    const view = this.#view
    return view !== undefined && view.gameDir !== null && !view.gameDirExists
  }

  /** Why the community did not answer when the list of mods was last read; undefined if it did. */
  get away(): Away {
    return this.#told ?? awayOf(this.#view?.refreshFailure)
  }

  #show() {
    const view = this.#view
    this.#shown = view && { ...view, mods: view.mods.map((mod) => asShown(mod, this.away)) }
  }

  /**
   * Reads the list of mods again when another list of the community could not be read, or could again, so that all screens agree on why
   * it is away; null while that is unknown. Call it while a component is set up.
   */
  agreeWith(away: () => Away | null): void {
    const differs = $derived.by(() => {
      const told = away()
      return this.#view !== undefined && told !== null && !told !== !awayOf(this.#view.refreshFailure)
    })
    $effect(() => {
      if (differs) untrack(() => this.#agree(away() ?? undefined))
    })
  }

  #agree(told: Away) {
    const tell = (away: Away) => {
      this.#told = away
      this.#show()
    }
    tell(told)
    const done = () => tell(undefined)
    this.refresh().then(done, done)
  }

  /** Why the mods cannot be known in this run. */
  get failure() {
    return this.#failure
  }

  /** How far the mod's check is, whoever started it. Undefined while it waits, or finds out what to read. */
  progressOf = (modId: number) => (this.#running?.modId === modId ? this.#running.progress : undefined)
  /** The tier of the mod's check that this page started. */
  startedTier = (modId: number): CheckTier | undefined => this.#started[modId]?.tier
  isRunning = (modId: number) => this.#started[modId] !== undefined
  /** True for a check that the player started, or that may take long. Any other ends soon, and would only make the screen jump. */
  tellsCheck = (modId: number): boolean =>
    this.isRunning(modId) || (this.#running?.modId === modId && this.#running.isWhole)
  problemsOf = (modId: number) => this.#problems[modId]
  /** The failure of a mod's last check or of reading its problems. A new check clears it, and so does a new result from main. */
  failureOf = (modId: number) => this.#failures[modId]

  /** A mod's problems belong to a check's result. They are read again when the result changes, and the mod's failure is then cleared. */
  #stamps: Record<number, string> = {}
  #followProblems(mod: ModView) {
    const { verification } = mod
    const stamps = this.#stamps
    const { last } = verification
    const stamp = `${last?.checkedAt ?? ''} ${last?.result ?? ''}`
    if (!last || stamps[mod.id] === stamp) return
    stamps[mod.id] = stamp
    this.#failures = { ...this.#failures, [mod.id]: undefined }
    const isLatest = () => stamps === this.#stamps && stamps[mod.id] === stamp // answers may overtake each other
    const found = hasProblems(last) ? this.#readProblems(mod.id, isLatest) : Promise.resolve([])
    found.then(
      (problems) => {
        if (isLatest()) this.#problems = { ...this.#problems, [mod.id]: problems }
      },
      (failure: unknown) => {
        if (!isLatest()) return
        this.#problems = { ...this.#problems, [mod.id]: undefined }
        this.#failures = { ...this.#failures, [mod.id]: failure }
      },
    )
  }
  /** Reads the problems piece by piece, and stops when they are no longer wanted. */
  async #readProblems(modId: number, isWanted: () => boolean): Promise<Problem[]> {
    const all: Problem[] = []
    for (let piece = 0, pieces = 1; piece < pieces && isWanted(); piece++) {
      const read = await this.#main.mods.problems({ modId, piece })
      all.push(...read.problems)
      ;({ pieces } = read)
    }
    return all
  }
  /** Problems and failures belong to one game folder. Answers that are still on their way are dropped too. */
  #forgetProblems() {
    this.#stamps = {}
    this.#problems = {}
    this.#failures = {}
  }

  #seen: Record<string, true> = {}
  /** A mod that was ready before this is looked at again, in ms since 1970. */
  #lookedAt = 0
  /**
   * Starts a quick check of each mod without a known state or that was ready, once, and of each mod whose list could not be loaded,
   * when the community answers again. Its failures are ignored: a check that the player starts shows them.
   */
  see(mods: readonly ModView[]): void {
    if (this.away) return // no list would come
    const { gameDir, gameDirExists, asOf, mods: all = [] } = this.#view ?? {}
    for (const { id, folder, active, hasFiles, verification } of gameDirExists ? mods : []) {
      const distrust = all.find((mod) => mod.id === id)?.distrust // as main has it
      const isBack = distrust && isUnloaded(distrust.reason) && (asOf ?? '') > distrust.at
      const key = `${id} ${folder} ${gameDir} ${isBack ? distrust.at : ''}`
      if (!active || !hasFiles || this.#seen[key]) continue
      this.#seen[key] = true // even if the player forgets its result later
      const isOld = verification.state === 'ready' && Date.parse(verification.last.checkedAt) < this.#lookedAt
      if (verification.state === 'unknown' || isBack || isOld)
        void this.#main.mods.check({ modId: id, tier: 'quick', acceptShorter: false }).catch(() => undefined)
    }
  }

  /**
   * Lets {@link see} look at all again: the player may have changed files by hand. A check fetches a list, so what was checked less than
   * `ageMs` ago is left alone.
   */
  lookAnew = (ageMs = FRESH_MS): void => {
    this.#seen = {}
    this.#lookedAt = Date.now() - ageMs
  }

  #asked: number | undefined
  /** Remembers that another screen asked for a mod's repair. */
  askForRepair = (modId: number): void => void (this.#asked = modId)
  /** The mod of these whose repair was asked for. Returned only once: coming back to the screen does not start the repair again. */
  takeAsked(mods: readonly ModView[]): ModView | undefined {
    const mod = mods.find(({ id }) => id === this.#asked)
    if (mod) this.#asked = undefined
    return mod
  }

  /**
   * Starts a check or resumes a paused one. Returns its outcome; undefined if it failed or was cancelled.
   * `acceptShorter`: the player accepts a list with less than half of the former files.
   */
  async check({ id: modId }: ModView, tier: CheckTier, acceptShorter = false): Promise<CheckOutcome | undefined> {
    if (this.isRunning(modId)) return undefined
    const [control, stamps] = [new AbortController(), this.#stamps]
    this.#started = { ...this.#started, [modId]: { tier, control } }
    this.#failures = { ...this.#failures, [modId]: undefined }
    try {
      const outcome = await this.#main.mods.check({ modId, tier, acceptShorter }, { signal: control.signal })
      if (tier === 'full' && outcome.trusted && outcome.summary.result === 'ready')
        this.#foundReady = [...this.#foundReady, modId]
      return outcome
    } catch (error) {
      if (stamps === this.#stamps && (!isFailure(error) || !error.is('cancelled')))
        this.#failures = { ...this.#failures, [modId]: error }
      if (control.signal.aborted) await this.#main.mods.forget({ modId }).catch(() => undefined)
      return undefined
    } finally {
      this.#started = { ...this.#started, [modId]: undefined }
    }
  }

  #foundReady = $state.raw<readonly number[]>([])
  /** The mods that full checks of the player's have found ready. Returned only once. */
  takeFoundReady(): readonly number[] {
    const found = this.#foundReady
    if (found.length > 0) this.#foundReady = []
    return found
  }

  cancel = (modId: number) => this.#started[modId]?.control.abort()

  pause = (modId: number) => this.#main.mods.pause({ modId })
  resume = (modId: number) => this.#main.mods.resume({ modId })
  forget = (modId: number) => this.#main.mods.forget({ modId })
  openFolder = (modId: number) => this.#main.mods.openFolder({ modId })
  refresh = () => this.#main.mods.refresh(undefined)
}

const made = new WeakMap<Main, Mods>()

/** The page's only instance. */
export function modsOf(main: Main): Mods {
  const known = made.get(main) ?? new Mods(main)
  made.set(main, known)
  return known
}
