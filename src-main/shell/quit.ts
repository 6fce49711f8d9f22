import type { App } from 'electron'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../lib/index.ts'

/** Longest that the app waits for all steps, and for one step before it begins the next, ms. */
const TIMEOUTS = { allMs: 5_000, oneMs: 1_000 }

const wait = (ms: number) => setTimeout(ms, undefined, { ref: false })

/**
 * Lets modules finish before the app quits, the last opened first. A step that fails or hangs stops neither the others nor the
 * quit: the next step begins after a while, and all are awaited together. Each runs once, however often the player quits.
 */
export function runBeforeQuit(
  app: Pick<App, 'on' | 'quit'>,
  log: Log,
  { allMs, oneMs } = TIMEOUTS,
): (step: () => void | Promise<void>) => void {
  const steps: (() => void | Promise<void>)[] = []
  let closing: Promise<void> | undefined
  let done = false
  const runOne = async (step: () => void | Promise<void>) => {
    try {
      await step()
    } catch (error) {
      log.error('a module did not close', error)
    }
  }
  const runAll = async () => {
    const begun: Promise<void>[] = []
    for (const step of steps.toReversed()) {
      const one = runOne(step)
      begun.push(one)
      await Promise.race([one, wait(oneMs)])
    }
    await Promise.all(begun)
  }
  app.on('will-quit', (event) => {
    if (done) return
    event.preventDefault()
    closing ??= Promise.race([runAll(), wait(allMs)]).then(() => {
      done = true
      // Not in the same turn: Electron loses a quit that is requested inside this event.
      setImmediate(() => app.quit())
    })
  })
  app.on('window-all-closed', () => app.quit())
  return (step) => {
    steps.push(step)
  }
}
