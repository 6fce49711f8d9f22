import { toasts } from '#shared/ui/toasts.svelte.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { describeFailure } from '#shared/failure/describe.ts'
import type { AppState } from './app.svelte.ts'

/** The favourite servers of the present community, kept in the settings. Its getters read state. */
export function favouritesOf(app: AppState, t: Translate) {
  const key = (id: number) => `${app.profile.id}/${id}`
  const list = () => app.settings.settings.favouriteServers
  return {
    has: (id: number) => list().includes(key(id)),
    toggle: (id: number) => {
      const now = list()
      const next = now.includes(key(id)) ? now.filter((one) => one !== key(id)) : [...now, key(id)]
      app.main.settings
        .change({ favouriteServers: next })
        .catch((failure: unknown) => toasts.show({ tone: 'bad', title: describeFailure(failure, t).sentence }))
    },
  }
}
