import { filesThatDiffer, isAbsent, type ModView } from '../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'

/** Where a mod stands, in the words that the player reads everywhere. */
export type Standing =
  | 'no-files'
  | 'working'
  | 'paused'
  | 'unknown'
  | 'not-trusted'
  | 'not-installed'
  | 'update'
  | 'damaged'
  | 'stale'
  | 'ready'

export function standingOf({ hasFiles, verification, distrust }: ModView, update: ModUpdate | undefined): Standing {
  if (!hasFiles) return 'no-files'
  if (verification.state === 'verifying') return 'working'
  if (verification.state === 'paused') return 'paused'
  if (distrust) return 'not-trusted'
  if (verification.state === 'unknown') return 'unknown'
  if (isAbsent(verification.last)) return 'not-installed'
  if (update) return 'update'
  return verification.state
}

/** What brings a mod to "ready", before it is asked for: files and bytes to fetch, as far as the list says. */
export interface Offer {
  kind: 'install' | 'update' | 'repair'
  files: number
  bytes: number
}

/** Undefined where there is nothing to do, or nobody knows what. */
export function offerOf(mod: ModView, update: ModUpdate | undefined): Offer | undefined {
  const standing = standingOf(mod, update)
  if (standing === 'update' && update)
    return { kind: 'update', files: update.added + update.changed, bytes: update.fetchBytes }
  const last = 'last' in mod.verification ? mod.verification.last : null
  if (!last || (standing !== 'not-installed' && standing !== 'damaged')) return undefined
  const kind = standing === 'damaged' ? 'repair' : 'install'
  return { kind, files: filesThatDiffer(last.counts), bytes: mod.fetchBytes }
}
