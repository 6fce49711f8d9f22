import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import type { RepairCause, RepairTrouble } from '../../../src-preload/contract/repair.ts'
import type { Translate } from '#shared/i18n/index.ts'

export interface CauseText {
  /** What a player can tell support. */
  code: string
  sentence: string
  advice: string
}

/** What to tell a player about a cause. */
export function describeCause(cause: RepairCause, t: Translate): CauseText {
  const { kind, ...facts } = cause
  const program = cause.kind === 'locked' ? cause.program : null
  const values = { ...facts, known: program !== null, program: program ?? '' } as Record<
    string,
    string | number | boolean
  >
  return { code: repairCodes[kind], sentence: t(`repair.cause.${kind}`, values), advice: t(`repair.advice.${kind}`) }
}

/** Troubles by what is told about them, the most frequent first. */
export function groupTroubles(troubles: readonly RepairTrouble[], t: Translate): (CauseText & { paths: string[] })[] {
  const groups = new Map<string, CauseText & { paths: string[] }>()
  for (const { path, cause } of troubles) {
    const text = describeCause(cause, t)
    const group = groups.get(text.sentence)
    if (group) group.paths.push(path)
    else groups.set(text.sentence, { ...text, paths: [path] })
  }
  return [...groups.values()].sort((a, b) => b.paths.length - a.paths.length)
}
