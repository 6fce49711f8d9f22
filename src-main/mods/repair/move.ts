import { join } from 'node:path'
import * as v from 'valibot'
import { asWire, Failure, isAbort, isFailure, toWire } from '../../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../../src-preload/contract/members.ts'
import type { ModsMove, ModsPlace, movingContract } from '../../../src-preload/contract/moving.ts'
import {
  AT_REST,
  Emitter,
  errnoOf,
  ifThere,
  isInside,
  isOneModPath,
  jsonFile,
  type JsonFile,
  type Log,
  plainFs,
  Speed,
  steadyNow,
  topicOf,
} from '../../lib/index.ts'
import { asUnusable } from '../game-dir.ts'
import { foldKey, parseModFolder, STORE_FOLDER } from '../list/index.ts'
import { isThere, statsAt, unless } from './disk.ts'
import { takeMod } from './mod-lock.ts'
import {
  type Goods,
  goodsIn,
  isCopied,
  looksCopied,
  placeGoods,
  probe,
  refuse,
  removeCopied,
  removeEmpty,
} from './move-files.ts'
import { mustSeeGame, type RepairNeeds } from './needs.ts'
import { sessionsIn } from './session.ts'

/** The folders of a community's mods. */
export interface ModsDirs {
  /** The game's folder; undefined until one is chosen. */
  readonly gameDir: string | undefined
  /** The mods' folder, if it is not the game's folder. */
  readonly modsDir: string | undefined
  /** Sets the mods' folder; undefined for the game's folder. One atomic write. @throws Failure `settings-not-saved` */
  use: (modsDir: string | undefined) => void
  /** True if another community's mods are in this folder too. */
  isShared: (dir: string) => boolean
  /** Returns a folder's real path. @throws Failure `mods-move-refused` if mods must not be in it */
  accept: (dir: string) => Promise<string>
}

export interface MoveNeeds extends Pick<
  RepairNeeds,
  'gameDir' | 'mods' | 'hold' | 'game' | 'changed' | 'dataDir' | 'disk' | 'digestOf'
> {
  dirs: ModsDirs
  /** Stops fetching ahead. */
  stopAhead: () => Promise<void>
  log: Log
}

/** A move in progress. It is stored on the disk from before the first change until after the last one. */
const Move = v.object({ from: v.string(), to: v.string(), keeps: v.boolean(), folders: v.array(v.string()) })
type Move = v.InferOutput<typeof Move>

