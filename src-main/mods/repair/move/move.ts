import { join } from 'node:path'
import * as v from 'valibot'
import { Failure, isAbort, isFailure, toWire } from '../../../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../../../src-preload/contract/members.ts'
import type { ModsMove, ModsPlace, movingContract } from '../../../../src-preload/contract/moving.ts'
import {
  AT_REST,
  Emitter,
  errnoOf,
  ifThere,
  jsonFile,
  type JsonFile,
  oneFlight,
  Speed,
  steadyNow,
  topicOf,
} from '../../../lib/index.ts'
import { foldKey, parseModFolder, STORE_FOLDER } from '../../list/index.ts'
import { isThere } from '../disk.ts'
import { takeAll, takeMod } from '../mod-lock.ts'
import { goodsIn, isCopied, looksCopied, placeGoods, putAside, refuse, removeCopied, sumOf } from './move-files.ts'
import { mustKnowIfGameRuns } from '../needs.ts'
import { foldersToMove, Move, type MoveNeeds, prepareMove } from './prepare-move.ts'

/**
 * What the mover does now:
 *
 *     free ─begin, recover, goOn→ busy ─end→ free
 *                                 busy ─stop, failure→ resting ─recover, goOn, lookForDisks→ busy
 *                                 busy ─pause→ resting for the player ─goOn→ busy
 *                                              resting ─cancel→ busy → free
 */
type State =
  /** No move is known. An earlier run of the app may have left one. */
  | { now: 'free' }
  /** A move begins, is carried out or is cancelled. Nothing else begins before that is `done`. */
  | { now: 'busy'; stop: AbortController; done: Promise<void> }
  /** `until`: only the player continues it, or also `recover`. */
  | { now: 'resting'; until: 'player' | 'recover' }
  /** It got stuck at a path whose disk may be gone. The return of the disk continues it, too. */
  | { now: 'resting'; until: 'disk'; stuckAt: string }

const FREE: State = { now: 'free' }

const EVERY_MS = 100

/**
 * Moves a community's mods, and the quarantine of their former files, to another folder. The old folder stays valid until everything is
 * copied and verified. Then one write of the settings makes the new folder valid, and only after that the old files are removed. An
 * interrupted move can continue.
 */
export class ModsMover {
  readonly #needs: MoveNeeds
  readonly #file: JsonFile<Move | null>
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  #state: State = FREE
  /** What the player sees of the move; null before it has begun. */
  #move: ModsMove | null = null
  #inTheWay: string | undefined
  #isPlaying = false

  constructor(needs: MoveNeeds) {
    this.#needs = needs
    this.#file = jsonFile(join(needs.dataDir, 'moving-mods.json'), v.nullable(Move), needs.log.error)
  }

