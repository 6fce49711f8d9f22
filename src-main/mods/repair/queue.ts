import { join } from 'node:path'
import * as v from 'valibot'
import { Failure, isAbort } from '../../../src-preload/contract/failure.ts'
import { type CheckOutcome, isUnloaded } from '../../../src-preload/contract/mods.ts'
import type { PlanChoice, QueuedMod, RepairQueueView } from '../../../src-preload/contract/repair.ts'
import { stopCause } from '../../../src-preload/contract/repair-cause.ts'
import { Emitter, jsonFile, type JsonFile, oneFlight, untilAborted } from '../../lib/index.ts'
import { isGameDirGone } from '../files/index.ts'
import { RepairBatch } from './meter.ts'
import type { RepairNeeds } from './needs.ts'
import { modOfPlan, type Removal } from './plans.ts'
import { hasStopped } from './run/index.ts'
import type { RepairService } from './service.ts'
import { mayComeLater, pauseAfter } from './trouble.ts'

const Stored = v.object({
  gameDir: v.string(),
  mods: v.array(v.object({ modId: v.number(), isPlan: v.boolean() })),
  paused: v.boolean(),
})

/** A mod in the queue. `isPlan`: it follows a plan that the player chose, or is a removal, and nothing else is done. */
interface Entry extends QueuedMod {
  isPlan: boolean
  /** True if it was begun again by a list that changed meanwhile. */
  isAgain?: boolean
  /** How often the network has failed it, and the time on the steady clock when it begins again. */
  losses?: number
  againAt?: number
}

/** False: the player should see the plan first. `network`: the mod's list did not come. `ready`: there is nothing to do. */
type Begun = boolean | 'network' | 'ready'

const isLeft = ({ state }: Entry) => state === 'waiting' || state === 'working' || state === 'network'

export interface QueueNeeds extends Pick<
  RepairNeeds,
  'gameDir' | 'dataDir' | 'mods' | 'lastCheck' | 'log' | 'game' | 'failed' | 'mustBeThere' | 'clock' | 'limits'
> {
  service: RepairService
  /** The bytes that the mod's next repair fetches, as far as is known. */
  missingBytes: (modId: number) => number
  /** True if this computer has a network. */
  isOnline: () => boolean
  check: (modId: number) => Promise<CheckOutcome>
}

/** Brings mods up to date, one after the other. The queue continues after a restart, unless it was paused. */
export class RepairQueue {
  readonly #needs: QueueNeeds
  readonly #file: JsonFile<v.InferOutput<typeof Stored>>
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  readonly #batch: RepairBatch
  #entries: readonly Entry[] = []
  #paused = false
  #wentOn = false
  /** True while the folder with the mods is gone, or not looked for yet. Nothing begins by itself until it is there. */
  #awaitsFolder = false
  #wasOnline = true
  #isClosed = false
  /** The game folder that the entries are of. */
  #gameDir: string | undefined

  constructor(needs: QueueNeeds) {
    this.#needs = needs
    this.#file = jsonFile(join(needs.dataDir, 'repair-queue.json'), Stored, needs.log)
    this.#batch = new RepairBatch(needs.service, needs.missingBytes)
    const look = () => this.#batch.look(this.left)
    this.onChange(look)
    needs.service.onChange(look)
    // while the game runs, the next mod is fetched when one waits only for the game's end
    needs.service.onChange(() => needs.game.runs && this.next())
  }

