import { createHash } from 'node:crypto'
import type { Algorithm } from '../list/index.ts'

/** A digest in the making, and the slots that its bytes come in. */
export interface Hasher {
  /** How many slots there are. Bytes come in one after the other. */
  readonly slots: number
  /** The memory of a slot; all are of one size. */
  slot(at: number): Buffer
  /** Hashes the first bytes of a slot, which may be filled anew when the promise is fulfilled, or at once without one. */
  update(slot: number, length: number): Promise<void> | undefined
  /** Says that somebody waits for the updates so far. */
  hurry(): void
  /** Forgets what it was told. */
  reset(): void
  /** Lower-case hex. */
  digest(): Promise<string> | string
  /** Lets go of the slots; nothing may be asked of it any more. */
  free(): void
}

/** Hashes on the calling thread: for what is done before another thread has heard of it. */
export function createHasher(algorithm: Algorithm, slotBytes: number): Hasher {
  const slots: Buffer[] = []
  let hash = createHash(algorithm)
  const slot = (at: number) => (slots[at] ??= Buffer.allocUnsafe(slotBytes))
  return {
    slots: 2,
    slot,
    update(at, length) {
      hash.update(slot(at).subarray(0, length))
      return undefined
    },
    hurry: () => undefined,
    reset: () => void (hash = createHash(algorithm)),
    digest: () => hash.digest('hex'),
    free: () => void slots.splice(0),
  }
}
