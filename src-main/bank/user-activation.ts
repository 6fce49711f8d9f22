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

/** Reviews that a window leaves behind; older ones give way. */
const MOST_SHOWN = 20

/** Knows whether the player activated a review with a real press. A script in a page can ask for a transfer, but cannot press. */
export class UserActivation {
  readonly #onPress: OnPress
  readonly #shown = new Map<string, Shown>()

  constructor(onPress: OnPress) {
    this.#onPress = onPress
  }

  /** A window shows this review: presses count from now on. */
  watch(windowId: number, draft: TransferDraft): void {
    const review: Shown = { windowId, draft, pressed: false, stop: () => undefined }
    review.stop = this.#onPress(windowId, () => (review.pressed = true))
    this.#shown.set(draft.id, review)
    const [oldest] = this.#shown.keys()
    if (this.#shown.size > MOST_SHOWN && oldest !== undefined) this.drop(oldest)
  }

  /** Takes a review, once. `isActivated`: its window was pressed since; one press is good for one review. */
  take(windowId: number, draftId: string): { draft: TransferDraft; isActivated: boolean } | undefined {
    const review = this.#shown.get(draftId)
    if (!review) return undefined
    this.drop(draftId)
    const isActivated = review.pressed && review.windowId === windowId
    if (isActivated) for (const other of this.#shown.values()) if (other.windowId === windowId) other.pressed = false
    return { draft: review.draft, isActivated }
  }

  drop(draftId: string): void {
    this.#shown.get(draftId)?.stop()
    this.#shown.delete(draftId)
  }
}