  get place(): ModsPlace {
    const { gameDir = null, modsDir = null } = this.#needs.dirs
    return { gameDir, modsDir, move: this.#move }
  }

  /** The absolute folder because of which the last move was refused. */
  get inTheWay(): string | undefined {
    return this.#inTheWay
  }

  /** Publishes the place again, because another folder may have been chosen. */
  readonly look = (): void => this.#changed.emit()

  /** Begins to move the mods to a folder that the player chose. Settles after the start. @throws Failure */
  async begin(chosen: string): Promise<void> {
    if (this.#state.now !== 'free') refuse(chosen, 'moving')
    const prepared = this.#prepare(chosen)
    const done = this.#do(async (signal) => this.#carryOut(await prepared, signal))
    await prepared.catch(() => done) // it rejects, too, but when nothing is busy any more
  }

  /** Continues an interrupted move, unless the player paused it. */
  async recover(): Promise<void> {
    const isHeld = this.#state.now === 'resting' && this.#state.until === 'player'
    if (!isHeld) await this.goOn()
  }

  /** Continues an interrupted move. */
  async goOn(): Promise<void> {
    const move = this.#state.now === 'busy' ? undefined : await this.#file.read()
    if (move && this.#state.now !== 'busy') void this.#do((signal) => this.#carryOut(move, signal))
    await this.rests()
  }

  /** Interrupts a move, which can be continued. */
  async stop(): Promise<void> {
    if (this.#state.now === 'busy') this.#state.stop.abort()
    await this.rests()
  }

  /** Pauses until the player resumes it. */
  async pause(): Promise<void> {
    await this.stop()
    if (this.#state.now === 'resting') this.#state = { now: 'resting', until: 'player' }
  }

  /** Continues a move that stopped because a disk was gone, once both are there. Once at a time: a silent disk would occupy all threads that read files. */
  readonly lookForDisks = oneFlight(async () => {
    const resting = this.#state
    if (resting.now !== 'resting' || resting.until !== 'disk') return
    const move = await this.#file.read()
    const isThere = move && (await this.#areThere(move))
    if (isThere && this.#state === resting) void this.#do((signal) => this.#carryOut(move, signal, resting.stuckAt))
  })

  /** Interrupts the move while the game runs. Null: unknown. */
  async follow(isPlaying: boolean | null): Promise<void> {
    this.#isPlaying = isPlaying ?? this.#isPlaying
    if (isPlaying) await this.stop()
    // also if the game ended before the move had stopped
    if (!this.#isPlaying && isPlaying !== null && this.#state.now === 'resting') await this.recover()
  }

  /** Cancels a move. Its copies are removed; but if the new folder is already valid, the rest of the old files stays. */
  async cancel(): Promise<void> {
    await this.stop()
    await this.#do(async () => {
      await this.#giveUp()
      return FREE
    })
  }

  /** Does `work`, which resolves to the state after it. If it fails, the state is as before. */
  #do(work: (signal: AbortSignal) => Promise<State>): Promise<void> {
    const before = this.#state
    const stop = new AbortController()
    const become = (after: State) => void (this.#state = after)
    const done = work(stop.signal).then(become, (error: unknown) => {
      become(before)
      throw error
    })
    this.#state = { now: 'busy', stop, done: done.catch(() => undefined) }
    return done
  }

  /** Settles when no move is carried out. */
  async rests(): Promise<void> {
    if (this.#state.now === 'busy') await this.#state.done
  }

  async #prepare(chosen: string): Promise<Move> {
    if (await this.#file.read()) refuse(chosen, 'moving')
    try {
      const move = await prepareMove(this.#needs, chosen)
      await this.#file.write(move)
      return move
    } catch (error) {
      const isTaken = isFailure(error) && error.is('mods-move-refused') && error.facts.why === 'taken'
      if (isTaken) this.#inTheWay = join(error.facts.folder, error.facts.name)
      throw error
    }
  }

  async #giveUp(): Promise<void> {
    const { disk, gameDir } = this.#needs
    const move = await this.#file.read()
    if (move && gameDir() !== move.to)
      await ifThere(removeCopied(disk, move.to, move.folders, move.from, looksCopied(disk))) // its disk may be gone for good
    await this.#end()
  }

  /** Carries a move out. Returns the state after it. `stuckBefore`: the path at which it got stuck before its disk came back */
  async #carryOut(move: Move, signal: AbortSignal, stuckBefore?: string): Promise<State> {
    this.#publish(startOf(move))
    try {
      await this.#work(move, signal)
      return FREE
    } catch (error) {
      const stuck = isFailure(error) ? error : asStuck(error, move.to)
      const failure = isAbort(error) ? null : toWire(stuck, this.#needs.log.incident)
      this.#publish({ ...(this.#move ?? startOf(move)), ...AT_REST, isPaused: true, failure })
      if (failure?.code !== 'mods-move-stuck') return { now: 'resting', until: 'recover' }
      const { path } = failure.facts
      const mayBeGone = path !== stuckBefore || !(await this.#areThere(move)) // if only for a moment
      return mayBeGone ? { now: 'resting', until: 'disk', stuckAt: path } : { now: 'resting', until: 'recover' }
    }
  }

  async #work(move: Move, signal: AbortSignal): Promise<void> {
    const { dirs, disk, digestOf, gameDir, mods, changed, log, stopAhead, moved } = this.#needs
    const { from, to, keeps } = move
    signal.throwIfAborted()
    await this.#mustNotPlay()
    await stopAhead()
    const letGo = await this.#take()
    const folders = [...move.folders]
    try {
      if (gameDir() === from) {
        // includes mods that were installed or repaired while the move was paused
        const known = new Set(folders.map(foldKey))
        folders.push(...(await foldersToMove(this.#needs, from, keeps)).filter((folder) => !known.has(foldKey(folder))))
        await this.#file.write({ ...move, folders })
        await this.#mustBeThere(to)
        await this.#place({ ...move, folders }, signal)
        await this.#mustNotPlay()
        signal.throwIfAborted()
        await this.#mustBeThere(to)
        if (gameDir() === from) dirs.use(to === dirs.gameDir ? undefined : to)
      }
      if (gameDir() === to) await moved(from, to)
      if (gameDir() !== to)
        await removeCopied(disk, to, folders, from, looksCopied(disk)) // another folder was chosen during the move
      else if (!keeps && !dirs.isShared(from) && (await disk.stat(to)))
        await removeCopied(disk, from, folders, to, isCopied({ disk, digestOf, signal }))
      await this.#end()
    } finally {
      letGo()
    }
    for (const { id, folder } of mods())
      if (folders.includes(folder))
        void changed(id).catch((error: unknown) => log.info(`not checked: ${String(error)}`))
  }

  /** @throws Failure `game-running`, `game-unseen` */
  async #mustNotPlay(): Promise<void> {
    if (await mustKnowIfGameRuns(this.#needs)) throw new Failure('game-running', {})
  }

  /** @throws Failure `mods-move-stuck` if the new folder is gone */
  async #mustBeThere(to: string): Promise<void> {
    if (!(await isThere(this.#needs.disk, to, [STORE_FOLDER]))) throw goneAt(to)
  }

  /** True if the disks with the old and the new folder are there. */
  async #areThere({ from, to, folders }: Move): Promise<boolean> {
    const { disk, gameDir } = this.#needs
    const isOldThere = gameDir() !== from || folders.length === 0 || (await isThere(disk, from, folders))
    return isOldThere && (await isThere(disk, to, [STORE_FOLDER]))
  }

  async #place(move: Move, signal: AbortSignal): Promise<void> {
    const { disk, digestOf } = this.#needs
    const { from, to, folders } = move
    const goods = await goodsIn(disk, from, folders)
    // the disk was probably removed
    if (folders.length > 0 && goods.folders.length === 0) throw goneAt(from)
    const bytesTotal = sumOf(goods)
    const speed = new Speed(steadyNow)
    let [bytesDone, publishedAt] = [0, 0]
    const publish = () =>
      this.#publish({ ...startOf(move), bytesDone, bytesTotal, ...speed.estimate(bytesTotal - bytesDone) })
    const there = (bytes: number, came: number): void => {
      bytesDone += bytes
      speed.add(came)
      if (steadyNow() - publishedAt < EVERY_MS) return
      publishedAt = steadyNow()
      publish()
    }
    // what is kept of them comes back as it was: the game does not load it
    const own = folders.filter((folder) => !folder.startsWith(`${STORE_FOLDER}/`))
    await putAside(disk, to, own, goods)
    await placeGoods(goods, from, to, { disk, digestOf, signal, there })
    publish()
  }

  /** Reserves all mods, also those that are not installed but could be meanwhile. @throws Failure `mod-busy` */
  async #take(): Promise<() => void> {
    const { mods, gameDir } = this.#needs
    let asked = ''
    const byFolder = new Map(
      mods().flatMap((mod) => (parseModFolder(mod.folder).ok ? [[foldKey(mod.folder), mod]] : [])),
    )
    const takes = Array.from(byFolder.values(), ({ id: modId, name: modName, folder: modFolder }) => () => {
      asked = modName
      return takeMod(this.#needs, gameDir() ?? '', { modId, modName, modFolder })
    })
    const letGo = await takeAll(takes)
    if (!letGo) throw new Failure('mod-busy', { mod: asked })
    return letGo
  }

  async #end(): Promise<void> {
    await this.#file.write(null)
    this.#publish(null)
  }

  #publish(move: ModsMove | null): void {
    this.#move = move
    this.#changed.emit()
  }
}

const startOf = ({ to, keeps }: Move): ModsMove => ({
  to,
  keeps,
  bytesDone: 0,
  bytesTotal: 0,
  ...AT_REST,
  isPaused: false,
  failure: null,
})

const goneAt = (path: string) => new Failure('mods-move-stuck', { path, errno: 'ENOENT' })

/** Turns an error of the disk into a failure of the move. Returns any other error unchanged. `to`: for an error of an open file, which names none. */
function asStuck(error: unknown, to: string): unknown {
  const errno = errnoOf(error)
  const path = error instanceof Error && 'path' in error ? String(error.path) : to
  return errno === '' ? error : new Failure('mods-move-stuck', { path, errno })
}

export const moveHandlers = (
  mover: ModsMover,
  showFolder: (folder: string) => Promise<void>,
): DomainHandlers<typeof movingContract> => ({
  place: topicOf(() => mover.place, mover.onChange),
  moveMods: () => ({
    dialog: 'folder',
    startsAt: mover.place.modsDir ?? mover.place.gameDir ?? undefined,
    taken: (path) => mover.begin(path),
  }),
  openInTheWay() {
    const folder = mover.inTheWay
    if (folder === undefined) throw new Failure('forbidden', {})
    return { pressOr: { kind: 'open-folder', folder }, yes: () => showFolder(folder) }
  },
  pauseMoving: () => mover.pause(),
  goOnMoving: () => void mover.goOn(),
  cancelMoving: () => mover.cancel(),
})
