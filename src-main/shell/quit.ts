import type { App } from 'electron'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../lib/index.ts'

/** Longest that the app waits for its rooms to close. */
const PATIENCE_MS = 5_000

/** Lets rooms finish before the app quits (last opened, first closed); a step that fails or hangs does not keep the app open. Each runs once, however often the player quits. */
export function runBeforeQuit(app: App, log: Log): (step: () => void | Promise<void>) => void {
  const steps: (() => void | Promise<void>)[] = []
  let closing: Promise<void> | undefined
  let done = false
  const runAll = async () => {
    for (const step of steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        log.error('a room did not close', error)
      }
    }
  }
  app.on('will-quit', (event) => {
    if (done) return
    event.preventDefault()
    closing ??= Promise.race([runAll(), setTimeout(PATIENCE_MS, undefined, { ref: false })]).then(() => {
      done = true
      // Not in the same turn: a quit asked for while Electron is still leaving this event is lost half-way.
      setImmediate(() => app.quit())
    })
  })
  app.on('window-all-closed', () => app.quit())
  return (step) => {
    steps.push(step)
  }
}
