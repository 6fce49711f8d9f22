import type { Page } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { change, expect, resize, test } from './support/app.ts'
import { signInBank, signInPlayer } from './support/bank.ts'

const isAt = (page: Page, screen: string) => expect(page.locator(`main[data-screen="${screen}"] h1`)).toBeAttached()

/** The sidebar's entries and a screen's tabs that the window cuts off. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('nav [data-nav], nav [data-tab]')]
      .filter((entry) => {
        const label = entry.querySelector('.label')
        const { left, top, right, bottom } = entry.getBoundingClientRect()
        const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
        const list = entry.closest('.list')
        const isScrolled = list !== null && list.scrollHeight > list.clientHeight
        const isShortened = label !== null && label.clientWidth > 1 && label.scrollWidth > label.clientWidth
        return isOutside || isScrolled || isShortened
      })
      .map((entry) => entry.textContent.trim()),
  )

/** Badges whose word is cut, and search fields that are too narrow for their placeholder. */
const shortened = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    const isNarrow = (field: HTMLInputElement) => {
      // `font` itself is empty where the page sets features of the font
      const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
      if (canvas) canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return (canvas?.measureText(field.placeholder).width ?? 0) > room
    }
    const badges = [...document.querySelectorAll('main .badge .truncate')].filter(
      (one) => one.scrollWidth > one.clientWidth,
    )
    const fields = [...document.querySelectorAll<HTMLInputElement>('main [data-search]')].filter(isNarrow)
    return [...badges.map(({ textContent }) => textContent), ...fields.map(({ placeholder }) => placeholder)]
  })

test('eight areas and the settings: by click, tab, key and on the way back; each opens where the player was; the search leads to a transfer to somebody who is known, and does what it is asked for @long', async ({
  start,
}) => {
  const { app, page } = await start()
  await isAt(page, 'home')
  await expect(page.locator('.list [data-nav]')).toHaveCount(8)
  await page.keyboard.press('Control+4')
  await isAt(page, 'market')
  await page.locator('[data-tab=vehicles]').focus()
  await page.keyboard.press('Enter')
  await isAt(page, 'vehicles')
  await expect(page.locator('[data-tab=vehicles]')).toBeFocused()
  await expect(page.locator('[data-nav~=vehicles]')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Control+9')
  await isAt(page, 'settings')
  await page.locator('[data-nav~=market]').click()
  await isAt(page, 'vehicles')
  await page.keyboard.press('Alt+ArrowLeft')
  await isAt(page, 'settings')
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open] input').fill('market company')
  await page
    .getByRole('option', { name: /Company shops/ })
    .first()
    .click()
  await isAt(page, 'company-shops')

  await signInPlayer(page)
  await signInBank(app, page)
  await page.locator('[data-nav=home]').click()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('ole')
  await page.getByRole('option').filter({ hasText: 'Payee' }).first().click()
  const form = page.getByRole('dialog')
  await expect(form.locator('input').first()).toBeVisible()
  await expect(form).toContainText('Ole')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('light theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('first page, server page, entries and tabs have room at 940×600, at 150 % and in German, and the frame fits itself to the scale @long', async ({
  start,
}) => {
  const { app, page } = await start({ first: true })
  await page.locator('main[data-step=community]').waitFor()
  await resize(app, page, 940, 600)
  await change(page, { language: 'de', uiScalePercent: 150 })
  await page.locator('html[lang=de][style*="1.5"]').waitFor()
  /** The buttons that stick out of their card at a side. */
  const stickingOut = (card: string) =>
    page.locator(`main ${card} button`).evaluateAll(
      (buttons, selector) =>
        buttons
          .filter((button) => {
            const edge = button.closest(selector)?.getBoundingClientRect().right ?? 0
            return button.getBoundingClientRect().right > edge
          })
          .map(({ textContent }) => textContent),
      card,
    )
  expect(await stickingOut('.surface')).toEqual([])
  await resize(app, page, 1280, 720)
  await page.locator('[data-action=setup-demo]').click()
  await isAt(page, 'home')
  await signInPlayer(page)
  await signInBank(app, page)
  const inRem = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      return element.getBoundingClientRect().width / parseFloat(getComputedStyle(document.documentElement).fontSize)
    })
  // a window narrower than 68 rem shows only icons in its sidebar
  expect(await inRem('html')).toBeLessThan(68)
  expect(await inRem('nav.sidebar')).toBeLessThan(5)
  await resize(app, page, 940, 600)
  await openScreen(page, 'servers')
  await page.locator('main article h2 button').first().click()
  await page.locator('main[data-screen=server] .button.primary').first().waitFor()
  expect(await stickingOut('.surface')).toEqual([])

  for (const [width, height, uiScalePercent] of [
    [940, 600, 100],
    [940, 600, 150],
    [1280, 720, 100],
  ] as const) {
    await resize(app, page, width, height)
    await change(page, { uiScalePercent })
    await page.waitForFunction(
      (scale) => document.documentElement.style.getPropertyValue('--ui-scale') === String(scale / 100),
      uiScalePercent,
    )
    for (const screen of ['market', 'bank', 'handbook', 'servers', 'me', 'news', 'map'])
      await test.step(`${screen} at ${width}, ${uiScalePercent} %`, async () => {
        await openScreen(page, { handbook: 'houses', me: 'player' }[screen] ?? screen)
        if (screen === 'bank') await page.locator('main [data-search]').waitFor()
        expect(await cutOff(page)).toEqual([])
        expect(await shortened(page)).toEqual([])
      })
  }
})
