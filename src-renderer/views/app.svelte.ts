import { createContext } from 'svelte'
import type { PageStart, ProfileView, SettingsView } from '../../src-preload/contract/settings.ts'
import type { Main } from '#shared/bridge/index.ts'
import { surroundings } from '#shared/resource/index.ts'

/** What the whole page shares: the bridge, the player's settings and the community's profile. */
export class AppState {
  readonly main: Main
  #settings: SettingsView
  #profile: ProfileView

  /** `start`: what the document brought; main's changes follow. */
  constructor(main: Main, start: PageStart) {
    this.main = main
    this.#settings = $state.raw(start.settings)
    this.#profile = $state.raw(start.profile)
    main.settings.state((view) => (this.#settings = view))
    main.settings.profile((profile) => {
      this.#profile = profile
      surroundings.tell({ local: profile.local })
    })
    main.play.game(({ running }) => surroundings.tell({ playing: running === true }))
  }

  get settings() {
    return this.#settings
  }

  get profile() {
    return this.#profile
  }
}

export const [getApp, provideApp] = createContext<AppState>()
