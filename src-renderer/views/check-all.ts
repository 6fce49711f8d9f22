import type { ModView } from '../../src-preload/contract/mods.ts'
import { modsOf } from '../mods/mods.svelte.ts'
import { firstOf, type SourceTools } from './search/source.ts'

/** Checks each installed mod fully, one after the other. Checks that are already running continue. */
export async function checkAll({ main, router }: Pick<SourceTools, 'main' | 'router'>): Promise<void> {
  router.go('mods')
  const { mods } = await firstOf(main.mods.state)
  const isInstalled = ({ active, hasFiles, held }: ModView) => active && hasFiles && !held
  for (const mod of mods.filter(isInstalled)) await modsOf(main).check(mod, 'full')
}
