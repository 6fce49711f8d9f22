import type { TransferEntry } from '../../../src-preload/contract/bank.ts'
import type { Notice } from './notice.ts'

/** States after which nothing more happens by itself, or nobody knows what did. */
const outcomes = new Set<TransferEntry['state']>(['succeeded', 'refused', 'not-sent', 'unknown'])

/**
 * What of a changed transfer is news: an unsettled one that was found among the bookings, and any outcome while nobody looks
 * (`watched`: a window of ours has the focus, and shows it). The player's own word is none.
 */
export function transferNotice(entry: TransferEntry, currency: string, watched: boolean): Notice | undefined {
  const { id, state, settledBy, overridden, amount, payee, to } = entry
  const found = settledBy === 'transactions'
  const unseen = !watched && !overridden && settledBy !== 'player' && outcomes.has(state)
  if (!found && !unseen) return undefined
  return {
    class: 'transfer',
    key: `transfer:${id}:${state}`,
    name: payee || to,
    facts: { state: state.replace('-', '_'), amount, currency },
    isPrivate: true,
    place: { screen: 'bank' },
  }
}
