import { untrack } from 'svelte'
import { isFailure } from '../../../src-preload/contract/failure.ts'
import type { ModView } from '../../../src-preload/contract/mods.ts'
import type {
  ModUpdate,
  PlanChoice,
  PlanFiles,
  Quarantine,
  QueuedMod,
  RepairPlan,
  RepairState,
} from '../../../src-preload/contract/repair.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import { useMain, type Main } from '#shared/bridge/index.ts'
import { noQueue, type Wait, waitIn } from '../standing.ts'

/** What a repair's buttons keep. Pause is of the whole queue. */
export const jobWords = {
  pauseNote: 'repair.pause-note',
  cancelNote: 'repair.stop-note',
} as const

/** Makes a plan and reads its files piece by piece. @throws Failure `repair-plan-gone` if a check of the mod ends meanwhile */
async function readPlanOnce(main: Main, modId: number): Promise<RepairPlan> {
  const { pieces, ...summary } = await main.repair.plan({ modId })
  const files: PlanFiles = { fetch: [], programs: [], rename: [], extras: [], blocked: [] }
  for (let piece = 0; piece < pieces; piece++) {
    const { fetch, programs, rename, extras, blocked } = await main.repair.planFiles({ planId: summary.id, piece })
    files.fetch.push(...fetch)
    files.rename.push(...rename)
    files.extras.push(...extras)
    files.programs.push(...programs)
    files.blocked.push(...blocked)
  }
  return { ...summary, ...files }
}

/** The mod's plan by its newest check, which may end while the plan is read. */
const readPlan = (main: Main, modId: number): Promise<RepairPlan> =>
  readPlanOnce(main, modId).catch((error: unknown) => {
    if (isFailure(error) && error.is('repair-plan-gone')) return readPlanOnce(main, modId)
    throw error
  })

export const isAtWork = ({ phase }: RepairState): boolean =>
  phase === 'fetching' || phase === 'paused' || phase === 'checking'

/** Nothing has come yet. */
export const isConnecting = ({ phase, progress }: RepairState): boolean =>
  phase === 'fetching' && progress.bytesTotal > 0 && progress.bytesDone === 0

/** The page's view of repairs. Lives as long as the page. */
export class Repairs {
  readonly #main: Main
  #states = $state.raw<readonly RepairState[]>([])
  #isKnown = $state(false)
  #updates = $state.raw<readonly ModUpdate[]>([])
  #queue = $state.raw(noQueue)
  #plan = $state.raw<RepairPlan | undefined>()
  #bytesPerSecond = $state<number | null>(null)
  readonly #attempt = new Attempt()
  /** The mod that the last failure is about, if it is about one. */
  #failed = $state<number | undefined>()
  #quarantine = $state.raw<Quarantine | undefined>()

