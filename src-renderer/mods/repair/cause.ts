import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import type { RepairCause, RepairTrouble } from '../../../src-preload/contract/repair.ts'
import type { Translate } from '#shared/i18n/index.ts'

export interface CauseText {
  /** For the player to tell support: the cause's own code, with the code of the server or the system. */
  code: string
  sentence: string
  advice: string
}

/** The texts of a cause for the player. */
export function describeCause(cause: RepairCause, t: Translate): CauseText {
  const { kind, ...facts } = cause
  const program = cause.kind === 'locked' ? cause.program : null
  const values = { ...facts, known: program !== null, program: program ?? '' } as Record<
    string,
    string | number | boolean
  >
  const given = values['status'] ?? values['errno']
  const code = given === undefined ? repairCodes[kind] : `${repairCodes[kind]} · ${String(given)}`
  return { code, sentence: t(`repair.cause.${kind}`, values), advice: t(`repair.advice.${kind}`, values) }
}

/** Groups troubles with the same text, the largest group first. */
export function groupTroubles(troubles: readonly RepairTrouble[], t: Translate): (CauseText & { paths: string[] })[] {
  const groups = new Map<string, CauseText & { paths: string[] }>()
  for (const { path, cause } of troubles) {
    const text = describeCause(cause, t)
    const told = `${text.sentence} ${text.code}`
    const group = groups.get(told)
    if (group) group.paths.push(path)
    else groups.set(told, { ...text, paths: [path] })
  }
  return [...groups.values()].sort((a, b) => b.paths.length - a.paths.length)
}
