import type { useI18n } from '#shared/i18n/index.ts'
import type { useRouter } from '#shared/router/index.ts'
import type { CheckWords } from './mods.svelte.ts'

/** How a check is called in the list of jobs, and where it leads. */
export const checkWords = (
  { t }: Pick<ReturnType<typeof useI18n>, 't'>,
  router: Pick<ReturnType<typeof useRouter>, 'go'>,
): CheckWords => ({
  title: (checked, tier) => t(tier === 'full' ? 'mods.job.full' : 'mods.job.quick', { mod: checked.name }),
  open: () => router.go('mods'),
})
