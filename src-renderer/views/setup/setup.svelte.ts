import { createContext, tick } from 'svelte'
import { opensSetup } from '../../../src-preload/contract/settings.ts'
import type { Try } from '#shared/use-try.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import type { Router } from '#shared/router/index.ts'
import type { AppState } from '../app.svelte.ts'

/** The first steps: a page instead of Home until they are done or postponed. Then the bar has an entry until they are postponed again. */
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

  /** True while the page is shown instead of Home. Other screens, which a link may open, are shown as usual. */
  get isOpen(): boolean {
    if (this.#router.screen !== 'home') return false
    return this.#reopened || (opensSetup(this.#app.settings.settings) && !this.#left)
  }

  /** The bar has an entry for the first steps. */
  get isPutOff(): boolean {
    return !this.#app.settings.settings.welcomed
  }

  readonly open = (): void => {
    this.#reopened = true
    this.#router.go('home')
  }

  /** Closes the page. After the second time it is not offered any more. */
  readonly later = (): void => {
    const { welcomeLater } = this.#app.settings.settings
    this.#close(welcomeLater ? { welcomed: true } : { welcomeLater: true })
  }

  /** Goes on with the demo, or restarts with it if a community was added before. The bar keeps its entry for adding a community. */
  readonly tryDemo = (): void => {
    this.#close({ triedDemo: true })
    if (!this.#app.profile.demo) void this.#attempt(() => this.#app.main.communities.choose({ id: 'demo' }))
  }

  readonly finish = (): void => this.#close({ welcomed: true })

  /** Makes the page open at its next step after the restart that adding a community causes; after the demo, also if the steps were done. */
  readonly goOnAfterRestart = (): Promise<unknown> => {
    this.#left ||= !this.isOpen // it does not open here if the community cannot be added
    const anew = this.#app.profile.demo ? { welcomed: false } : {}
    return this.#app.main.settings.change({ ...anew, welcomeLater: false, triedDemo: false })
  }

  /** Closes the page at once, even if the settings cannot be written. Then a toast says so. */
  #close(change: { welcomed?: boolean; welcomeLater?: boolean; triedDemo?: boolean }): void {
    this.#reopened = false
    this.#left = true
    toasts.leave()
    void tick().then(() => document.getElementById('content')?.focus())
    void this.#attempt(() => this.#app.main.settings.change(change))
  }
}

export const [useSetup, provideSetup] = createContext<Setup>()
