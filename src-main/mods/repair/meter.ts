import { join } from 'node:path'
import * as v from 'valibot'
import type {
  QueueTotal,
  RepairCause,
  RepairProgress,
  RepairState,
  RepairTrouble,
} from '../../../src-preload/contract/repair.ts'
import { type Estimate, jsonFile, type Log, Speed } from '../../lib/index.ts'
import { bytesToFetch, type Step, type StepList } from './steps.ts'

type Measured = Speed['measured']

/** Counts the progress of a repair. */
export class Meter {
  readonly #files: number
  readonly #total: number
  readonly #speed: Speed
  readonly #inWork = new Set<string>()
  /** The bytes that are here, for each file that is not done, even if its repair failed. */
  readonly #here = new Map<string, number>()
  #hereBytes = 0
  /** Files that are completely here and are being hashed. */
  readonly #checking = new Set<string>()
  /** Files that are here and are replaced later. For the player, they are done. */
  readonly #waiting = new Set<string>()
  #ended = 0
  #doneBytes = 0
  #filesDone = 0
  /** The bytes that do not come any more, because the repair of their file failed. */
  #failedBytes = 0
  #retrying: (RepairTrouble & { at: number }) | null = null
  readonly #now: () => number

  /** `now`: in milliseconds. */
  constructor({ count, bytes }: StepList, now: () => number) {
    this.#files = count
    this.#total = bytes
    this.#speed = new Speed(now)
    this.#now = now
  }

  begin(path: string): void {
    this.#inWork.add(path)
  }

  /** `path` has this many bytes now, fewer than before if it starts again. `came`: how many were just received from the network. */
  bytes(path: string, bytes: number, came: number): void {
    this.#setHere(path, bytes)
    if (came === 0) return
    this.#waiting.delete(path)
    this.#speed.add(came)
    if (this.#retrying?.path === path) this.#retrying = null
  }

  /** A sum that is kept, because an update has the bytes of all its files here before the first is done. */
  #setHere(path: string, bytes: number): void {
    this.#hereBytes += bytes - (this.#here.get(path) ?? 0)
    this.#here.set(path, bytes)
  }

  /** True when all bytes are here and the file is being hashed, and false after that. */
  checking(path: string, isChecking: boolean): void {
    if (isChecking) this.#checking.add(path)
    else this.#checking.delete(path)
  }

