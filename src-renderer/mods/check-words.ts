import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import type { CheckWords } from './mods.svelte.ts'

/** The title of a check in the list of jobs, and the screen that it opens. */
export const checkWords = (t: Translate, format: Format, router: Router): CheckWords => ({
  title: (checked, tier) => t(tier === 'full' ? 'mods.job.full' : 'mods.job.quick', { mod: checked.name }),
  detail: (progress) => format.progress(progress),
  open: () => router.go('mods'),
})
