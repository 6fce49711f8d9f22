import type { CheckSummary } from '../../src-preload/contract/mods.ts'
import type { TimeValue } from './format/index.ts'
import type { Translate } from './i18n/index.ts'

/** How a mod was checked, and when. A full check that still counts comes first, even if quick checks followed it. */
export function checkedWhen(
  { tier, checkedAt, fullAt }: Pick<CheckSummary, 'tier' | 'fullAt'> & { checkedAt: TimeValue },
  t: Translate,
  time: (at: TimeValue) => string,
): string {
  const when = time(checkedAt)
  if (tier === 'quick' && fullAt !== null) return t('mods.checked-since', { full: time(fullAt), quick: when })
  return t('mods.checked', { tier: t(tier === 'full' ? 'mods.tier.full' : 'mods.tier.quick'), when })
}
