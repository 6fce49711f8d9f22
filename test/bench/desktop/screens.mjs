// From the click on a screen's entry to the picture of it, with 10,000 records in its list.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron } from 'playwright'
import { startLongLists } from './long-lists.mjs'
import { median } from './processes.mjs'
import { electron, env, ourApp, root } from './programs.mjs'

/** What a screen shows when it is there, by its name. */
const shows = {
  market: '[role="grid"] [role="gridcell"]',
  items: '[role="grid"] [role="gridcell"]',
  home: '[data-screen="home"] h1',
}

/** In the page: clicks and waits for the frame that shows what was asked for; ms. */
const change = (page, screen) =>
  page.evaluate(
    async ([name, selector]) => {
      const frame = () => new Promise(requestAnimationFrame)
      const painted = async () => {
        const { port1, port2 } = new MessageChannel()
        await frame()
        await new Promise((done) => ((port1.onmessage = done), port2.postMessage(0))) // after the frame, it is drawn
      }
      await painted()
      const since = performance.now()
      document.querySelector(`[data-nav="${name}"]`).click()
      let first
      while (!document.querySelector(`[data-screen="${name}"] :is(${selector})`)) {
        await painted()
        if (document.querySelector(`[data-screen="${name}"] h1`)) first ??= performance.now() - since
      }
      await painted()
      return { whole: performance.now() - since, first: first ?? performance.now() - since }
    },
    [screen, shows[screen]],
  )

/**
 * Opens market and items over and over, with Home in between.
 * @returns {Promise<Record<string, { firstFrame: number, first: number, again: number }>>} by screen, ms: the very first opening (its frame, and with its list), and the median of the later ones
 */
export async function measureScreens(dir, { count, times }) {
  const service = await startLongLists(count)
  const profile = join(dir, 'long.json')
  writeFileSync(profile, JSON.stringify({ id: 'bench', name: 'Bench', baseUrl: service.baseUrl }))
  const args = [...ourApp(dir)('long-lists'), '--community', profile]
  const app = await _electron.launch({ executablePath: electron, args, cwd: root, env })
  try {
    const page = await app.firstWindow()
    await page.waitForURL('app://ui/', { waitUntil: 'load' })
    await page.locator('[data-nav="market"]').waitFor()
    // the start is over: the rooms are open, and the page has nothing more to do
    await page.evaluate(() => window.loadout.invoke('mods/state', 'rooms', undefined))
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    const found = {}
    for (const screen of ['market', 'items']) {
      const opened = await change(page, screen)
      const later = []
      const home = []
      for (let turn = 0; turn < times; turn++) {
        home.push((await change(page, 'home')).whole)
        later.push((await change(page, screen)).whole)
      }
      found[screen] = { firstFrame: opened.first, first: opened.whole, again: median(later), back: median(home) }
    }
    return found
  } finally {
    await app.close()
    await service.close()
  }
}
