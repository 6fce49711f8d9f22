import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts of one runner: `{ passed, failed, skipped, problems }`. A file that could not even be loaded is one failure,
 * for its tests never ran.
 */
export function vitestTotals(report) {
  const broken = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    problems: broken.map((file) => `${file.name} did not run`),
  }
}

/** A test that passed only when repeated is a failure here. */
export function playwrightTotals(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  const problems = (report.errors ?? []).map((error) => error.message ?? error.value ?? 'an error outside the tests')
  return { passed: expected, failed: unexpected + flaky + problems.length, skipped, problems }
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
