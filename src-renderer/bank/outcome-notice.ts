import { isFailure } from '../../src-preload/contract/failure.ts'
import { useTellFailure } from '#shared/failure/remedies.ts'
import { useI18n } from '#shared/i18n/index.ts'
import { useRouter } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import { stateWords, toneOf } from './receipt.ts'
import type { TransferNeeds } from './transfer.svelte.ts'

/** At a component's top: shows the outcome of a transfer that ended in the background, on any screen. */
export function useOutcomeNotice(): TransferNeeds['onoutcome'] {
  const { t } = useI18n()
  const router = useRouter()
  const tellFailure = useTellFailure()
  return (outcome) => {
    if ('failure' in outcome) {
      const { failure } = outcome
      if (!(isFailure(failure) && failure.is('money-locked'))) tellFailure(failure)
      return
    }
    // without amount or name, because it stays visible when the bank is locked
    const action = { label: t('common.show'), run: () => router.go('bank') }
    toasts.show({ tone: toneOf(outcome), title: t('bank.outcome', { state: stateWords(outcome, t) }), action })
  }
}
