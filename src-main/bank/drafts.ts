import { randomUUID } from 'node:crypto'
import type { Transfer, TransferDraft } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'

export interface HeldDraft extends TransferDraft {
  /** Epoch ms. */
  madeAt: number
  /** Ids of the equal transfers that the review could know of. By id, not by time: clocks are set back. */
  known: readonly string[]
  /** Who reviewed it, as `PlayerAccounts.player` names them. */
  player: string
}

type Facts = Pick<HeldDraft, 'payee' | 'left' | 'repeats' | 'known' | 'player'>

/** Reviewed transfers that wait for the player's one confirmation. */
export interface Drafts {
  hold(transfer: Transfer, facts: Facts): HeldDraft
  /** Hands a draft out, once: whoever comes second finds nothing. @throws Failure `transfer-draft-gone` */
  take(id: string): HeldDraft
  discard(id: string): void
  /** Forgets all: whoever comes next reviews anew. */
  clear(): void
}

/** A review older than this says nothing about now. */
const GOOD_FOR_MS = 10 * 60_000

/** Reviews that nobody answered or discarded; the oldest give way. */
const MOST_HELD = 20

/** Makes the drafts of one run; none outlives it. */
export function createDrafts(now: () => Date): Drafts {
  const held = new Map<string, HeldDraft>()
  return {
    hold(transfer, facts) {
      const draft: HeldDraft = { id: randomUUID(), ...transfer, ...facts, madeAt: now().getTime() }
      held.set(draft.id, draft)
      const [oldest] = held.keys()
      if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
      return draft
    },
    take(id) {
      const draft = held.get(id)
      held.delete(id) // no await between look and removal: two windows cannot both have it
      if (!draft || now().getTime() - draft.madeAt > GOOD_FOR_MS) throw new Failure('transfer-draft-gone', {})
      return draft
    },
    discard: (id) => void held.delete(id),
    clear: () => held.clear(),
  }
}
