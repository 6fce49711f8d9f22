import { filesThatDiffer, type CheckSummary, type Problem } from '../../src-preload/contract/mods.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** True if a check's result lists anything. */
export const hasProblems = (last: CheckSummary | null): boolean => countOf(last) > 0

/** How many files a check's result lists. */
export const countOf = (last: CheckSummary | null): number =>
  last === null ? 0 : filesThatDiffer(last.counts) + last.counts.extra

const ROWS_AT_ONCE = 8

/** True if the table of so many problems scrolls, and has a filter and a search. */
export const isLong = (count: number): boolean => count > ROWS_AT_ONCE

/** The table's head, its rows as far as they are shown at once, and its lower border. A single problem is a line of text. */
export const tableHeight = (count: number): string =>
  count === 1 ? '1.25rem' : `calc(${Math.min(count, ROWS_AT_ONCE) + 1} * var(--row) + 1px)`

export function countByResult(problems: readonly Problem[]): Map<Problem['result'], number> {
  const counts = new Map<Problem['result'], number>()
  for (const { result } of problems) counts.set(result, (counts.get(result) ?? 0) + 1)
  return counts
}

/** What was expected and what was found, in words. Digests are only in the report. */
export function describeDifference(problem: Problem, t: Translate, bytes: (size: number) => string): string {
  const word = (value: string | number | null) =>
    value === null ? '–' : typeof value === 'number' ? bytes(value) : value
  const { expected, found } = problem
  switch (problem.result) {
    case 'wrong-hash':
      return ''
    case 'wrong-size':
      // a few bytes more or less would read as the same size
      return word(expected) === word(found)
        ? ''
        : t('mods.detail.differs', { expected: word(expected), found: word(found) })
    case 'case-differs':
      return t('mods.detail.spelled', { found: word(found).split('/').at(-1) ?? '' })
    case 'missing':
    case 'unsupported-hash':
      return word(expected)
    case 'extra':
      return typeof found === 'string' ? t('mods.detail.closed-folder', { errno: found }) : word(found)
    case 'unreadable':
    case 'unsafe-path':
      return word(found)
  }
}

export const asReport = (
  problems: readonly Problem[],
  name: string,
  resultOf: (problem: Problem) => string,
  difference: (problem: Problem) => string,
): string => {
  const detail = (one: Problem) =>
    one.result === 'wrong-hash' ? `${one.expected ?? '–'} / ${one.found ?? '–'}` : difference(one)
  return [name, ...problems.map((one) => `${resultOf(one)}\t${one.path}\t${detail(one)}`)].join('\n')
}
