import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { LockView } from '../../src-preload/contract/player.ts'
import { Emitter, type JsonFile } from '../lib/index.ts'

export const KeptLock = v.object({
  /** The PIN's salt and its slow hash, base64. */
  pin: v.optional(v.object({ salt: v.string(), hash: v.string() })),
  /** Wrong PINs since the last right one. */
  failed: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Locked without a PIN: the system's own question unlocks it. */
  locked: v.optional(v.boolean()),
})
export type KeptLock = v.InferOutput<typeof KeptLock>

export interface LockParts {
  file: JsonFile<KeptLock>
  verifyUser?: () => Promise<boolean>
  /** Milliseconds on a clock that nobody can set. */
  uptime: () => number
}

/** A try takes about 100 ms and 32 MB. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 << 20 }
const HASH_BYTES = 32

const FREE_TRIES = 3
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

const waitAfter = (failed: number) =>
  failed < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failed - FREE_TRIES), LONGEST_WAIT_MS)

const hashOf = (pin: string, salt: string) =>
  new Promise<Buffer>((resolve, reject) => {
    const given = [pin.normalize('NFC'), Buffer.from(salt, 'base64'), HASH_BYTES] as const
    scrypt(...given, COST, (error, hash) => (error ? reject(error) : resolve(hash)))
  })

/**
 * Hides the player's money from other people at the computer: while it is locked, main gives out no balance, booking or transfer.
 * With a PIN, every start is locked.
 */
export class MoneyLock {
  readonly #parts: LockParts
  readonly #changed = new Emitter()
  /** One try at a time, so that every try is counted. */
  readonly #inTurn = pLimit(1)
  #kept: KeptLock
  #locked: boolean
  #open = new AbortController()
  /** When the present wait began. A restart begins it again, so that restarting does not end a wait. */
  #waitsFrom: number

  readonly onChange = this.#changed.on

  private constructor(parts: LockParts, kept: KeptLock) {
    this.#parts = parts
    this.#kept = kept
    this.#locked = kept.pin !== undefined || kept.locked === true
    this.#waitsFrom = parts.uptime()
  }

  static async open(parts: LockParts): Promise<MoneyLock> {
    return new MoneyLock(parts, (await parts.file.read()) ?? { failed: 0 })
  }

  get view(): LockView {
    const by = this.#kept.pin ? 'pin' : this.#parts.verifyUser ? 'system' : 'nothing'
    return { locked: this.#locked, by }
  }

  /** @throws Failure `lock-needs-pin` if nothing could unlock it */
  async lock(): Promise<void> {
    const { by } = this.view
    if (by === 'nothing') throw new Failure('lock-needs-pin', {})
    this.#become(true)
    if (by === 'system') await this.#keep({ ...this.#kept, locked: true })
  }

  /** @throws Failure `lock-refused` */
  unlock(pin = ''): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#locked) return
      if (this.#kept.pin) await this.#prove(pin)
      else if (!(await this.#parts.verifyUser?.())) throw new Failure('lock-refused', { by: 'system', seconds: 0 })
      else await this.#parts.file.keep((this.#kept = { failed: 0 }))
      this.#become(false)
    })
  }

  /** Sets a PIN; an empty one removes it. Needs the present PIN. @throws Failure `lock-refused` */
  setPin(pin: string, present = ''): Promise<void> {
    return this.#inTurn(async () => {
      this.refuse()
      if (this.#kept.pin) await this.#prove(present)
      const salt = randomBytes(16).toString('base64')
      const hash = pin === '' ? undefined : (await hashOf(pin, salt)).toString('base64')
      await this.#keep(hash === undefined ? { failed: 0 } : { pin: { salt, hash }, failed: 0 })
      this.#changed.emit()
    })
  }

  /** Removes lock and PIN after a sign-out. A PIN that the next player sets meanwhile waits and stays. @throws what `left` rejects with */
  async clear(left: Promise<void> = Promise.resolve()): Promise<void> {
    const end = Promise.allSettled([left])
    await this.#inTurn(async () => {
      await end
      this.#kept = { failed: 0 } // even if the disk is full
      this.#become(false)
      await this.#keep(this.#kept)
    })
    await left
  }

  /** @throws Failure `money-locked` */
  refuse(): void {
    if (this.#locked) throw new Failure('money-locked', {})
  }

  /** Runs `work` while unlocked. `over` aborts when it is locked; then the result is refused. @throws Failure `money-locked` */
  readonly guard = async <T>(work: (over: AbortSignal) => T | Promise<T>): Promise<T> => {
    this.refuse()
    const result = await work(this.#open.signal)
    this.refuse()
    return result
  }

  async #prove(pin: string): Promise<void> {
    const { pin: kept, failed } = this.#kept
    if (!kept) return
    const left = this.#waitsFrom + waitAfter(failed) - this.#parts.uptime()
    if (left > 0) throw new Failure('lock-refused', { by: 'wait', seconds: Math.ceil(left / 1000) })
    await this.#keep({ ...this.#kept, failed: failed + 1 }) // on disk first, so that ending the app gives no extra try
    if (!timingSafeEqual(await hashOf(pin, kept.salt), Buffer.from(kept.hash, 'base64'))) {
      this.#waitsFrom = this.#parts.uptime()
      throw new Failure('lock-refused', { by: 'pin', seconds: Math.ceil(waitAfter(failed + 1) / 1000) })
    }
    await this.#keep({ ...this.#kept, failed: 0 })
  }

  async #keep(kept: KeptLock): Promise<void> {
    await this.#parts.file.write(kept)
    this.#kept = kept
  }

  #become(locked: boolean): void {
    this.#locked = locked
    this.#changed.emit()
    if (!locked) return
    this.#open.abort()
    this.#open = new AbortController()
  }
}
