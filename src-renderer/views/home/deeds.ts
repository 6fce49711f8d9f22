import { modsOf } from '../../mods/mods.svelte.ts'
import { joinsOf } from '../../play/index.ts'
import { useRepairs } from '../../mods/repair/repairs.svelte.ts'
import { useMain } from '#shared/bridge/index.ts'
import { useRouter } from '#shared/router/index.ts'
import { useTry } from '#shared/use-try.ts'
import { toMods } from '../to-mods.ts'
import type { Away, Deeds } from './pending-lines.ts'

/** What the lines do, by why the community cannot be reached. Call it while a component is set up. */
export function useDeeds(): (away: Away) => Deeds {
  const main = useMain()
  const router = useRouter()
  const attempt = useTry()
  const { timeFor } = useRepairs()
  return (away) => ({
    away,
    mayMend: !joinsOf(main).game.running && !modsOf(main).isFolderGone,
    timeFor,
    go: (screen) => router.go(screen),
    toMod: (modId, repair) => toMods(router, main, repair ? 'repair' : 'check-files', modId),
    check: (mod) => void modsOf(main).check(mod, 'quick'),
    makeRoom: () => router.go('mods', { tab: 'quarantine' }),
    resume: (modId) => void attempt(() => main.repair.resume({ modId })),
    install: () => void attempt(() => main.updates.install(undefined)),
  })
}
