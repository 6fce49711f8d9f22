import type { PlayerSettings, SettingsChange, SettingsNotice } from '../../src-preload/contract/settings.ts'
import type { Main } from '#shared/bridge/index.ts'

/** The player's choices as the settings screen shows and changes them. */
export class Preferences {
  readonly #main: Main
  #settings = $state.raw<PlayerSettings | undefined>()
  #notices = $state.raw<readonly SettingsNotice[]>([])
  #failure = $state.raw<unknown>()
  #refused: SettingsChange = {}

  constructor(main: Main) {
    this.#main = main
  }

  /** Follows the settings; returns the way to stop. */
  readonly follow = (): (() => void) =>
    this.#main.settings.state((view) => {
      this.#settings = view.settings
      this.#notices = view.notices
    })

  get settings(): PlayerSettings | undefined {
    return this.#settings
  }

  get notices() {
    return this.#notices
  }

  /** Why the last change was not kept. */
  get failure() {
    return this.#failure
  }

  readonly dismissNotices = (): void => void this.#main.settings.dismissNotices(undefined)

  /** Makes the refused change once more. */
  readonly again = (): void => void this.change(this.#refused)

  /** Makes a change; why one cannot be kept is in `failure`. */
  readonly change = async (change: SettingsChange): Promise<void> => {
    try {
      await this.#main.settings.change(change)
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
      this.#refused = change
    }
  }
}
