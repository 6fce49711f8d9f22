import type { TransferDraft } from '../../src-preload/contract/bank.ts'

/** Calls `listener` at each press of mouse, key or finger that reaches a window from the system; returns the way to stop. */
export type OnPress = (windowId: number, listener: () => void) => () => void

/** A review as a window shows it. */
interface Shown {
  windowId: number
  draft: TransferDraft
  pressed: boolean
  stop: () => void
}

/** Knows whether a review was answered by a hand. A script in a page can ask for a transfer, but it has no hands. */
export interface Hands {
  /** A window shows this review: presses count from now on. */
  watch(windowId: number, draft: TransferDraft): void
  /** Takes a review, once. `byHand`: its window was pressed since; one press is good for one review. */
  take(windowId: number, draftId: string): { draft: TransferDraft; byHand: boolean } | undefined
  drop(draftId: string): void
}

/** Reviews that a window leaves behind; older ones give way. */
const MOST_SHOWN = 20

/** Makes the hands of one run. */
export function createHands(onPress: OnPress): Hands {
  const shown = new Map<string, Shown>()
  const drop = (draftId: string) => {
    shown.get(draftId)?.stop()
    shown.delete(draftId)
  }
  return {
    watch(windowId, draft) {
      const review: Shown = { windowId, draft, pressed: false, stop: () => undefined }
      review.stop = onPress(windowId, () => (review.pressed = true))
      shown.set(draft.id, review)
      const [oldest] = shown.keys()
      if (shown.size > MOST_SHOWN && oldest !== undefined) drop(oldest)
    },
    take(windowId, draftId) {
      const review = shown.get(draftId)
      if (!review) return undefined
      drop(draftId)
      const byHand = review.pressed && review.windowId === windowId
      if (byHand) for (const other of shown.values()) if (other.windowId === windowId) other.pressed = false
      return { draft: review.draft, byHand }
    },
    drop,
  }
}
