import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { openScreen, screensOf } from '../../scripts/lib/open-screen.mjs'
import { change, expect, resize, test } from './support/app.ts'
import { signInBank, signInPlayer } from './support/bank.ts'
import { inside, opened, settingsTabs, settled } from './support/inside.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const themes = ['light', 'dark', 'contrast'] as const
/** A theme is colours: what else a rule looks at is the same in each, and is looked at once. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** What is wrong with the page as it stands, in each theme, as lines that a reader can act on. */
async function complaints(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await change(page, { theme, reducedMotion: true })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    const { violations } = await page.evaluate(
      (only) => window.axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) }),
      theme === themes[0] ? undefined : rulesOfColours,
    )
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${where}, ${theme}: ${id} at ${target.join(' ')}`))
  }
  return found
}

/** What of a screen sticks out to the side: a table scrolls by itself, a screen never. */
const isCutOff = (page: Page) => page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth)

test('every screen is clean in light, dark and high contrast, and none is cut off in the smallest window at 125 %', async ({
  start,
}) => {
  const { app, page } = await start()
  await page.locator('main[data-screen=home]').waitFor()
  // Evaluated once, not injected as a script: the page's policy allows none, and one walk serves all themes.
  await page.evaluate(axe.source)
  const found: string[] = []
  const names = await screensOf(page)
  for (const name of names) {
    await openScreen(page, name)
    await settled(page)
    found.push(...(await complaints(page, name)))
  }
  for (const tab of settingsTabs) {
    await page.getByRole('tab', { name: tab }).click()
    await settled(page)
    found.push(...(await complaints(page, `settings, ${tab}`)))
  }
  for (const [name, open] of Object.entries(inside)) {
    await open(page)
    await settled(page)
    found.push(...(await complaints(page, name)))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await signInPlayer(page)
  found.push(...(await complaints(page, 'a signed-in player')))
  await signInBank(app, page)
  await settled(page)
  found.push(...(await complaints(page, 'the bank')))
  await page.locator('[data-action="bank-transfer"]').click()
  await opened(page)
  found.push(...(await complaints(page, 'a transfer')))
  await page.keyboard.press('Escape')
  // the tests share a keychain, and the next one begins with nobody signed in
  await page.evaluate(() => window.loadout.invoke('player/signOut', 'leave', undefined))
  expect(found).toEqual([])

  await resize(app, page, 1092, 574)
  await change(page, { uiScalePercent: 125 })
  await page.locator('html[style*="1.25"]').waitFor()
  const cutOff: string[] = []
  for (const name of names) {
    await openScreen(page, name)
    await settled(page)
    if (await isCutOff(page)) cutOff.push(name)
  }
  expect(cutOff).toEqual([])
})
