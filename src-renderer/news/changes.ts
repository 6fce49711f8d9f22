import type { ChangeLine, Changelog } from '../../src-preload/contract/community/index.ts'
import { plainText } from '#shared/html/index.ts'
import { search } from '#shared/search.ts'

/** The parts of a changelog, in their order. */
export const sections = ['mission', 'map', 'mod'] as const

/** When a changelog was released, or else created, epoch ms; 0 if the service names neither. */
export const momentOf = (log: Changelog): number => Date.parse(log.releaseAt ?? log.createdAt ?? '') || 0

/** Newest first. */
export const newestFirst = (logs: readonly Changelog[]): Changelog[] =>
  [...logs].sort((a, b) => momentOf(b) - momentOf(a) || b.id - a.id)

/** Changelogs with only the changes of one kind. */
export const changesOf = (logs: readonly Changelog[], kind: (typeof sections)[number]): readonly Changelog[] =>
  logs
    .filter((log) => log[kind].length > 0)
    .map((log) => ({ ...log, mission: [], map: [], mod: [], [kind]: log[kind] }))

const fits = (lines: readonly ChangeLine[], query: string) => [...search(lines, query, ({ text }) => plainText(text))]

/** Changelogs with only the lines that match the query. If the version or note matches, all its lines stay. */
export function searchChanges(logs: readonly Changelog[], query: string): readonly Changelog[] {
  const whole = new Set(search(logs, query, (log) => `${log.version} ${plainText(log.note)}`))
  return logs.flatMap((log) => {
    if (whole.has(log)) return [log]
    const [mission, map, mod] = [fits(log.mission, query), fits(log.map, query), fits(log.mod, query)]
    return mission.length + map.length + mod.length > 0 ? [{ ...log, mission, map, mod }] : []
  })
}
