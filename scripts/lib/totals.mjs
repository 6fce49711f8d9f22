import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** A failure's message in one line, with what was expected and received. */
const inOneLine = (message = '') => stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 500)

/**
 * Counts of one runner: `{ passed, failed, skipped, problems }`, the last a line for each failure. A file that could not even
 * be loaded is one failure, for its tests never ran.
 */
export function vitestTotals(report) {
  const files = report.testResults ?? []
  const failures = ({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name}: ${test.fullName}: ${inOneLine(test.failureMessages?.[0])}`)
  const broken = files.filter((file) => file.status === 'failed' && failures(file).length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    problems: [...files.flatMap(failures), ...broken.map((file) => `${file.name} did not run`)],
  }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** A test that passes only when it is repeated counts as failed. */
export function playwrightTotals(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = specsOf(report).flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => `${file}: ${title}: ${inOneLine(test.results.find((result) => result.error)?.error.message)}`),
  )
  const outside = (report.errors ?? []).map((error) => error.message ?? error.value ?? 'an error outside the tests')
  return {
    passed: expected,
    failed: unexpected + flaky + outside.length,
    skipped,
    problems: [...failures, ...outside],
  }
}

/**
 * The totals of a runner that ended with `code` and wrote `file`. A runner that crashed, wrote nothing or ran no test
 * never counts as passed.
 */
export function totalsOf(name, code, file, read) {
  const broken = (problem) => ({ passed: 0, failed: 1, skipped: 0, problems: [`${name} ${problem}`] })
  if (!existsSync(file)) return broken(`ended with code ${code} and left no report`)
  const totals = read(JSON.parse(readFileSync(file, 'utf8')))
  if (totals.passed + totals.failed === 0) return broken('ran no test')
  if (code !== 0 && totals.failed === 0) {
    return { ...totals, failed: 1, problems: [...totals.problems, `${name} ended with code ${code}`] }
  }
  return totals
}

export function sumTotals(list) {
  const sum = (key) => list.reduce((total, part) => total + part[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    problems: list.flatMap((part) => part.problems),
  }
}

export const totalLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`
