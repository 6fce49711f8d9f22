import { createContext, tick } from 'svelte'
import { opensSetup } from '../../../src-preload/contract/settings.ts'
import type { Try } from '#shared/use-try.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import type { Router } from '#shared/router/index.ts'
import type { AppState } from '../app.svelte.ts'

/** The first steps: a page in the place of Home until they are done or put off, then an entry in the bar until put off again. */
export class Setup {
  readonly #app: AppState
  readonly #router: Router
  readonly #attempt: Try
  #reopened = $state(false)
  #left = $state(false)

  constructor(app: AppState, router: Router, attempt: Try) {
    this.#app = app
    this.#router = router
    this.#attempt = attempt
  }

  /** It stands where Home would: what leads elsewhere, as a link does, is followed. */
  get isOpen(): boolean {
    if (this.#router.screen !== 'home') return false
    return this.#reopened || (opensSetup(this.#app.settings.settings) && !this.#left)
  }

  /** The bar has an entry that leads back. */
  get isPutOff(): boolean {
    return !this.#app.settings.settings.welcomed
  }

  readonly open = (): void => {
    this.#reopened = true
    this.#router.go('home')
  }

  /** Closes the page; what is put off twice is not offered any more. */
  readonly later = (): void => {
    const { welcomeLater } = this.#app.settings.settings
    this.#close(welcomeLater ? { welcomed: true } : { welcomeLater: true })
  }

  /** The demo runs already; the way to a community of one's own stays in the bar. */
  readonly tryDemo = (): void => this.#close({ welcomeLater: true })

  readonly finish = (): void => this.#close({ welcomed: true })

  /** The page opens again after the restart that a new community brings, at its next step. */
  readonly goOnAfterRestart = (): Promise<unknown> => this.#app.main.settings.change({ welcomeLater: false })

  /** The page goes at once, also where the settings cannot be written; that is told. */
  #close(change: { welcomed?: boolean; welcomeLater?: boolean }): void {
    this.#reopened = false
    this.#left = true
    toasts.leave()
    void tick().then(() => document.getElementById('content')?.focus())
    void this.#attempt(() => this.#app.main.settings.change(change))
  }
}

export const [useSetup, provideSetup] = createContext<Setup>()