  /** The work on `path` ended, but it is not done. */
  leave(path: string): void {
    this.#inWork.delete(path)
    this.#checking.delete(path)
    if (this.#retrying?.path === path) this.#retrying = null
  }

  /** The rest of the work on `path` comes when all files are here. */
  wait(path: string): void {
    this.leave(path)
    this.#waiting.add(path)
  }

  done(step: Step): void {
    this.leave(step.path)
    this.#waiting.delete(step.path)
    this.#setHere(step.path, 0)
    this.#here.delete(step.path)
    this.#filesDone++
    this.#ended++
    this.#doneBytes += bytesToFetch(step)
  }

  /** The repair of a file failed. Its part file may stay. */
  failed(step: Step): void {
    this.leave(step.path)
    this.#waiting.delete(step.path)
    this.#ended++
    this.#failedBytes += Math.max(0, bytesToFetch(step) - (this.#here.get(step.path) ?? 0))
  }

  /** The next attempt is in `waitMs`. */
  retrying(path: string, cause: RepairCause, waitMs: number): void {
    this.#retrying = { path, cause, at: this.#now() + waitMs }
  }

  /** True if nothing is left to fetch, and at most the last files are being hashed or replaced. */
  get isOnlyChecking(): boolean {
    const left = this.#waiting.size + [...this.#checking].filter((path) => !this.#waiting.has(path)).length
    return this.#ended + left === this.#files
  }

  get measured(): Measured {
    return this.#speed.measured
  }

  /** The speed, and the time for these bytes. @param limit the player's limit in bytes per second; 0 for none */
  estimate(bytesLeft: number, limit = 0): Estimate {
    const estimate = this.#speed.estimate(bytesLeft, limit)
    return this.#retrying ? { ...estimate, secondsLeft: null } : estimate // it is unknown how long the wait lasts
  }

  /** @param limit as in {@link estimate} */
  progress(limit = 0): RepairProgress {
    const bytesDone = Math.min(this.#total, this.#doneBytes + this.#hereBytes)
    const bytesLeft = Math.max(0, this.#total - bytesDone - this.#failedBytes) // files without a listed size may be here, too
    const again = this.#retrying
    return {
      filesDone: this.#filesDone + this.#waiting.size,
      filesTotal: this.#files,
      bytesDone,
      bytesTotal: this.#total,
      ...this.estimate(bytesLeft, limit),
      current: [...this.#inWork],
      retrying: again && {
        path: again.path,
        cause: again.cause,
        inSeconds: Math.max(0, Math.ceil((again.at - this.#now()) / 1000)),
      },
    }
  }
}

/** The estimate for bytes that several downloads fetch together; `each`: the one of each of them for all these bytes. */
export function together(each: readonly Estimate[]): Estimate {
  const bytesPerSecond = each.reduce((sum, one) => sum + one.bytesPerSecond, 0)
  const inASecond = each.reduce((sum, { secondsLeft }) => sum + 1 / (secondsLeft ?? Infinity), 0)
  return { bytesPerSecond, secondsLeft: inASecond > 0 ? Math.ceil(1 / inASecond) : null }
}

/** The repairs that a {@link RepairBatch} sums. */
interface Repairs {
  stateOf: (modId: number) => RepairState | undefined
  estimate: (bytesLeft: number) => Estimate
}

/** Sums mods that are brought up to date one after the other. Begins anew when none is left. */
export class RepairBatch {
  readonly #repairs: Repairs
  readonly #bytesOf: (modId: number) => number
  readonly #mods = new Map<number, { bytes: number; done: number; isOver: boolean; before?: string }>()

  /** `bytesOf`: what a mod fetches, before its repair has begun. */
  constructor(repairs: Repairs, bytesOf: (modId: number) => number) {
    this.#repairs = repairs
    this.#bytesOf = bytesOf
  }

  /** `left`: the mods that wait or are in work. */
  look(left: readonly number[]): void {
    for (const [modId, mod] of this.#mods) {
      if (left.includes(modId) || mod.isOver) continue
      const { outcome, sessionId } = this.#repairs.stateOf(modId) ?? {}
      const isDone = outcome?.stopped === null && sessionId !== mod.before
      if (isDone) Object.assign(mod, { done: mod.bytes, isOver: true })
      else this.#mods.delete(modId) // the player took it out, or it failed
    }
    if (left.length === 0) this.#mods.clear()
    for (const modId of left) {
      const state = this.#repairs.stateOf(modId)
      if (state && state.phase !== 'ended') {
        const { bytesTotal: bytes, bytesDone: done } = state.progress
        this.#mods.set(modId, { bytes, done, isOver: false })
      } else if (!this.#mods.get(modId)?.done)
        this.#mods.set(modId, { bytes: this.#bytesOf(modId), done: 0, isOver: false, before: state?.sessionId })
    }
  }

  /** Undefined for less than two mods. */
  get total(): QueueTotal | undefined {
    const mods = [...this.#mods.values()]
    if (mods.length < 2) return undefined
    const bytesDone = mods.reduce((sum, { done }) => sum + done, 0)
    const bytesTotal = mods.reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      at: Math.min(mods.length, mods.filter(({ isOver }) => isOver).length + 1),
      mods: mods.length,
      ...{ bytesDone, bytesTotal },
      ...this.#repairs.estimate(bytesTotal - bytesDone),
    }
  }
}

/** `isLimited`: a limit was in force, so the connection may be faster. */
const Stored = v.object({
  bytesPerSecond: v.pipe(v.number(), v.minValue(1)),
  isLimited: v.optional(v.boolean(), false),
})

/** A repair of fewer bytes says little about the connection's speed. */
const TELLING_BYTES = 4 << 20

/**
 * Stores the speed of the last repair that downloaded much, to estimate how long the next one takes.
 * @param limit the player's limit in bytes per second; 0 for none
 */
export function openSpeedMemory(folder: string, log: Log['error'], limit: () => number) {
  const file = jsonFile(join(folder, 'repair-speed.json'), Stored, log)
  return {
    /** No more than the limit. Null before the first repair that is large enough, and without a limit if all were limited. */
    async bytesPerSecond(): Promise<number | null> {
      const stored = await file.read()
      const isUnknown = !stored || (stored.isLimited && limit() === 0)
      return isUnknown ? null : Math.min(stored.bytesPerSecond, limit() || Infinity)
    },
    /** `isLimited`: a limit was in force. Then only a speed above the stored one says something about the connection. */
    async note({ bytes, ms }: Measured, isLimited = false): Promise<void> {
      if (bytes < TELLING_BYTES || ms <= 0) return
      const bytesPerSecond = Math.round((bytes / ms) * 1000)
      const stored = await file.read()
      const isKnown = stored !== undefined && !stored.isLimited
      if (isLimited && isKnown && bytesPerSecond <= stored.bytesPerSecond) return
      await file.write({ bytesPerSecond, isLimited: isLimited && !isKnown })
    },
  }
}

export type SpeedMemory = ReturnType<typeof openSpeedMemory>
