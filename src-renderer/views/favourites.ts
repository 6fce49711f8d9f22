import type { Try } from '#shared/use-try.ts'
import type { AppState } from './app.svelte.ts'

/** The favourite servers of the present community, kept in the settings. Its getters read state. */
export function favouritesOf(app: AppState, attempt: Try) {
  const key = (id: number) => `${app.profile.id}/${id}`
  const list = () => app.settings.settings.favouriteServers
  function toggle(id: number): void {
    const now = list()
    const next = now.includes(key(id)) ? now.filter((one) => one !== key(id)) : [...now, key(id)]
    void attempt(() => app.main.settings.change({ favouriteServers: next }))
  }
  return { has: (id: number) => list().includes(key(id)), toggle }
}
