import type { StateTone } from './icon.ts'

export interface Toast {
  tone: StateTone
  title: string
  text?: string
  action?: { label: string; run: () => void }
  /** True while the toast's statement is true. Otherwise the toast is not shown. Without it, the toast is always shown. */
  holds?: () => boolean
}

/** `screen`: the player's screen when the toast was shown. */
export type ShownToast = Toast & { id: number; screen?: string }

/** A toast that may matter later. `at`: epoch ms. */
export type KeptToast = ShownToast & { at: number }

/** The most toasts at the same time. */
const AT_MOST = 3
const STAY_MS = 8_000
const MOST_NOTICES = 30

const stillHolds = ({ holds }: Toast) => holds?.() ?? true

/** A confirmation without an action is not added to the notices. */
const isKept = ({ tone, action }: Toast) => action !== undefined || tone === 'bad' || tone === 'warn'

/**
 * Short messages at the bottom of the window, which screen readers say politely. Each disappears by itself, but not while the pointer
 * or the focus is on it. Important ones stay in the list of notices. `toasts.show({ tone: 'ok', title })`.
 */
export class Toasts {
  #last = 0
  #all = $state.raw<readonly ShownToast[]>([])
  #notices = $state.raw<readonly KeptToast[]>([])
  #unread = $state(0)
  #isHeld = false
  #screen: () => string | undefined = () => undefined
  readonly #timers: Record<number, ReturnType<typeof setTimeout>> = {}

  /** The newest toasts. */
  get shown(): readonly ShownToast[] {
    return this.#all.filter(stillHolds).slice(-AT_MOST)
  }

  /** The notices, newest first. */
  get notices(): readonly KeptToast[] {
    return this.#notices.filter(stillHolds)
  }

  get unread(): number {
    return this.#notices.slice(0, this.#unread).filter(stillHolds).length
  }

  show(toast: Toast): void {
    const again = [...this.#all, ...this.#notices].find(
      ({ title, text }) => title === toast.title && text === toast.text,
    )
    if (again) this.dismiss(again.id) // the same toast is shown only once, at its newest place
    const one = { ...toast, id: ++this.#last, screen: this.#screen() }
    this.#all = [...this.#all, one]
    if (!this.#isHeld) this.#time(one.id)
    if (!isKept(toast)) return
    this.#notices = [{ ...one, at: Date.now() }, ...this.#notices].slice(0, MOST_NOTICES)
    this.#unread++
  }

  /** Keeps all toasts while the pointer or the focus is on them. */
  readonly hold = (): void => {
    this.#isHeld = true
    for (const { id } of this.#all) this.#stop(id)
  }

  readonly release = (): void => {
    if (!this.#isHeld) return
    this.#isHeld = false
    for (const { id } of this.#all) this.#time(id)
  }

  /** Sets the getter of the player's screen. */
  follow(screen: () => string): void {
    this.#screen = screen
  }

  /** Removes the toasts of other screens. */
  readonly leaveOthers = (): void => {
    const here = this.#screen()
    for (const { id, screen } of this.#all) if (screen !== undefined && screen !== here) this.#drop(id)
  }

  /** Removes all toasts, but not the notices. */
  readonly leave = (): void => {
    for (const { id } of this.#all) this.#stop(id)
    this.#all = []
    this.#isHeld = false
  }

  /** Removes a toast, and its notice. */
  dismiss(id: number): void {
    this.#drop(id)
    const at = this.#notices.findIndex((notice) => notice.id === id)
    if (at >= 0 && at < this.#unread) this.#unread-- // the newest notices are the unread ones
    this.#notices = this.#notices.filter((notice) => notice.id !== id)
  }

  readonly read = (): void => {
    this.#unread = 0
  }

  readonly clear = (): void => {
    this.#notices = []
    this.#unread = 0
  }

  #time(id: number): void {
    this.#timers[id] = setTimeout(() => this.#drop(id), STAY_MS)
  }

  #stop(id: number): void {
    clearTimeout(this.#timers[id])
    delete this.#timers[id]
  }

  #drop(id: number): void {
    this.#stop(id)
    this.#all = this.#all.filter((toast) => toast.id !== id)
    if (this.#all.length === 0) this.#isHeld = false // the element under the pointer is gone
  }
}

/** The page's only instance. */
export const toasts = new Toasts()
