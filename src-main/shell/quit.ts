import type { App } from 'electron'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../lib/index.ts'

/** Longest that the app waits for its rooms to close, and the next room for the one before it, ms. */
const PATIENCE = { allMs: 5_000, oneMs: 1_000 }

const wait = (ms: number) => setTimeout(ms, undefined, { ref: false })

/**
 * Lets rooms finish before the app quits (last opened, first closed). A step that fails or hangs does not keep the app open,
 * nor the others from their turn: the next one begins after a while, and all are waited for together. Each runs once, however
 * often the player quits.
 */
export function runBeforeQuit(
  app: Pick<App, 'on' | 'quit'>,
  log: Log,
  { allMs, oneMs } = PATIENCE,
): (step: () => void | Promise<void>) => void {
  const steps: (() => void | Promise<void>)[] = []
  let closing: Promise<void> | undefined
  let done = false
  const runOne = async (step: () => void | Promise<void>) => {
    try {
      await step()
    } catch (error) {
      log.error('a room did not close', error)
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
      // Not in the same turn: a quit asked for while Electron is still leaving this event is lost half-way.
      setImmediate(() => app.quit())
    })
  })
  app.on('window-all-closed', () => app.quit())
  return (step) => {
    steps.push(step)
  }
}
