import type { PriceAlert } from '../../src-preload/contract/settings.ts'

/** The alerts with one more; setting the same twice changes nothing. */
export const withAlert = (alerts: readonly PriceAlert[], more: PriceAlert): PriceAlert[] => [
  ...withoutAlert(alerts, more),
  more,
]

export const withoutAlert = (alerts: readonly PriceAlert[], less: PriceAlert): PriceAlert[] =>
  alerts.filter(({ item, when, price }) => item !== less.item || when !== less.when || price !== less.price)
