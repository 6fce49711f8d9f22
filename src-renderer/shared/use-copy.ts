import { copyText } from './clipboard.ts'
import { useI18n } from './i18n/index.ts'
import { toasts } from './ui/toasts.svelte.ts'

/** At a component's top: copies text and says so. `shown`: what of it the toast shows. */
export function useCopy(): (text: string, shown?: string) => void {
  const { t } = useI18n()
  return (text, shown) => {
    if (copyText(text)) toasts.show({ tone: 'ok', title: t('common.copied'), text: shown })
  }
}
