import type { Page } from '@playwright/test'
import type { PlayerSettings } from '../../src-preload/contract/settings.ts'
import { expect, test } from './support/app.ts'

const change = (page: Page, settings: Partial<PlayerSettings>) =>
  page.evaluate((wanted) => window.loadout.ask('settings/change', `change-${Math.random()}`, wanted), settings)

const live = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('live').length > 0)

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
    const before = await frame(page)
    expect(before.root).toMatchObject({ lang: settings.language, theme: settings.theme })
    expect(before.parts.length).toBeGreaterThan(50)
    expect(JSON.stringify(before)).toContain('Nordwind Roleplay')
    await browser.send('Emulation.setScriptExecutionDisabled', { value: false })
    await page.reload()
    await live(page)
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
