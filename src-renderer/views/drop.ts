import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import { handOver } from '#shared/bridge/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'

/** Accepts a file that is dragged over the window. Otherwise the system shows that it cannot be dropped. */
export function onFileOver(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
}

/** Reads and shows a community's profile that was dropped on the window. It is added only if the player says so. */
export function onFileDrop(event: DragEvent, router: Router, t: Translate): void {
  const file = event.dataTransfer?.files[0]
  if (event.defaultPrevented || !file) return
  event.preventDefault()
  if (file.name.toLowerCase().endsWith('.json'))
    void handOver(file).then((number) => router.go('settings', { tab: 'communities' }, `add-file ${number}`))
  else toasts.show({ tone: 'warn', title: t('settings.community.drop-refused') })
}
