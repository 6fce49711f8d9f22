import type { CDPSession, ElectronApplication, Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { chooseInMenu, openScreen, screensOf } from '../../../scripts/lib/open-screen.mjs'
import { expect } from './app.ts'

/** What the app keeps at rest on Home after a garbage collection: sizes in bytes, and counts. */
export interface Held {
  pageHeap: number
  pageListeners: number
  pageNodes: number
  mainHeap: number
  mainTimers: number
  mainListeners: number
}

/** Switches for an app that will be measured. They keep V8 from recompiling what runs often, which is memory that the app does not hold. */
export const measurable = ['--js-flags=--expose-gc --no-opt --no-maglev --no-sparkplug --no-flush-bytecode']

/** Measures main: its heap after a collection, its running timers, and the listeners on Electron's lasting objects. */
const heldByMain = (app: ElectronApplication) =>
  app.evaluate(async ({ app: self, BrowserWindow, ipcMain, nativeTheme, powerMonitor }) => {
    const { gc } = globalThis as { gc?: () => void }
    for (let turn = 0; turn < 3; turn++) {
      gc?.()
      await new Promise((done) => setTimeout(done, 20)) // what ends in a later turn is garbage for the next collection
    }
    const contents = BrowserWindow.getAllWindows().flatMap((window) => [window, window.webContents])
    const emitters: NodeJS.EventEmitter[] = [self, ipcMain, nativeTheme, powerMonitor, process, ...contents]
    const listeners = emitters.flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)))
    return {
      mainHeap: process.memoryUsage().heapUsed,
      mainTimers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
      mainListeners: listeners.reduce((sum, count) => sum + count, 0),
    }
  })

async function heldByPage(session: CDPSession) {
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return { pageHeap: of('JSHeapUsedSize'), pageListeners: of('JSEventListeners'), pageNodes: of('Nodes') }
}

/** Measures both processes. */
export const heldBy = async (app: ElectronApplication, session: CDPSession): Promise<Held> => ({
  ...(await heldByPage(session)),
  ...(await heldByMain(app)),
})

/** Opens and refreshes every screen. */
export async function walk(page: Page): Promise<void> {
  for (const screen of await screensOf(page)) {
    await openScreen(page, screen)
    await page.keyboard.press('F5')
    await expect(page.locator('main').locator('[aria-busy=true], .skeleton')).toHaveCount(0) // else one round holds more than the one before
  }
  await openScreen(page, 'home')
}

/**
 * Cancels a check, then checks and repairs a damaged file. `file`: the absolute path of one that the demo's first mod lists.
 * `isFirst`: no repair wrote the file yet, so the player is asked before it is replaced.
 */
export async function work(page: Page, file: string, isFirst: boolean): Promise<void> {
  writeFileSync(file, `rotten ${Math.random()}`)
  await page.evaluate(async () => {
    const id = `soak-${Math.random()}`
    const checked = window.loadout.invoke('mods/check', id, { modId: 1, tier: 'full' })
    window.loadout.cancel(id)
    await checked
  })
  await openScreen(page, 'mods')
  const mod = page.locator('[data-mod="1"]')
  await chooseInMenu(mod, 'full-check')
  await expect(mod.locator('[data-standing="damaged"]')).toBeVisible()
  await mod.locator('[data-action="repair"]').click()
  const yes = page.getByRole('dialog').getByRole('button', { name: /^Repair \d/ })
  if (isFirst) await yes.click()
  await expect(mod.locator('[data-standing="ready"]')).toBeVisible()
  await openScreen(page, 'home')
}
