import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playwrightTotals, sumTotals, totalLine, totalsOf, vitestTotals } from '../../scripts/lib/totals.mjs'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loadout-totals-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function reportOf(report: object) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const green = { numPassedTests: 3, numFailedTests: 0, testResults: [] }

describe('the totals of a runner', () => {
  it('count a test file that could not be loaded', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }]
    expect(vitestTotals({ ...green, testResults })).toMatchObject({ passed: 3, failed: 1 })
  })

  it('count a flaky test and an error outside the tests as failed', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
    const errors = [{ message: 'no Electron' }]
    expect(playwrightTotals({ stats, errors })).toEqual({ passed: 4, failed: 3, skipped: 2, problems: ['no Electron'] })
  })

  it('name each test that failed with its error in one line', () => {
    const failed = { status: 'failed', fullName: 'a file stays', failureMessages: ['Error: gone\n    at x'] }
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }]
    expect(vitestTotals({ ...green, numFailedTests: 1, testResults })).toMatchObject({
      failed: 1,
      problems: ['a.test.ts: a file stays: Error: gone at x'],
    })
    const results = [{ error: { message: 'not seen\ncall log' } }, {}]
    const specs = [{ file: 'a.spec.ts', title: 'opens', tests: [{ status: 'flaky', results }] }]
    const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 0 }
    expect(playwrightTotals({ stats, suites: [{ suites: [{ specs }] }] }).problems).toEqual([
      'a.spec.ts: opens: not seen call log',
    ])
  })

  it('are a failure when the runner crashed, left nothing or ran nothing', () => {
    expect(totalsOf('unit', 0, reportOf(green), vitestTotals)).toMatchObject({ passed: 3, failed: 0 })
    expect(totalsOf('unit', 1, reportOf(green), vitestTotals)).toMatchObject({ passed: 3, failed: 1 })
    expect(totalsOf('unit', 0, reportOf({ ...green, numPassedTests: 0 }), vitestTotals)).toMatchObject({ failed: 1 })
    expect(totalsOf('unit', 134, join(folder, 'absent.json'), vitestTotals)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('end in one line', () => {
    const parts = [
      { passed: 3, failed: 0, skipped: 0, problems: [] },
      { passed: 4, failed: 2, skipped: 1, problems: ['x'] },
    ]
    expect(totalLine(sumTotals(parts))).toBe('7 passed, 2 failed')
  })
})