/** Bytes that must stay free. */
const MARGIN = 64 << 20
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
  #move: ModsMove | null = null
  #inTheWay: string | undefined
  /** True if the player paused it. Then only the player can resume it. */
  #isHeld = false
  /** True after it has stopped because a disk was gone. */
  #awaitsDisk = false
  /** The path at which it got stuck last. */
  #stuckAt: string | undefined
  #running: { stop: AbortController; done: Promise<void> } | undefined

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
    const { disk, dirs, mods } = this.#needs
    const from = this.#needs.gameDir()
    if (from === undefined) throw new Failure('game-dir-not-chosen', {})
    if (this.#move ?? (await this.#file.read())) refuse(chosen, 'moving')
    if (mods().length === 0) refuse(chosen, 'unlisted')
    const to = await dirs.accept(chosen)
    if (!isOneModPath(to)) refuse(to, 'name')
    const real = await ifThere(plainFs.promises.realpath(from)).catch((error: unknown) => {
      throw asUnusable(error, from)
    })
    if (real !== undefined && isInside(real, to)) refuse(to, 'inside')
    const keeps = dirs.isShared(from)
    const folders = await this.#foldersIn(from, keeps)
    const goods = await goodsIn(disk, from, folders)
    await this.#mustTake(to, folders, goods)
    await unless(['EEXIST'], disk.mkdir(join(to, STORE_FOLDER)))
    await this.#file.write({ from, to, keeps, folders })
    this.#run({ from, to, keeps, folders })
  }

  /** Continues an interrupted move, unless the player paused it. */
  async recover(): Promise<void> {
    if (!this.#isHeld) await this.goOn()
  }

  /** Continues an interrupted move. */
  async goOn(): Promise<void> {
    this.#isHeld = false
    const move = this.#running ? undefined : await this.#file.read()
    if (move && !this.#running) {
      this.#stuckAt = undefined
      this.#run(move)
    }
    await this.#running?.done
  }

  /** Interrupts a move, which can be continued. */
  async stop(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.done
  }

  /** Pauses until the player resumes it. */
  pause(): Promise<void> {
    this.#isHeld = true
    return this.stop()
  }

  /** Continues a move that stopped because a disk was gone, once both are there. */
  async lookForDisks(): Promise<void> {
    if (!this.#awaitsDisk) return
    this.#awaitsDisk = false // looks once at a time, because a disk may not answer
    const move = await this.#file.read()
    const isThere = move && (await this.#areThere(move))
    if (!isThere) this.#awaitsDisk = true
    else if (this.#move && !this.#isHeld && !this.#running) this.#run(move)
  }

  /** Interrupts the move while the game runs. Null: unknown. */
  async follow(isPlaying: boolean | null): Promise<void> {
    if (isPlaying) await this.stop()
    else if (isPlaying === false && this.#move) await this.recover()
  }

  /** Cancels a move. Its copies are removed; but if the new folder is already valid, the rest of the old files stays. */
  async cancel(): Promise<void> {
    await this.stop()
    const done = this.#giveUp().finally(() => (this.#running = undefined))
    this.#running = { stop: new AbortController(), done: done.catch(() => undefined) } // nothing can continue the move meanwhile
    await done
  }

  async #giveUp(): Promise<void> {
    const { disk, gameDir } = this.#needs
    const move = await this.#file.read()
    if (move && gameDir() !== move.to)
      await ifThere(removeCopied(disk, move.to, move.folders, move.from, looksCopied(disk))) // its disk may be gone for good
    await this.#end()
  }

  /** The mods' folders, and the sessions with their former files. */
  async #foldersIn(from: string, keeps: boolean): Promise<string[]> {
    const { disk, mods } = this.#needs
    const own = new Set(mods().flatMap(({ folder }) => (parseModFolder(folder).ok ? [folder] : [])))
    const folders: string[] = []
    for (const folder of own) if (await statsAt(disk, join(from, folder))) folders.push(folder)
    // Includes sessions of mods that are no longer listed. Otherwise their files could not be restored after the move.
    if (!keeps) for await (const { head } of sessionsIn(disk, from)) folders.push(`${STORE_FOLDER}/${head.id}`)
    return folders
  }

  /** @throws Failure if the new folder cannot take everything */
  async #mustTake(to: string, folders: readonly string[], goods: Goods): Promise<void> {
    const { disk } = this.#needs
    const wanted = new Set(folders.map(foldKey))
    for (const name of await disk.readdir(to)) {
      if (!wanted.has(foldKey(name)) || (await removeEmpty(disk, to, name))) continue
      this.#inTheWay = join(to, name)
      refuse(to, 'taken', name)
    }
    await probe(disk, to, goods).catch((error: unknown) =>
      refuse(to, errnoOf(error) === 'EFBIG' ? 'large' : 'unwritable'),
    )
    const { bavail, bsize } = await disk.statfs(to)
    const [neededBytes, freeBytes] = [sumOf(goods) + MARGIN, bavail * bsize]
    if (freeBytes < neededBytes) throw new Failure('repair-disk-full', { neededBytes, freeBytes })
  }

  #run(move: Move): void {
    const stop = new AbortController()
    this.#publish(startOf(move))
    const done = this.#work(move, stop.signal)
      .catch(async (error: unknown) => {
        const { log } = this.#needs
        const failure = isAbort(error)
          ? null
          : isFailure(error)
            ? asWire(error)
            : toWire(asStuck(error, move.to), log.incident)
        this.#publish({ ...(this.#move ?? startOf(move)), ...AT_REST, isPaused: true, failure })
        const stuckAt = failure?.code === 'mods-move-stuck' ? failure.facts.path : undefined
        const isAgain = stuckAt === this.#stuckAt // if not, the disk may have been gone for a moment
        this.#stuckAt = stuckAt
        this.#awaitsDisk = stuckAt !== undefined && (!isAgain || !(await this.#areThere(move)))
      })
      .finally(() => (this.#running = undefined))
    this.#running = { stop, done }
  }

  async #work(move: Move, signal: AbortSignal): Promise<void> {
    const { dirs, disk, digestOf, gameDir, mods, changed, log, stopAhead } = this.#needs
    const { from, to, keeps } = move
    await this.#mustNotPlay()
    await stopAhead()
    const letGo = await this.#take()
    const folders = [...move.folders]
    try {
      if (gameDir() === from) {
        // includes mods that were installed or repaired while the move was paused
        const known = new Set(folders.map(foldKey))
        folders.push(...(await this.#foldersIn(from, keeps)).filter((folder) => !known.has(foldKey(folder))))
        await this.#file.write({ ...move, folders })
        await this.#newMustBeThere(move)
        await this.#place({ ...move, folders }, signal)
        await this.#mustNotPlay()
        signal.throwIfAborted()
        await this.#newMustBeThere(move)
        if (gameDir() === from) dirs.use(to === dirs.gameDir ? undefined : to)
      }
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
    if (await mustSeeGame(this.#needs)) throw new Failure('game-running', {})
  }

  #isNewThere({ to }: Move): Promise<boolean> {
    return isThere(this.#needs.disk, to, [STORE_FOLDER])
  }

  /** @throws Failure `mods-move-stuck` if the new folder is gone */
  async #newMustBeThere(move: Move): Promise<void> {
    if (!(await this.#isNewThere(move))) throw goneAt(move.to)
  }

  /** True if the disks with the old and the new folder are there. */
  async #areThere(move: Move): Promise<boolean> {
    const { disk, gameDir } = this.#needs
    const { from, folders } = move
    const isOldThere = gameDir() !== from || folders.length === 0 || (await isThere(disk, from, folders))
    return isOldThere && (await this.#isNewThere(move))
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
    await placeGoods(goods, from, to, { disk, digestOf, signal, there })
    publish()
  }

  /** Reserves all mods, also those that are not installed but could be meanwhile. @throws Failure `mod-busy` */
  async #take(): Promise<() => void> {
    const { mods, hold, gameDir } = this.#needs
    const taken: (() => void)[] = []
    const letGo = (): void => taken.forEach((give) => give())
    try {
      for (const { id, name, folder } of mods()) {
        if (!parseModFolder(folder).ok) continue
        const give = await takeMod(() => hold(id), gameDir() ?? '', folder)
        if (!give) throw new Failure('mod-busy', { mod: name })
        taken.push(give)
      }
    } catch (error) {
      letGo()
      throw error
    }
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

const sumOf = ({ files }: Goods): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

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
