import type { TellFailure } from '#shared/failure/remedies.ts'
import type { AppState } from './app.svelte.ts'

/** The favourite servers of the present community, kept in the settings. Its getters read state. */
export function favouritesOf(app: AppState, tell: TellFailure) {
  const key = (id: number) => `${app.profile.id}/${id}`
  const list = () => app.settings.settings.favouriteServers
  function toggle(id: number): void {
    const now = list()
    const next = now.includes(key(id)) ? now.filter((one) => one !== key(id)) : [...now, key(id)]
    app.main.settings.change({ favouriteServers: next }).catch((failure: unknown) => tell(failure, () => toggle(id)))
  }
  return { has: (id: number) => list().includes(key(id)), toggle }
}
