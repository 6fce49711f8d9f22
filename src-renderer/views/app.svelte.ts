import { createContext } from 'svelte'
import { MOST_KEPT } from '../../src-preload/contract/most-kept.ts'
import type { PageStart, ProfileView, SettingsView, PlayerSettings } from '../../src-preload/contract/settings.ts'
import type { Main } from '#shared/bridge/index.ts'
import { useI18n } from '#shared/i18n/index.ts'
import { surroundings } from '#shared/resource/index.ts'
import { toasts, type Toast } from '#shared/ui/toasts.svelte.ts'
import type { Try } from '#shared/use-try.ts'
import { Friends } from '../servers/friends.ts'

/** Shared by the whole page: the bridge, the player's settings and the community's profile. */
export class AppState {
  readonly main: Main
  readonly ownLinks: boolean
  #settings: SettingsView
  #profile: ProfileView

  /** `start`: the data in the document. Main sends the changes later. */
  constructor(main: Main, start: PageStart) {
    this.main = main
    this.ownLinks = start.ownLinks
    this.#settings = $state.raw(start.settings)
    this.#profile = $state.raw(start.profile)
    main.settings.state((view) => (this.#settings = view))
    main.settings.profile((profile) => {
      this.#profile = profile
      surroundings.update({ local: profile.local })
    })
    main.play.game(({ running }) => surroundings.update({ playing: running === true }))
  }

  get settings() {
    return this.#settings
  }

  get profile() {
    return this.#profile
  }

  /** Labels of the settings that this community or this installation does not have. */
  get absent(): string[] {
    return [...(this.profile.discord ? [] : ['settings.discord']), ...(this.ownLinks ? [] : ['settings.open-links'])]
  }
}

export const [getApp, provideApp] = createContext<AppState>()

type Lists = Pick<PlayerSettings, 'friends' | 'priceAlerts' | 'mapPins'>

const fullText = {
  favouriteServers: 'servers.favourites-full',
  friends: 'home.friends.full',
  priceAlerts: 'market.alert.full',
  mapPins: 'map.pins-full',
} as const

/** At a component's top: a function that checks if a list is short enough to be kept. If it is not, a toast says so. */
function useRoom(key: keyof typeof fullText, wayThere?: () => Toast['action']) {
  const { t } = useI18n()
  return (list: readonly unknown[]): boolean => {
    const hasRoom = list.length <= MOST_KEPT
    if (!hasRoom) toasts.show({ tone: 'warn', title: t(fullText[key], { most: MOST_KEPT }), action: wayThere?.() })
    return hasRoom
  }
}

/** At a component's top: the favourite servers of the present community, kept in the settings. The getters read state. */
export function favouritesOf(app: AppState, attempt: Try) {
  const hasRoom = useRoom('favouriteServers')
  const key = (id: number) => `${app.profile.id}/${id}`
  const list = () => app.settings.settings.favouriteServers
  function toggle(id: number): void {
    const isIn = list().includes(key(id))
    const next = () => [...list().filter((one) => one !== key(id)), ...(isIn ? [] : [key(id)])]
    // each attempt takes the list of its time, since a retry may come later
    if (hasRoom(next())) void attempt(() => app.main.settings.change({ favouriteServers: next() }))
  }
  return { has: (id: number) => list().includes(key(id)), toggle }
}

/**
 * At a component's top: the present community's list under a key of the settings. The getter reads state.
 * @param wayThere the toast's action when the list is full: it leads to the list
 */
export function listOf<K extends keyof Lists>(app: AppState, attempt: Try, key: K, wayThere?: () => Toast['action']) {
  const hasRoom = useRoom(key, wayThere)
  const all = (): Lists[K] => app.settings.settings[key]
  const list = () => (all()[app.profile.id] ?? []) as Lists[K][string]
  return {
    get list() {
      return list()
    },
    /** Changes the list that there is at each attempt, since a retry may come later. Returns true if there was room. If not, a toast says so. */
    change: (change: (now: Lists[K][string]) => Lists[K][string]): boolean => {
      const isKept = hasRoom(change(list()))
      if (isKept)
        void attempt(() => app.main.settings.change({ [key]: { ...all(), [app.profile.id]: change(list()) } }))
      return isKept
    },
  }
}

/** At a component's top: the friends in the present community. */
export function friendsOf(app: AppState, attempt: Try): Friends {
  const friends = listOf(app, attempt, 'friends')
  return new Friends(() => friends.list, friends.change)
}
