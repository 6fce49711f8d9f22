import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import { handOver } from '#shared/bridge/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'

/** A file over the window is let in, or the system would show that nothing can be dropped. */
export function onFileOver(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
}

/** A community's profile file dropped on the window: it is read and shown, and kept only when the player says so. */
export function onFileDrop(event: DragEvent, router: Router, t: Translate): void {
  const file = event.dataTransfer?.files[0]
  if (event.defaultPrevented || !file) return
  event.preventDefault()
  if (file.name.toLowerCase().endsWith('.json'))
    void handOver(file).then((number) => router.go('settings', { tab: 'communities', file: String(number) }))
  else toasts.show({ tone: 'warn', title: t('settings.community.drop-refused') })
}
