import type { PriceAlert } from '../../src-preload/contract/settings.ts'
import type { Try } from '#shared/use-try.ts'
import type { AppState } from './app.svelte.ts'

/** The market prices that the player waits for in the present community, kept in the settings. Its getter reads state. */
export function priceAlertsOf(app: AppState, attempt: Try) {
  const all = () => app.settings.settings.priceAlerts
  const id = () => app.profile.id
  function set(next: PriceAlert[]): void {
    void attempt(() => app.main.settings.change({ priceAlerts: { ...all(), [id()]: next } }))
  }
  return {
    get list(): readonly PriceAlert[] {
      return all()[id()] ?? []
    },
    set,
  }
}
