import type { PriceAlert } from '../../src-preload/contract/settings.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { describeFailure } from '#shared/failure/describe.ts'
import type { AppState } from './app.svelte.ts'

/** The market prices that the player waits for in the present community, kept in the settings. Its getter reads state. */
export function priceAlertsOf(app: AppState, t: Translate) {
  const all = () => app.settings.settings.priceAlerts
  const id = () => app.profile.id
  return {
    get list(): readonly PriceAlert[] {
      return all()[id()] ?? []
    },
    set: (next: PriceAlert[]) => {
      app.main.settings
        .change({ priceAlerts: { ...all(), [id()]: next } })
        .catch((failure: unknown) => toasts.show({ tone: 'bad', title: describeFailure(failure, t).sentence }))
    },
  }
}