  /**
   * The last plan that was asked for. Plans that arrive later than a newer one, or after the player closed it, are dropped. So is a plan that
   * comes while the player reads another mod's: the next press would start another repair than the one that was read.
   */
  #wanted = {}
  #makePlan = (modId: number) => async () => {
    if (this.#plan && this.#plan.modId !== modId) return
    const wanted = (this.#wanted = {})
    const plan = await readPlan(this.#main, modId)
    if (wanted === this.#wanted) this.#plan = plan
  }
  /** The last reading of the quarantine that was asked for. */
  #reading = {}
  #readQuarantine = async () => {
    const reading = (this.#reading = {})
    const quarantine = await this.#main.repair.quarantine(undefined)
    if (reading === this.#reading) this.#quarantine = quarantine
  }
  #readSpeed = async () => (this.#bytesPerSecond = await this.#main.repair.speed(undefined))

  constructor(main: Main) {
    this.#main = main
    main.repair.updates((updates) => (this.#updates = updates))
    main.repair.queue((queue) => (this.#queue = queue))
    const show = (states: readonly RepairState[]) => {
      const ended = states.some(({ sessionId, phase }) => phase === 'ended' && this.of(sessionId)?.phase !== 'ended')
      this.#states = states
      this.#isKnown = true
      if (ended && this.#quarantine) void this.loadQuarantine()
      if (ended) void this.#readSpeed().catch(() => undefined)
    }
    // if the repair module could not be opened, there are no repairs
    main.repair.states(show, () => (this.#isKnown = true))
    const readSpeed = () => void this.#readSpeed().catch(() => undefined) // without a speed, no time is shown
    // it is never more than the player's limit, which may be another one while the game runs
    main.settings.state(readSpeed, readSpeed)
    main.play.game(readSpeed, readSpeed)
  }

  get states() {
    return this.#states
  }

  /** The mods that are brought up to date, in order. */
  get queue() {
    return this.#queue
  }

  queued = (modId: number): QueuedMod | undefined => this.#queue.mods.find((one) => one.modId === modId)

  /** @see waitIn */
  waitOf = (modId: number): Wait | undefined => waitIn(this.#queue, modId)

  /** How long this many bytes take, in ms, at the speed of the last repair, and no faster than the player's limit; undefined before the first repair. */
  timeFor = (bytes: number): number | undefined =>
    this.#bytesPerSecond === null ? undefined : (bytes / this.#bytesPerSecond) * 1000

  /** True after main has sent the repairs, or has failed to. */
  get isKnown() {
    return this.#isKnown
  }

  /** What the mod's new hash list changed, until its files are updated. */
  updateOf = (modId: number): ModUpdate | undefined => this.#updates.find((update) => update.modId === modId)

  changeOf = (modId: number) => this.#main.repair.listChange({ modId })

  of(sessionId: string): RepairState | undefined {
    return this.#states.find((state) => state.sessionId === sessionId)
  }

  ofMod(modId: number): RepairState | undefined {
    return this.#states.find((state) => state.modId === modId)
  }

  /** Unfinished repairs of folders that belong to none of these mods. Empty if there are no mods, since the owners are then unknown. */
  straysOf(mods: readonly Pick<ModView, 'id'>[]): readonly RepairState[] {
    if (mods.length === 0) return []
    return this.#states.filter(({ phase, modId }) => phase === 'interrupted' && !mods.some(({ id }) => id === modId))
  }

  /** True while the mod waits in the queue or is worked on from it. */
  isInTurn = (modId: number): boolean => this.waitOf(modId) !== undefined || this.queued(modId)?.state === 'working'

  /** True if a plan can be made now: the mod was checked, and neither a check nor a repair runs. */
  mayPlan({ id, held, verification }: Pick<ModView, 'id' | 'held' | 'verification'>): boolean {
    const isChecked = verification.last !== null && verification.state !== 'verifying'
    return isChecked && !held && (this.ofMod(id)?.phase ?? 'ended') === 'ended'
  }

  /** The plan on the screen. */
  get plan() {
    return this.#plan
  }

  /** The last failure, until something succeeds. */
  get failure() {
    return this.#attempt.failure
  }

  /** The last failure, if it is about this mod. */
  failureOf = (modId: number | null): unknown => (modId === this.#failed ? this.failure : undefined)

  get busy() {
    return this.#attempt.busy
  }

  get quarantine() {
    return this.#quarantine
  }

  #try<T>(work: () => Promise<T>, modId?: number): Promise<T | undefined> {
    const named = () =>
      work().catch((failure: unknown) => {
        this.#failed = modId
        throw failure
      })
    return this.#attempt.make(named, this.#wayOn)
  }

  /** If the plan or the quarantine entry no longer exists, trying again reads the current state instead. */
  #wayOn = (failure: unknown): (() => Promise<unknown>) | undefined => {
    if (!isFailure(failure)) return undefined
    const modId = this.#plan?.modId
    if (failure.is('repair-plan-gone') && modId !== undefined) return this.#makePlan(modId)
    return failure.is('quarantine-gone') ? this.#readQuarantine : undefined
  }

  /** Tries the last failed action again, or reads the current state if its object no longer exists. */
  get again() {
    return this.#attempt.again
  }

  openPlan = (modId: number) => this.#try(this.#makePlan(modId), modId)

  /** Repairs the mod, or shows its plan if the player should see it first. */
  begin = (modId: number) =>
    this.#try(async () => {
      if (!(await this.#main.repair.begin({ modId }))) await this.#makePlan(modId)()
    }, modId)

  closePlan = () => {
    this.#wanted = {}
    this.#plan = undefined
    this.#attempt.forget()
  }

  start = (choice: PlanChoice) =>
    this.#try(async () => {
      const planId = this.#plan?.id
      if (planId === undefined) return
      await this.#main.repair.start({ planId, choice })
      if (this.#plan?.id === planId) this.#plan = undefined
    }, this.#plan?.modId)

  /** Pauses the whole queue. */
  pause = () => this.#try(() => this.#main.repair.pause(undefined))
  goOn = () => this.#try(() => this.#main.repair.goOn(undefined))
  enqueue = (modIds: number[]) => this.#try(() => this.#main.repair.enqueue({ modIds }))
  moveUp = (modId: number) => this.#try(() => this.#main.repair.moveUp({ modId }))
  resume = (modId: number) => this.#try(() => this.#main.repair.resume({ modId }), modId)
  stop = (modId: number) => this.#try(() => this.#main.repair.stop({ modId }), modId)
  dismiss = (...modIds: number[]) =>
    this.#try(() => Promise.all(modIds.map((modId) => this.#main.repair.dismiss({ modId }))))

  discardAhead = () => this.#try(() => this.#main.repair.discardAhead(undefined).finally(this.#readQuarantine))
  discardLeftOver = () => this.#try(() => this.#main.repair.discardLeftOver(undefined).finally(this.#readQuarantine))
  openQuarantine = () => this.#try(() => this.#main.repair.openQuarantine(undefined))

  /**
   * Reads how much the quarantine holds, of which each game folder has its own. A failure is only told where its files are shown. Call it
   * while a component is set up.
   */
  countQuarantine(gameDir: () => unknown): void {
    const folder = $derived(gameDir())
    $effect(() => {
      void folder
      untrack(() => void this.#readQuarantine().catch(() => undefined))
    })
  }
  loadQuarantine = () => this.#try(this.#readQuarantine)

  /**
   * Restores files: all of a session, or those of `paths`. Returns how many, and what is left. The repair's result is dismissed, because it
   * is no longer true.
   */
  undo = (sessionId: string, paths: string[] | null) =>
    this.#try(async () => {
      const repair = this.of(sessionId)
      // dismiss first: after the undo the mod is busy with a check
      if (repair?.phase === 'ended') await this.#main.repair.dismiss({ modId: repair.modId })
      const result = await this.#main.repair.undo({ sessionId, paths })
      await this.#readQuarantine()
      return result
    })

  remove = (modId: number) => this.#try(() => this.#main.repair.remove({ modId }), modId)
  /** Permanently deletes the files that sessions keep. */
  giveUp = (sessionIds: string[]) =>
    this.#try(async () => {
      await this.#main.repair.empty({ sessionIds })
      await this.#readQuarantine()
    })
}

const made = new WeakMap<Main, Repairs>()

/** The page's only instance. */
export function repairsOf(main: Main): Repairs {
  const known = made.get(main) ?? new Repairs(main)
  made.set(main, known)
  return known
}

export const useRepairs = (): Repairs => repairsOf(useMain())
