import type { Tone } from './icon.ts'

export interface Toast {
  tone?: Tone
  title: string
  text?: string
  action?: { label: string; run: () => void }
  /** How long it stays, in ms. A toast with an action, or a bad one, stays until dismissed unless told otherwise. */
  stayMs?: number
}

export type ShownToast = Toast & { id: number; timer?: ReturnType<typeof setTimeout> }

const AT_MOST = 4

/** Short words at the edge of the window, read out politely. `toasts.show({ tone: 'ok', title })`. */
export class Toasts {
  #last = 0
  #shown = $state.raw<readonly ShownToast[]>([])

  get shown() {
    return this.#shown
  }

  show(toast: Toast): number {
    const id = ++this.#last
    const stay = toast.stayMs ?? (toast.action || toast.tone === 'bad' ? undefined : 5000)
    const timer = stay === undefined ? undefined : setTimeout(() => this.dismiss(id), stay)
    this.#shown = [...this.#shown, { ...toast, id, timer }].slice(-AT_MOST)
    return id
  }

  dismiss(id: number): void {
    clearTimeout(this.#shown.find((toast) => toast.id === id)?.timer)
    this.#shown = this.#shown.filter((toast) => toast.id !== id)
  }
}

/** The page's one pile of toasts. */
export const toasts = new Toasts()
