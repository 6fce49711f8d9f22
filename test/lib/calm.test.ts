import { constants, PerformanceObserver } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { collectGarbage, whenCalm } from '../../src-main/lib/index.ts'

/** A processor whose use, and a clock whose slices, are given. */
function stage() {
  let [at, used] = [0, 0]
  let due: (() => void) | undefined
  return {
    cpuMs: () => used,
    timing: {
      now: () => at,
      after(_ms: number, run: () => void) {
        due = run
        return () => (due = undefined)
      },
    },
    /** Lets a slice of five seconds pass, of which `ms` were work. */
    pass(ms: number) {
      at += 5_000
      used += ms
      const run = due
      due = undefined
      run?.()
    },
  }
}

it('waits while there is work, and runs once when there is none', () => {
  const { cpuMs, timing, pass } = stage()
  let runs = 0
  whenCalm(() => runs++, cpuMs, timing)
  pass(4_000)
  pass(300)
  expect(runs).toBe(0)
  pass(50)
  expect(runs).toBe(1)
  pass(0)
  expect(runs).toBe(1)
})

it('can be called off', () => {
  const { cpuMs, timing, pass } = stage()
  let runs = 0
  const callOff = whenCalm(() => runs++, cpuMs, timing)
  pass(4_000)
  callOff()
  pass(0)
  expect(runs).toBe(0)
})

it('has the whole heap collected, and leaves no collector behind', async () => {
  const heard = new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const kinds = list.getEntries().map((entry) => 'detail' in entry && (entry.detail as { kind: number }).kind)
      if (!kinds.includes(constants.NODE_PERFORMANCE_GC_MAJOR)) return
      observer.disconnect()
      resolve('collected')
    })
    observer.observe({ entryTypes: ['gc'] })
  })
  expect(await collectGarbage()).toBe(true)
  expect(await heard).toBe('collected')
  expect('gc' in globalThis).toBe(false)
})
