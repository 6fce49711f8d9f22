import type { Fix } from '../../src-preload/contract/play.ts'
import { modsOf } from '../mods/mods.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import type { Router } from '#shared/router/index.ts'

/** Opens the mod that a fix is about, and the plan of its repair if that is the fix. */
export function toMods(router: Pick<Router, 'go'>, main: Main, fix: Fix, modId: number | null): void {
  if (fix === 'repair' && modId !== null) modsOf(main).askForRepair(modId)
  router.go('mods', modId === null ? {} : { id: String(modId) })
}
