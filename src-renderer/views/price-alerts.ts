import type { PriceAlert } from '../../src-preload/contract/settings.ts'
import type { TellFailure } from '#shared/failure/remedies.ts'
import type { AppState } from './app.svelte.ts'

/** The market prices that the player waits for in the present community, kept in the settings. Its getter reads state. */
export function priceAlertsOf(app: AppState, tell: TellFailure) {
  const all = () => app.settings.settings.priceAlerts
  const id = () => app.profile.id
  function set(next: PriceAlert[]): void {
    app.main.settings
      .change({ priceAlerts: { ...all(), [id()]: next } })
      .catch((failure: unknown) => tell(failure, () => set(next)))
  }
  return {
    get list(): readonly PriceAlert[] {
      return all()[id()] ?? []
    },
    set,
  }
}
