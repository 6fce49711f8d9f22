import {
  keepsLonger,
  limitsOf,
  type PageChange,
  type QuarantineLimits,
  type SettingsView,
} from '../../src-preload/contract/settings.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

/** The player's settings, shown and changed by the settings screen. */
export class Preferences {
  readonly #main: Main
  readonly #view: () => SettingsView
  readonly attempt = new Attempt()

  constructor(main: Main, view: () => SettingsView) {
    this.#main = main
    this.#view = view
  }

  get settings() {
    return this.#view().settings
  }

  get notices() {
    return this.#view().notices
  }

  readonly dismissNotices = () => this.attempt.make(() => this.#main.settings.dismissNotices(undefined))

  /** Main asks the player if files are deleted earlier than before. */
  readonly keepQuarantine = (change: Partial<QuarantineLimits>): Promise<void> =>
    this.attempt.make(() => {
      const present = limitsOf(this.settings)
      const limits = { ...present, ...change }
      return keepsLonger(limits, present)
        ? this.#main.settings.keepQuarantineLonger(limits)
        : this.#main.settings.keepQuarantine(limits)
    })

  readonly change = (change: PageChange): Promise<void> => this.attempt.make(() => this.#main.settings.change(change))
}
