import type { Fix } from '../../src-preload/contract/play.ts'
import type { Router } from '#shared/router/index.ts'

/** Leads to the mod that a fix is about, and to the plan of its repair where that is the fix. */
export function toMods(router: Pick<Router, 'go'>, fix: Fix, modId: number | null): void {
  if (modId === null) router.go('mods')
  else router.go('mods', { id: String(modId) }, fix === 'repair' ? 'repair' : undefined)
}
