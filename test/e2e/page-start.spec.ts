import type { Page } from '@playwright/test'
import { change, expect, test } from './support/app.ts'
import { logOf } from './support/bank.ts'

const live = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('live').length > 0)

/** The appearance on the root, and the boxes and colours of the sidebar, the search and the card to play from. */
const look = (page: Page, parts: { sidebar: string; search: string; hero: string }) =>
  page.evaluate((selectors) => {
    const styleOf = (selector: string) => {
      const part = document.querySelector(selector)
      if (!part) throw new Error(`${selector} is not there`)
      return { box: part.getBoundingClientRect(), style: getComputedStyle(part) }
    }
    const { lang, dataset, style } = document.documentElement
    const [sidebar, search, hero] = [selectors.sidebar, selectors.search, selectors.hero].map(styleOf)
    return {
      root: { lang, theme: dataset['theme'], motion: dataset['motion'], style: style.cssText },
      sidebar: [sidebar?.box.width, sidebar?.box.height, sidebar?.style.backgroundColor],
      search: [search?.box.toJSON(), search?.style.backgroundColor, search?.style.borderColor],
      hero: [hero?.box.x, hero?.box.y, hero?.box.width], // its height depends on its content
    }
  }, parts)

const ofPlaceholder = {
  sidebar: '#placeholder .sidebar',
  search: '#placeholder .bar i',
  hero: '#placeholder .screen > div',
}
const ofPage = { sidebar: '.sidebar', search: '.bar .search', hero: '[data-screen=home] .hero' }

/** What has moved since the document began: by how much, the element’s class, and its place before and after. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((done) => {
        type Shift = PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const found: unknown[] = []
        const add = (entries: PerformanceEntryList) => {
          for (const { value, sources } of entries as Shift[])
            for (const { node, previousRect, currentRect } of sources)
              found.push([
                value,
                node instanceof Element ? node.className : node?.textContent,
                previousRect,
                currentRect,
              ])
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        const end = () => {
          add(observer.takeRecords())
          done(found)
        }
        requestAnimationFrame(() => requestAnimationFrame(end))
      }),
  )

test('the document shows where the frame will stand before any script runs, in every appearance, and the live page moves nothing @long', async ({
  start,
}) => {
  const { page } = await start()
  await live(page)
  const browser = await page.context().newCDPSession(page)
  for (const settings of [
    { language: 'en', theme: 'dark', uiScalePercent: 100, reducedMotion: false },
    { language: 'de', theme: 'light', uiScalePercent: 125, reducedMotion: true },
    { language: 'de', theme: 'contrast', uiScalePercent: 150, reducedMotion: false },
  ] as const) {
    await change(page, settings)
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.reload()
    const before = await look(page, ofPlaceholder)
    expect(before.root).toMatchObject({ lang: settings.language, theme: settings.theme })
    await browser.send('Emulation.setScriptExecutionDisabled', { value: false })
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 }) // so that what comes late is seen to come
    await page.reload()
    await live(page)
    await expect(page.locator('#placeholder')).toHaveCount(0)
    await page.locator('[data-readiness]').waitFor() // the data has arrived
    const after = await look(page, ofPage)
    expect(after).toEqual(before)
    expect(await moved(page)).toEqual([])
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
})

test('a page that does not come alive says so in the player’s language, and what it says needs nothing that failed @long', async ({
  start,
}) => {
  const { page, userData } = await start()
  const browser = await page.context().newCDPSession(page)
  const failed = page.locator('#page-failed')
  const button = (deed: string) => failed.locator(`[data-do="${deed}"]`)
  await live(page)
  await expect(failed).toBeHidden()

  await change(page, { language: 'de' })
  await browser.send('Network.enable')
  await browser.send('Network.setBlockedURLs', { urls: ['*.js', '*.css'] })
  await page.reload()
  await expect(failed).toContainText('Loadout konnte sein Fenster nicht laden')
  await expect(button('reload')).toBeFocused()
  await expect(button('reload')).toHaveCSS('background-color', 'rgb(200, 240, 60)') // its own colour, without a style sheet
  await button('copy').click()
  await expect(failed).toContainText('Kopiert')
  await expect
    .poll(() => logOf(userData))
    .toMatch(/the page did not come alive: the page's script did not run: app:\/\/ui\/assets/)

  // the script's data is not JSON, so the script runs and gives up
  await browser.send('Network.setBlockedURLs', { urls: [] })
  await change(page, { language: 'en' })
  await page.context().addInitScript(() => {
    const { parse } = JSON
    JSON.parse = (text: string) => parse(text.startsWith('{"settings"') ? '{' : text) as unknown
  })
  await page.reload()
  await expect(failed).toBeVisible()
  await expect(failed).toContainText('Loadout could not load its window')
  expect(await page.evaluate(() => document.getElementById('app')?.inert)).toBe(true)
  await expect.poll(() => logOf(userData)).toMatch(/did not come alive: SyntaxError/)
  await button('copy').click()
  await expect(failed).toContainText('Copied')
})
