import type { StateTone } from './icon.ts'

export interface Toast {
  tone: StateTone
  title: string
  text?: string
  action?: { label: string; run: () => void }
}

export type ShownToast = Toast & { id: number; timer?: ReturnType<typeof setTimeout> }

/** Shown at once. */
const AT_MOST = 4
const STAY_MS = 5000

/**
 * Short words at the edge of the window, read out politely. One with an action, or a bad one, stays until dismissed.
 * `toasts.show({ tone: 'ok', title })`.
 */
export class Toasts {
  #last = 0
  #all = $state.raw<readonly ShownToast[]>([])

  /** The newest; older ones that wait for the player come back when there is room. */
  get shown(): readonly ShownToast[] {
    return this.#all.slice(-AT_MOST)
  }

  show(toast: Toast): void {
    const id = ++this.#last
    const stays = toast.action !== undefined || toast.tone === 'bad'
    const timer = stays ? undefined : setTimeout(() => this.dismiss(id), STAY_MS)
    this.#all = [...this.#all, { ...toast, id, timer }]
  }

  dismiss(id: number): void {
    clearTimeout(this.#all.find((toast) => toast.id === id)?.timer)
    this.#all = this.#all.filter((toast) => toast.id !== id)
  }
}

/** The page's one pile of toasts. */
export const toasts = new Toasts()
