import type { Page } from '@playwright/test'
import type { PlayerSettings } from '../../src-preload/contract/settings.ts'
import { expect, test } from './support/app.ts'
import { logOf } from './support/bank.ts'

const change = (page: Page, settings: Partial<PlayerSettings>) =>
  page.evaluate((wanted) => window.loadout.invoke('settings/change', `change-${Math.random()}`, wanted), settings)

const live = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('live').length > 0)

/** Words are as wide as their letters: what is measured waits for them. */
const lettersThere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.fonts.check('1em "Inter Variable"'))).toBe(true)

/** What is in the frame and where, but for what comes with the data or tells who this player is. */
const frame = (page: Page) =>
  page.evaluate(() => {
    const parts = '.sidebar *, .bar .search, .bar .search *, .bar [aria-label], main h1, main .actions, main .card h2'
    const drawn = [...document.querySelectorAll<HTMLElement>(parts)].filter((one) => !one.closest('svg > *, .popover'))
    const { lang, dataset, style } = document.documentElement
    return {
      root: { lang, theme: dataset['theme'], motion: dataset['motion'], style: style.cssText },
      parts: drawn.slice(0, drawn.findIndex((one) => one.matches('.card h2')) + 2).map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const text = one.children.length === 0 ? one.textContent : ''
        const { color, fontWeight } = getComputedStyle(one)
        const labels = ['aria-label', 'aria-current', 'title', 'disabled'].map((name) => one.getAttribute(name))
        return [
          one.localName,
          text,
          x,
          y,
          one.matches('h2, h1') ? height : [width, height],
          color,
          fontWeight,
          ...labels,
        ]
      }),
    }
  })

test('the first picture is the live page but for its data, in every language and appearance, and what is pressed on it is done', async ({
  start,
}) => {
  const { app, page } = await start()
  await live(page)
  const browser = await page.context().newCDPSession(page)
  for (const settings of [
    { language: 'en', theme: 'dark', uiScalePercent: 100, reducedMotion: false },
    { language: 'de', theme: 'light', uiScalePercent: 125, reducedMotion: true },
    { language: 'de', theme: 'contrast', uiScalePercent: 80, reducedMotion: false },
  ] as const) {
    await change(page, settings)
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.reload()
    await lettersThere(page)
    const before = await frame(page)
    expect(before.root).toMatchObject({ lang: settings.language, theme: settings.theme })
    expect(before.parts.length).toBeGreaterThan(50)
    expect(JSON.stringify(before)).toContain('Nordwind Roleplay')
    await browser.send('Emulation.setScriptExecutionDisabled', { value: false })
    await page.reload()
    await live(page)
    await lettersThere(page)
    expect(await frame(page)).toEqual(before)
    await page.locator('[data-readiness]').waitFor() // the data is there
    expect(await frame(page)).toEqual(before)
  }

  const mistakes: string[] = []
  page.on('console', (message) => mistakes.push(message.text()))
  page.on('pageerror', (error) => mistakes.push(error.message))
  await app.context().addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(globalThis, { elements: [...document.querySelectorAll('[data-nav], h1')] })
      document.querySelector<HTMLElement>('[data-nav="news"]')?.click()
    }),
  )
  await page.reload()
  await expect(page.locator('main')).toHaveAttribute('data-screen', 'news')
  // taken over as it stood: not one element was made anew
  expect(
    await page.evaluate(() => {
      const { elements } = globalThis as unknown as { elements: Element[] }
      return elements.filter((one) => one.matches('[data-nav]')).every((one) => one.isConnected)
    }),
  ).toBe(true)
  expect(mistakes).toEqual([])
})

test('a page that does not come alive says so in the player’s language, and what it says needs nothing that failed', async ({
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
  await expect(failed).toContainText('Loadout konnte sein Fenster nicht fertig machen')
  await expect(button('reload')).toBeFocused()
  await expect(button('reload')).toHaveCSS('background-color', 'rgb(200, 240, 60)') // without a style sheet: its own
  await button('copy').click()
  await expect(failed).toContainText('Kopiert')
  await expect
    .poll(() => logOf(userData))
    .toMatch(/the page did not come alive: the page's script did not run: app:\/\/ui\/assets/)

  // what the script reads is no JSON: it runs, and gives up
  await browser.send('Network.setBlockedURLs', { urls: [] })
  await page.evaluate(() => window.loadout.invoke('settings/change', 'en', { language: 'en' }))
  await page.context().addInitScript(() => {
    const { parse } = JSON
    JSON.parse = (text: string) => parse(text.startsWith('{"settings"') ? '{' : text) as unknown
  })
  await page.reload()
  await expect(failed).toBeVisible()
  await expect(failed).toContainText('Loadout could not get its window ready')
  expect(await page.evaluate(() => document.getElementById('app')?.inert)).toBe(true)
  await expect.poll(() => logOf(userData)).toMatch(/did not come alive: SyntaxError/)
  // the page's own holding of input is over: its buttons can be pressed
  await button('copy').click()
  await expect(failed).toContainText('Copied')
})
