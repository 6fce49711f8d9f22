import { Failure, isAbort, isFailure } from '../../../src-preload/contract/failure.ts'
import type { PlanChoice, RepairProgress, RepairState } from '../../../src-preload/contract/repair.ts'
import { mayResume, repairCodes, stopCause } from '../../../src-preload/contract/repair-cause.ts'
import { Emitter, type Estimate, forEachOf } from '../../lib/index.ts'
import { AHEAD_MARGIN, removePart } from './disk.ts'
import { openSpeedMemory, type SpeedMemory, together } from './meter.ts'
import { busyWith, lockMod, takeMod } from './mod-lock.ts'
import { checkOwners, mustKnowIfGameRuns, type RepairNeeds, speedLimit } from './needs.ts'
import { Throttle } from './pace.ts'
import { chosenBy, type IsChosen, type PlanBasis } from './plan.ts'
import { asUnusable, orUnusable } from '../files/index.ts'
import { basisOf, chosenSteps, mustBeByItsList, mustHaveGameDir, Plans, shouldBeSeen, type Removal } from './plans.ts'
import { type Sweep, sweepQuarantine } from './quarantine.ts'
import { restingState, RepairRun, untilChecked } from './run/index.ts'
import {
  beginRepairSession,
  hasEnded,
  isSessionThere,
  openRepairSession,
  type RepairSession,
  type SessionHead,
  type SessionMod,
} from './session.ts'
import { Space } from './space.ts'
import type { StepList } from './steps.ts'
import { isTrouble } from './trouble.ts'
import { discardUnfinished, hereIn, giveUpAll, giveUpGone, ownerOf, readUnfinished, stepsLeft } from './unfinished.ts'

/** What came of fetching ahead. */
export type PrepareResult = 'here' | 'differs' | 'stopped'

type ToBegin = Removal['mod'] & Pick<SessionHead, 'isAhead' | 'forGood'>

/** Repairs mods. A mod has one repair at a time, which can continue after a restart. */
export class RepairService {
  readonly #needs: RepairNeeds
  /** The speed of the last repair that was large enough. */
  readonly speed: SpeedMemory
  readonly plans: Plans
  readonly space: Space
  /** By mod: its repair, until the check after it has ended. It owns its state. */
  readonly #running = new Map<number, RepairRun>()
  /** By mod: the state of its last repair, while none runs. */
  readonly #resting = new Map<number, RepairState>()
  /** The game folder of the repairs. */
  #gameDir: string | undefined
  /** By mod: ends what goes before its repair. */
  readonly #begins = new Map<number, AbortController>()
  /** Counts the repairs that began or were dismissed. */
  #turns = 0
  /** One for all repairs. */
  readonly #throttle: Throttle
  #ahead: { stop: AbortController; done: Promise<PrepareResult> } | undefined
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  readonly #givenUp = new Emitter()
  /** Called when part files that were fetched ahead were removed. */
  readonly onGivenUp = this.#givenUp.on

