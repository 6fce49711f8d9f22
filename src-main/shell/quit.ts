import type { App } from 'electron'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../lib/index.ts'

/** How long the app waits at most for all steps, and for one step before it begins the next, ms. */
const TIMEOUTS = { allMs: 5_000, oneMs: 1_000 }

const wait = (ms: number) => setTimeout(ms, undefined, { ref: false })

/**
 * Closes the modules before the app quits, the last opened first. A step that fails or hangs stops neither the other steps nor the
 * quit: after a while the next step begins, and the app waits for all of them together. Each step runs once, even if the player quits
 * again.
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
  const runAll = async (): Promise<void> => {
    const begun: Promise<void>[] = []
    for (let step = steps.pop(); step; step = steps.pop()) {
      const one = runOne(step)
      begun.push(one)
      await Promise.race([one, wait(oneMs)])
    }
    await Promise.all(begun)
    if (steps.length > 0) await runAll() // of modules that opened meanwhile
  }
  app.on('will-quit', (event) => {
    if (done) return
    event.preventDefault()
    closing ??= Promise.race([runAll(), wait(allMs)]).then(() => {
      done = true
      // Not inside this event, where Electron loses a quit.
      setImmediate(() => app.quit())
    })
  })
  app.on('window-all-closed', () => app.quit())
  return (step) => {
    steps.push(step)
  }
}
