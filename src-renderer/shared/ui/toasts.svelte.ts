import type { StateTone } from './icon.ts'

export interface Toast {
  tone: StateTone
  title: string
  text?: string
  action?: { label: string; run: () => void }
  /** Whether what it says is still so; it is gone while it is not. Absent: it stays so. */
  holds?: () => boolean
}

/** `screen`: where the player was when it was told. */
export type ShownToast = Toast & { id: number; screen?: string }

/** What was told and may matter later; `at`: epoch ms. */
export type Notice = ShownToast & { at: number }

/** Shown at once. */
const AT_MOST = 3
const STAY_MS = 8_000
const MOST_NOTICES = 30

const stillHolds = ({ holds }: Toast) => holds?.() ?? true

/** A confirmation that nothing follows from is not worth a list. */
const matters = ({ tone, action }: Toast) => action !== undefined || tone === 'bad' || tone === 'warn'

/**
 * Short words at the foot of the window, read out politely. Each leaves by itself, later while the pointer or the focus is on it; what
 * matters stays in the list of notices. `toasts.show({ tone: 'ok', title })`.
 */
export class Toasts {
  #last = 0
  #all = $state.raw<readonly ShownToast[]>([])
  #notices = $state.raw<readonly Notice[]>([])
  #unread = $state(0)
  #isHeld = false
  #screen: () => string | undefined = () => undefined
  readonly #timers: Record<number, ReturnType<typeof setTimeout>> = {}

  /** The newest. */
  get shown(): readonly ShownToast[] {
    return this.#all.filter(stillHolds).slice(-AT_MOST)
  }

  /** What mattered, newest first. */
  get notices(): readonly Notice[] {
    return this.#notices.filter(stillHolds)
  }

  get unread(): number {
    return this.#notices.slice(0, this.#unread).filter(stillHolds).length
  }

  show(toast: Toast): void {
    const again = [...this.#all, ...this.#notices].find(
      ({ title, text }) => title === toast.title && text === toast.text,
    )
    if (again) this.dismiss(again.id) // told once, where it was told last
    const one = { ...toast, id: ++this.#last, screen: this.#screen() }
    this.#all = [...this.#all, one]
    if (!this.#isHeld) this.#time(one.id)
    if (!matters(toast)) return
    this.#notices = [{ ...one, at: Date.now() }, ...this.#notices].slice(0, MOST_NOTICES)
    this.#unread++
  }

  /** None leaves while the player is at them. */
  readonly hold = (): void => {
    this.#isHeld = true
    for (const { id } of this.#all) this.#stop(id)
  }

  readonly release = (): void => {
    if (!this.#isHeld) return
    this.#isHeld = false
    for (const { id } of this.#all) this.#time(id)
  }

  /** Learns how to tell which screen the player is on. */
  follow(screen: () => string): void {
    this.#screen = screen
  }

  /** What was told on another screen leaves. */
  readonly leaveOthers = (): void => {
    const here = this.#screen()
    for (const { id, screen } of this.#all) if (screen !== undefined && screen !== here) this.#drop(id)
  }

  /** All of them leave. */
  readonly leave = (): void => {
    for (const { id } of this.#all) this.#stop(id)
    this.#all = []
    this.#isHeld = false
  }

  /** Has been seen: it leaves, and the list too. */
  dismiss(id: number): void {
    this.#drop(id)
    const at = this.#notices.findIndex((notice) => notice.id === id)
    if (at >= 0 && at < this.#unread) this.#unread-- // the newest are those that were not read
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
    if (this.#all.length === 0) this.#isHeld = false // what the pointer was on is gone
  }
}

/** The page's one pile of toasts. */
export const toasts = new Toasts()