  get view(): RepairQueueView {
    const shown = (state: Entry['state']) => (state === 'waiting' && this.#isForGame ? 'game' : state)
    const mods = this.#entries.map(({ modId, state }) => ({ modId, state: shown(state) }))
    return { mods, total: this.#batch.total, paused: this.#paused, wentOn: this.#wentOn && !this.#awaitsFolder }
  }

  /** The mods that wait or are worked on. One that has failed, or asks the player, holds nothing up. */
  get left(): number[] {
    return this.#entries.filter(isLeft).map(({ modId }) => modId)
  }

  /** Reads the queue that was left for the current game folder, and continues it. The mods must be known before. */
  readonly goOn = oneFlight(async () => {
    for (let gameDir = this.#needs.gameDir(); gameDir !== this.#gameDir; gameDir = this.#needs.gameDir()) {
      const stored = await this.#file.read()
      const { mods, paused } = stored && stored.gameDir === gameDir ? stored : { mods: [], paused: false }
      this.#gameDir = gameDir
      this.#entries = mods.map((mod) => ({ ...mod, state: 'waiting' }))
      this.#paused = paused
      this.#wentOn = !this.#paused && this.#entries.length > 0
      this.#awaitsFolder = this.#wentOn
      this.#changed.emit()
      await this.lookForFolder()
    }
  })

  /** To be called when the mods were moved to another folder, in which the queue continues; again if the app ended meanwhile. */
  async moved(from: string, to: string): Promise<void> {
    if (this.#gameDir === from) {
      this.#gameDir = to
      return this.#save()
    }
    const stored = await this.#file.read()
    if (stored?.gameDir !== from) return
    this.#gameDir = undefined // so that it is read
    await this.#file.keep({ ...stored, gameDir: to })
  }

  /** Adds mods at the end, as the player wishes: a paused queue continues. @throws Failure `repair-disk-full` if they do not all fit */
  async add(modIds: readonly number[]): Promise<void> {
    await this.goOn()
    const wasPaused = this.#paused
    await this.#needs.service.space.mustFitAll(modIds)
    if (wasPaused) this.#endPause()
    this.#insert(Infinity, modIds)
    this.#awaitsFolder = false
    this.#endPauses()
    this.next()
  }

  #of(modId: number): Entry | undefined {
    return this.#entries.find((one) => one.modId === modId)
  }

  #insert(at: number, modIds: readonly number[]): void {
    const ids = modIds.filter((modId) => (this.#of(modId)?.state ?? 'failed') === 'failed')
    const fresh = ids.map((modId): Entry => ({ modId, isPlan: false, state: 'waiting' }))
    this.#set(this.#entries.filter(({ modId }) => !ids.includes(modId)).toSpliced(at, 0, ...fresh))
  }

  /**
   * Begins a checked mod's repair now. If another mod is being repaired and `atOnce` is false, adds it at the end. False: the player should
   * see the plan first. @throws Failure as `RepairService.begin`
   */
  async begin(modId: number, atOnce = false): Promise<boolean> {
    await this.goOn()
    if (!atOnce && this.#entries.some(({ state }) => state === 'working')) return this.add([modId]).then(() => true)
    return this.#lead(modId, false, () => this.#needs.service.begin(modId))
  }

  /** Carries out a plan that the player has chosen from. @throws Failure as `RepairService.start` */
  async start(planId: string, choice: PlanChoice): Promise<void> {
    await this.#lead(modOfPlan(this.#needs, planId), true, () => this.#needs.service.start(planId, choice))
  }

  /** Removes a mod, as the player has confirmed. What else the queue does for the mod ends. @throws Failure as `RepairService.remove` */
  async remove(removal: Removal): Promise<void> {
    const { modId } = removal.mod
    await this.takeOut(modId)
    await this.#lead(modId, true, () => this.#needs.service.remove(removal))
  }

  /** Begins a mod's repair before all others. It is in the queue's file before it begins, so that it continues after a kill. */
  async #lead(modId: number, isPlan: boolean, begin: () => Promise<boolean | void>): Promise<boolean> {
    await this.goOn()
    const entry: Entry = { modId, isPlan, state: 'working' }
    const withEntry = () => [entry, ...this.#entries.filter((one) => one.modId !== modId)]
    const wasPaused = this.#paused
    await this.#save(withEntry(), false)
    let begun = false
    try {
      begun = (await begin()) ?? true
      return begun
    } catch (error) {
      if (isAbort(error)) return true // the player took it out meanwhile
      throw error
    } finally {
      if (begun) {
        if (wasPaused) this.#endPause()
        this.#set(withEntry())
        void this.#work(entry, true)
      } else void this.#save()
    }
  }

  moveUp(modId: number): void {
    const at = this.#entries.findIndex((one) => one.modId === modId)
    const [above, entry] = [this.#entries[at - 1], this.#entries[at]]
    if (!above || !entry || above.state === 'working') return
    this.#set(this.#entries.with(at - 1, entry).with(at, above))
  }

  /** Removes a mod from the queue. Its repair stops, and the fetched files are kept. */
  async takeOut(modId: number): Promise<void> {
    this.#set(this.#entries.filter((one) => one.modId !== modId))
    await this.#needs.service.stop(modId)
    this.next()
  }

  /** Pauses the running repairs. No other repair begins. */
  pause(paused = true): void {
    this.#endPauses()
    this.#set(this.#entries, paused)
    this.#pauseRunning(paused)
  }

  /** Resumes the queue. If this mod's repair was interrupted or stopped before its end, it comes first. */
  async resume(modId?: number): Promise<void> {
    const { service } = this.#needs
    const left = modId === undefined ? undefined : service.stateOf(modId)
    if (left && hasStopped(left)) {
      const isPlan = this.#of(left.modId)?.isPlan ?? true
      await this.#lead(left.modId, isPlan, () => service.resume(left.modId))
      if (this.#paused) return // meanwhile
    }
    this.pause(false)
    this.next()
  }

  /**
   * Brings a mod up to date before all others, and waits for the end. `then`: mods that follow it, also after a restart. An abort ends only
   * the wait. False: nothing has begun, and the player should see the plan first. @throws Failure as {@link begin}; the signal's reason
   */
  async bringUp(modId: number, signal: AbortSignal, then: readonly number[] = []): Promise<boolean> {
    const { service } = this.#needs
    const isWorking = () => this.#of(modId)?.state === 'working'
    if (!isWorking()) await untilAborted(service.rests(modId), signal) // the check after its last repair
    const { phase = 'ended' } = service.stateOf(modId) ?? {}
    if (phase === 'ended' && isWorking())
      this.#set(this.#entries, false) // its check is running, and its repair follows
    else if (phase === 'ended' && !(await this.begin(modId, true))) return false
    else if (phase === 'interrupted' || (phase === 'paused' && this.#paused)) await this.resume(modId)
    this.#insert(1, then)
    await untilAborted(this.#rests(modId), signal)
    return this.#of(modId)?.state !== 'asks'
  }

  /** Settles when the queue has nothing more to do for the mod, or waits for the network or for the folder with the mods. */
  async #rests(modId: number): Promise<void> {
    const isDue = (state = this.#of(modId)?.state) =>
      state === 'working' || (state === 'waiting' && !this.#awaitsFolder)
    await this.#changed.until(() => !isDue())
  }

  /** Continues once the folder with the mods is there, if it was gone. Once at a time: a silent disk would occupy all threads that read files. */
  readonly lookForFolder = oneFlight(async () => {
    if (!this.#awaitsFolder || this.#isClosed || this.#paused || this.#needs.game.runs) return
    const { mustBeThere, service } = this.#needs
    const looked = mustBeThere().then(() => service.recover())
    if (await looked.then(() => false, isGameDirGone)) return // any other failure is shown by what begins next
    if (service.awaitingDisk.length > 0) return
    this.#awaitsFolder = false
    this.look()
  })

  /** Begins what the network has failed: after a pause, or as soon as the network is back. To be called every few seconds. */
  lookForNetwork(): void {
    const isOnline = this.#needs.isOnline()
    const isBack = isOnline && !this.#wasOnline
    this.#wasOnline = isOnline
    if (this.#endPauses(({ againAt = 0 }) => isBack || this.#needs.clock.now() >= againAt)) this.look()
  }

  /** Begins nothing more. The next run continues with the rest. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#file.written()
  }

  #set(entries: readonly Entry[], paused = this.#paused): void {
    if (this.#isClosed) return
    this.#entries = entries
    this.#paused = paused
    void this.#save()
    this.#changed.emit()
  }

  async #save(entries = this.#entries, paused = this.#paused): Promise<void> {
    const gameDir = this.#gameDir
    if (this.#isClosed || gameDir === undefined || gameDir !== this.#needs.gameDir()) return
    const mods = entries.filter(isLeft).map(({ modId, isPlan }) => ({ modId, isPlan }))
    await this.#file.keep({ gameDir, mods, paused })
  }

  #pauseRunning(paused: boolean): void {
    for (const { modId, state } of this.#entries) if (state === 'working') this.#needs.service.pause(modId, paused)
  }

  /** Ends the player's pause, but not that of a running game. */
  #endPause(): void {
    this.#paused = false
    this.#pauseRunning(false)
    if (this.#needs.game.runs) this.#needs.service.gameRuns(true)
  }

  /** Mods that the network has failed wait for their turn again. */
  #endPauses(isOver: (entry: Entry) => boolean = () => true): boolean {
    const ended = this.#entries.filter((entry) => entry.state === 'network' && isOver(entry))
    for (const entry of ended) entry.state = 'waiting'
    return ended.length > 0
  }

  #become(entry: Entry, state: Entry['state']): void {
    entry.state = state
    this.#set(this.#entries)
  }

  /** True if the game runs, and the player does not want downloads meanwhile. */
  get #isForGame(): boolean {
    return this.#needs.game.runs && !this.#needs.limits().playing
  }

  /** Begins what may begin now. To be called when the game starts or ends, and when the limits change. */
  look(): void {
    this.#changed.emit()
    this.next()
  }

  /** True if a mod is worked on, and does not only wait for the end of the game. */
  get #isWorking(): boolean {
    const { game, service } = this.#needs
    const waits = (modId: number) => game.runs && service.stateOf(modId)?.forGame
    return this.#entries.some(({ modId, state }) => state === 'working' && !waits(modId))
  }

  /** Begins the next mod, unless something keeps the queue. */
  next(): void {
    const isOther = this.#gameDir !== this.#needs.gameDir() // the player has just chosen another folder
    if (isOther || this.#isClosed || this.#paused || this.#awaitsFolder || this.#isForGame || this.#isWorking) return
    const entry = this.#entries.find(({ state }) => state === 'waiting')
    if (!entry) return
    this.#become(entry, 'working')
    void this.#work(entry, this.#bringUp(entry))
  }

  async #work(entry: Entry, begins: true | Promise<Begun>): Promise<void> {
    try {
      const begun = await begins
      if (!this.#of(entry.modId)) await this.#needs.service.stop(entry.modId)
      else if (begun === 'network') this.#tryLater(entry)
      else if (begun === 'ready') this.#set(this.#entries.filter((one) => one !== entry))
      else if (begun) await this.#finish(entry)
      else this.#become(entry, 'asks')
    } catch (error) {
      if (this.#isOver(entry)) return
      this.#needs.failed(error)
      if (isGameDirGone(error)) this.#awaitFolder(entry)
      else this.#become(entry, 'failed')
    }
    this.next()
  }

  /** Waits for the end of an entry's repair. It stays in the queue if there is more to do. */
  async #finish(entry: Entry): Promise<void> {
    const { modId, isPlan, isAgain } = entry
    const { service, lastCheck } = this.#needs
    if (this.#paused) service.pause(modId, true)
    const version = lastCheck(modId)?.listVersion
    const { outcome } = (await service.rests(modId)) ?? {}
    if (this.#isOver(entry)) return
    const cause = stopCause(outcome)
    const isOutdated = cause?.kind === 'list-changed' || lastCheck(modId)?.listVersion !== version
    if (cause?.kind === 'folder-gone') this.#awaitFolder(entry)
    else if (mayComeLater(outcome)) this.#tryLater(entry)
    else if (isOutdated && !isPlan && !isAgain) {
      entry.isAgain = true
      this.#become(entry, 'waiting')
    } else this.#set(this.#entries.filter((one) => one !== entry))
  }

  #awaitFolder(entry: Entry): void {
    this.#awaitsFolder = true
    this.#become(entry, 'waiting')
  }

  #tryLater(entry: Entry): void {
    entry.losses = (entry.losses ?? 0) + 1
    entry.againAt = this.#needs.clock.now() + pauseAfter(entry.losses)
    this.#become(entry, this.#paused ? 'waiting' : 'network')
  }

  /** True if the app ends, or the entry was taken out or replaced. Then nothing begins for it, and nothing is told of it. */
  #isOver(entry: Entry): boolean {
    return this.#isClosed || !this.#entries.includes(entry)
  }

  async #bringUp(entry: Entry): Promise<Begun> {
    const { service, check, mods, mustBeThere } = this.#needs
    const { modId, isPlan } = entry
    await service.rests(modId) // the check after a repair that was stopped
    if (this.#isOver(entry)) return true
    if (isPlan && !service.stateOf(modId)) await mustBeThere().then(() => service.recover()) // its repair may be unknown yet
    const { phase = 'ended', outcome: last } = service.stateOf(modId) ?? {}
    if (phase === 'interrupted' || (isPlan && mayComeLater(last))) await service.resume(modId)
    if (phase !== 'ended' || isPlan) return true
    const outcome = await check(modId)
    if (this.#isOver(entry)) return true
    if (outcome.trusted) return outcome.summary.result === 'damaged' ? service.begin(modId) : 'ready'
    const { reason } = outcome.distrust
    // a page instead of the list is a router's, or of a community under maintenance
    if (isUnloaded(reason) || reason === 'not-json') return 'network'
    throw new Failure('repair-not-checked', { mod: mods().find(({ id }) => id === modId)?.name ?? `${modId}` })
  }
}