  constructor(needs: RepairNeeds) {
    this.#needs = needs
    this.#gameDir = needs.gameDir()
    this.speed = openSpeedMemory(needs.speedDir, needs.log, () => speedLimit(needs))
    this.plans = new Plans(needs, this.speed)
    this.space = new Space(needs, this, () => this.#givenUp.emit())
    this.#throttle = new Throttle(needs.clock, speedLimit(needs))
  }

  /** The present or last repair of each mod. */
  get states(): RepairState[] {
    return [...[...this.#running.values()].map(({ state }) => untilChecked(state)), ...this.#resting.values()]
  }

  /** The present or last repair of a mod. */
  stateOf(modId: number): RepairState | undefined {
    return this.states.find((state) => state.modId === modId)
  }

  /** The repairs that were stopped because the disk with the mods was gone, and that {@link recover} has not found again. */
  get awaitingDisk(): RepairState[] {
    return this.states.filter(({ outcome }) => stopCause(outcome)?.kind === 'folder-gone')
  }

  /** The speed of all repairs that are fetching, and their time for these bytes. */
  estimate(bytesLeft: number): Estimate {
    const fetching = [...this.#running.values()].filter(({ state }) => state.phase === 'fetching')
    return together(fetching.map((running) => running.estimate(bytesLeft)))
  }

  /** Carries out the chosen rows of a plan that was shown. */
  async start(planId: string, choice: PlanChoice): Promise<void> {
    await this.#start(this.plans.basisOf(planId), chosenBy(choice))
  }

  async #start(basis: PlanBasis, isChosen: IsChosen): Promise<void> {
    const signal = this.#signalOf(basis.checked.modId)
    const steps = await chosenSteps(this.#needs, basis, isChosen)
    await this.space.mustFit(basis.gameDir, basis.checked, steps)
    await mustKnowIfGameRuns(this.#needs)
    await this.#begin(basis.gameDir, basis.checked, steps, signal, () => mustBeByItsList(this.#needs, basis))
  }

  /** Repairs all that can be repaired, by the newest check, even if that ends meanwhile. False: the player should see the plan first. */
  async begin(modId: number): Promise<boolean> {
    const basis = basisOf(this.#needs, modId)
    const signal = this.#signalOf(modId)
    try {
      if (await shouldBeSeen(this.#needs, basis, signal)) return false
      signal.throwIfAborted()
      await this.#start(basis, (list) => list !== 'extras')
      return true
    } catch (error) {
      const isNewer = isFailure(error) && error.is('repair-plan-gone') && this.#needs.gameDir() === basis.gameDir
      if (isNewer && !signal.aborted) return this.begin(modId)
      throw error
    }
  }

  /** Moves a mod's files to the quarantine after its last repair and the check of it; `forGood`: and deletes them there. Deletes part files. */
  async remove({ gameDir, mod, steps, forGood, parts }: Removal): Promise<void> {
    const signal = this.#signalOf(mod.modId)
    const free = () => forEachOf(parts, 4, (part) => removePart(this.#needs.disk, part).catch(() => undefined))
    await this.rests(mod.modId)
    await mustKnowIfGameRuns(this.#needs)
    await this.#begin(gameDir, { ...mod, forGood }, steps, signal, free)
    this.#givenUp.emit() // nobody wants it any more
  }

  /**
   * Fetches the files for a repair by the mod's last check, and replaces nothing. That repair then uses them. Any other repair stops this.
   * `differs`: the source has another file than the list, which was downloaded in vain.
   */
  async prepare(modId: number): Promise<PrepareResult> {
    if (this.#ahead || this.#running.has(modId) || mayResume(this.#resting.get(modId))) return 'stopped'
    const stop = new AbortController()
    const done = this.#prepare(modId, stop.signal).finally(() => (this.#ahead = undefined))
    this.#ahead = { stop, done }
    return done
  }

  async #prepare(modId: number, signal: AbortSignal): Promise<PrepareResult> {
    const basis = basisOf(this.#needs, modId)
    const { checked, gameDir, source } = basis
    const steps = await chosenSteps(this.#needs, basis, (list) => list === 'fetch')
    await this.space.mustFit(gameDir, checked, steps, AHEAD_MARGIN)
    if (!source.ok || source.insecure || steps.count === 0 || (await mustKnowIfGameRuns(this.#needs))) return 'stopped'
    const letGo = signal.aborted ? undefined : await lockMod(gameDir, checked.modFolder)
    if (!letGo) return 'stopped'
    try {
      const session = await this.#open(gameDir, { ...checked, isAhead: true }, steps)
      const running = new RepairRun(session, this.#needs, this.#throttle, () => undefined)
      signal.addEventListener('abort', () => running.stop())
      if (signal.aborted) running.stop()
      const outcome = await running.ended
      if (outcome?.troubles.some(({ cause }) => cause.kind === 'source-differs')) return 'differs'
      return outcome?.stopped === null && outcome.troubles.length === 0 ? 'here' : 'stopped'
    } finally {
      letGo()
    }
  }

  /** The mods whose files were all fetched ahead, or `some`, also before a restart, with the version of their list. */
  prepared(least: 'all' | 'some' = 'all'): Promise<Map<number, string>> {
    return hereIn(this.#needs, this.#needs.gameDir(), least)
  }

  /** Stops fetching ahead. The fetched bytes are kept. */
  async stopAhead(): Promise<void> {
    this.#ahead?.stop.abort()
    await this.#ahead?.done.catch(() => undefined) // the caller of `prepare` gets the error
  }

  /** Stops fetching ahead, and discards what was fetched. @throws Failure `repair-busy`, `game-dir-unusable` */
  async discardAhead(): Promise<void> {
    const gameDir = this.#needs.gameDir()
    await this.stopAhead()
    if (gameDir === undefined) return
    const failures = await giveUpAll(this.#needs.disk, gameDir, (head) => this.#lock(gameDir, head))
    this.#givenUp.emit()
    if (failures.length > 0) throw failures[0]
  }

  /** Settles when no repair of the mod is running; at once if there is none. Returns the state of its last one. */
  async rests(modId: number): Promise<RepairState | undefined> {
    await this.#changed.until(() => !this.#running.has(modId))
    return this.#resting.get(modId)
  }

  /** Pauses or continues a mod's running repair, if there is one. */
  pause(modId: number, paused: boolean): void {
    this.#running.get(modId)?.pause(paused)
  }

  /** Continues a repair that has stopped. @throws Failure `repair-plan-gone`, `repair-disk-full`, `repair-busy`, `game-unseen`, of the game folder */
  async resume(modId: number): Promise<void> {
    const { disk } = this.#needs
    const rests = this.#resting.get(modId)
    const signal = this.#signalOf(modId)
    const gameDir = mustHaveGameDir(this.#needs, modId)
    const left = rests && (await openRepairSession(disk, gameDir, rests.sessionId))
    if (!left) throw new Failure('repair-plan-gone', {})
    await this.space.mustFit(gameDir, { ...left.head, modId }, await stepsLeft(left))
    await mustKnowIfGameRuns(this.#needs)
    const letGo = await this.#lock(gameDir, { ...left.head, modId })
    // read only now, because until here another process may have owned it
    const owner = { modId, modName: rests.modName }
    const session = await openRepairSession(disk, gameDir, left.head.id, owner).catch((error: unknown) => {
      letGo()
      throw asUnusable(error, gameDir)
    })
    // a session that another process has ended must not run again, with a list that may be old
    if (session && !hasEnded(session.journal) && !signal.aborted) return this.#run(session, letGo, rests.progress)
    letGo()
    signal.throwIfAborted()
    if (session) this.#resting.delete(modId)
    this.#changed.emit()
    throw new Failure('repair-plan-gone', {})
  }

  async stop(modId: number): Promise<void> {
    this.#begins.get(modId)?.abort()
    const running = this.#running.get(modId)
    running?.stop()
    await running?.ended
  }

  /**
   * Forgets a mod's repair that has stopped, after the check of its mod. Removes its part files if it is unfinished. For this it is locked,
   * because another process may be working with the same part files. @throws Failure `repair-busy`
   */
  async dismiss(modId: number): Promise<void> {
    const { disk } = this.#needs
    const { sessionId, phase } = this.stateOf(modId) ?? {}
    if (phase === 'checking') await this.rests(modId)
    const gameDir = this.#needs.gameDir()
    if (gameDir === undefined || !sessionId || this.stateOf(modId)?.sessionId !== sessionId) return
    const left = await openRepairSession(disk, gameDir, sessionId)
    // after its end, other part files were fetched ahead
    if (left && !hasEnded(left.journal)) {
      const letGo = await this.#lock(gameDir, { ...left.head, modId })
      await discardUnfinished(disk, gameDir, left.head.modFolder).finally(letGo)
    }
    this.#turns++
    this.#resting.delete(modId)
    this.#changed.emit()
    this.#givenUp.emit()
  }

  /** Finds repairs that an earlier run of the app left unfinished. To be called when the game folder changes: those in the former one end. */
  async recover(): Promise<void> {
    const { disk, doubt, community } = this.#needs
    const [gameDir, turns] = [this.#needs.gameDir(), this.#turns]
    if (gameDir !== this.#gameDir) {
      this.#gameDir = gameDir
      this.stopAll()
      this.#resting.clear()
    }
    const left =
      gameDir === undefined ? undefined : await readUnfinished(disk, gameDir, community).catch(orUnusable(gameDir))
    const back = await this.#statesBackIn(gameDir)
    if (this.#needs.gameDir() !== gameDir) return // the new folder gets its own call
    if (this.#turns !== turns) return this.recover()
    if (gameDir !== undefined && left) doubt?.(gameDir, left.elsewhere)
    // not before reading, because during it callers would find no unfinished repairs
    for (const [modId, state] of this.#resting)
      if (state.phase === 'interrupted' || back.includes(state)) this.#resting.delete(modId)
    for (const { head, meter } of left?.unfinished ?? []) {
      const owner = ownerOf(this.#needs, head)
      const isKnown = owner && this.#resting.get(owner.modId)?.sessionId === head.id // with the reason why it stopped
      if (owner && !isKnown && !this.#running.has(owner.modId))
        this.#resting.set(owner.modId, restingState({ ...head, ...owner }, 'interrupted', meter))
    }
    this.#changed.emit()
  }

  /** The repairs that were stopped by a disk that is there again. */
  async #statesBackIn(gameDir = ''): Promise<RepairState[]> {
    const gone = this.awaitingDisk
    const found = await Promise.all(gone.map(({ sessionId }) => isSessionThere(this.#needs.disk, gameDir, sessionId)))
    return gone.filter((_state, index) => found[index])
  }

  /**
   * Reserves the mod of a session, so that nothing else works on its files or on its quarantine. Returns the function that releases it, or
   * undefined if something else works on the mod, here or in another process.
   */
  async lockSession(gameDir: string, head: SessionMod): Promise<(() => void) | undefined> {
    await this.stopAhead()
    const { modId } = ownerOf(this.#needs, head) ?? head
    return this.#running.has(modId) ? undefined : takeMod(this.#needs, gameDir, head)
  }

  /** @see sweepQuarantine, giveUpGone */
  async sweepQuarantine(sweep: Omit<Sweep, 'hold'>): Promise<void> {
    const gameDir = this.#needs.gameDir()
    if (gameDir === undefined) return
    const hold = (mod: SessionMod) => this.lockSession(gameDir, mod)
    await sweepQuarantine(this.#needs.disk, gameDir, { ...sweep, hold })
    await giveUpGone(this.#needs, gameDir, sweep.now, hold)
  }

  limitsChanged(): void {
    this.#throttle.setLimit(speedLimit(this.#needs))
    for (const running of this.#running.values()) running.limitsChanged()
  }

  /** The game starts or ends. Repairs leave the disk and the network to it, and resume by themselves after it. */
  gameRuns(runs: boolean): void {
    if (runs) void this.stopAhead()
    this.#throttle.setLimit(speedLimit(this.#needs, runs))
    for (const running of this.#running.values()) running.gameRuns(runs)
  }

  /** Reconnects running repairs at once, because connections may be dead, for example after a sleep. */
  reconnect(): void {
    for (const running of this.#running.values()) running.reconnect()
  }

  /** Stops all running repairs. The player can resume them. */
  stopAll(): void {
    void this.stopAhead()
    for (const begins of this.#begins.values()) begins.abort()
    for (const running of this.#running.values()) running.stop()
  }

  async close(): Promise<void> {
    this.stopAll()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    await this.stopAhead()
  }

  /** Reserves a mod for a repair. @throws Failure `repair-busy`, `game-dir-unusable`, `repair-plan-gone` */
  async #lock(gameDir: string, mod: SessionMod): Promise<() => void> {
    await this.#needs.mustBeThere()
    const letGo = await this.lockSession(gameDir, mod)
    const isSame = this.#needs.gameDir() === gameDir
    if (letGo && isSame) return letGo
    letGo?.()
    throw isSame ? await busyWith(gameDir, mod) : new Failure('repair-plan-gone', {})
  }

  /** Aborts when a mod's repair is stopped before it has begun. */
  #signalOf(modId: number): AbortSignal {
    const known = this.#begins.get(modId)
    const begins = known?.signal.aborted === false ? known : new AbortController()
    this.#begins.set(modId, begins)
    return begins.signal
  }

  /** `look`: called when nothing else works on the mod; throws if the repair must not begin. */
  async #begin(gameDir: string, mod: ToBegin, steps: StepList, signal: AbortSignal, look: () => unknown) {
    const letGo = await this.#lock(gameDir, mod)
    try {
      signal.throwIfAborted()
      await look()
      this.#run(await this.#open(gameDir, mod, steps), letGo)
      if (signal.aborted) void this.stop(mod.modId)
    } catch (error) {
      letGo()
      if (isTrouble(error)) throw new Failure('quarantine-blocked', { code: repairCodes[error.reason.kind] })
      throw asUnusable(error, gameDir)
    }
  }

  /** Begins a session that replaces the mod's unfinished sessions and continues their part files. The mod must be reserved. */
  async #open(gameDir: string, mod: ToBegin, steps: StepList): Promise<RepairSession> {
    const { disk, now, community } = this.#needs
    const { modId, modName, modFolder, work, listVersion, isAhead, forGood } = mod
    await discardUnfinished(disk, gameDir, modFolder, steps)
    const kind = steps.onlySetsAside ? 'set-aside' : 'repair'
    const head = { kind, work, isAhead, forGood, community, modId, modName, modFolder, listVersion, steps } as const
    return beginRepairSession(disk, gameDir, head, now())
  }

  /** Runs a session. Releases the mod when it has ended. */
  #run(session: RepairSession, letGo: () => void, before?: RepairProgress): void {
    const { modId } = session.head
    this.#turns++
    const running = new RepairRun(session, this.#needs, this.#throttle, () => this.#changed.emit(), before)
    this.#running.set(modId, running)
    this.#resting.delete(modId)
    this.#throttle.setLimit(speedLimit(this.#needs))
    if (this.#needs.game.runs) running.gameRuns(true)
    this.#changed.emit()
    const report = (error: unknown) => isAbort(error) || this.#needs.log('after a repair', error) // an abort means that the app quits
    const end = this.#end(running, session.head, letGo).catch(report)
    void end.finally(() => {
      this.#running.delete(modId)
      if (session.gameDir === this.#gameDir) this.#resting.set(modId, running.state)
      else void this.recover().catch(report) // it hid an unfinished one of the present folder
      this.#changed.emit()
    })
  }

  /** Waits for a repair's end and then for the check of its mod. Only then the repair is over. */
  async #end(running: RepairRun, head: SessionHead, letGo: () => void): Promise<void> {
    await running.ended.then(() => running.noteSpeed(this.speed)).finally(letGo)
    await checkOwners(this.#needs, head)
  }
}
