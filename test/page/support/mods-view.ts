import type { CheckSummary, ModsView, ModView, Verification } from '../../../src-preload/contract/mods.ts'
import { noCounts } from '../../../src-main/mods/index.ts'

const checkedAt = new Date(0).toISOString()
export const last: CheckSummary = {
  tier: 'quick',
  result: 'damaged',
  counts: { ...noCounts(), ok: 5, missing: 3 },
  filesListed: 8,
  refused: 0,
  unverified: 0,
  bytesHashed: 0,
  listVersion: 'v1',
  missingBytes: 0,
  startedAtMs: 0,
  checkedAt,
  fullAt: null,
  isInstalled: true,
}

/** Three of eight files are missing. */
export const damaged: Verification = { state: 'damaged', last }

/** What main tells of a community with one mod. */
export function modsViewOf(verification: Verification, more: Partial<ModView> = {}, gameDir = '/game'): ModsView {
  const words = { name: 'Harbour', description: '', imageUrl: '', folder: '@Harbour' }
  const mod = {
    id: 7,
    ...words,
    active: true,
    hasFiles: true,
    verification,
    distrust: null,
    held: false,
    ...more,
  }
  return { gameDir, gameDirExists: true, asOf: checkedAt, refreshFailure: null, mods: [mod] }
}
