import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { openScreen, screensOf } from '../../scripts/lib/open-screen.mjs'
import { change, expect, resize, test } from './support/app.ts'
import { signInBank, signInPlayer } from './support/bank.ts'
import type { Screen } from '../../src-preload/contract/shell.ts'
import { inside, opened, settingsTabs, settled } from './support/inside.ts'
import { watchMoves } from './support/moves.ts'
import { complaintsOf, showsData } from './support/screens.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const themes = ['light', 'dark', 'contrast'] as const
/** Themes differ only in colours, so the other themes need only these rules. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** The accessibility violations of the current page in each theme, one line each. */
const complaints = (page: Page, where: string): Promise<string[]> =>
  page.evaluate(
    async ([names, rules, place]) => {
      const found: string[] = []
      for (const theme of names) {
        document.documentElement.dataset.theme = theme
        const runOnly = theme === names[0] ? undefined : rules
        const { violations } = await window.axe.run(document, {
          resultTypes: ['violations'],
          ...(runOnly && { runOnly }),
        })
        for (const { id, nodes } of violations)
          found.push(...nodes.map(({ target }) => `${place}, ${theme}: ${id} at ${target.join(' ')}`))
      }
      return found
    },
    [themes, rulesOfColours, where] as const,
  )

/** True if a screen is wider than its space. A table may scroll sideways, a screen never. */
const isCutOff = (page: Page) => page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth)

test('every screen of the demo shows data without moving, is clean in light, dark and high contrast, and not cut off in the smallest window at 125 % @long', async ({
  start,
}) => {
  const { app, page } = await start()
  const errors = complaintsOf(page)
  await page.locator('main[data-screen=home]').waitFor()
  await change(page, { reducedMotion: true }) // colours change at once
  await page.locator('html[data-motion=none]').waitFor()
  // Evaluated once for all themes, and not injected as a script, which the page's policy forbids.
  await page.evaluate(axe.source)
  const found: string[] = []
  const moves: string[] = []
  const movesOn = await watchMoves(page)
  const names = await screensOf(page)
  for (const name of names) {
    await showsData(await openScreen(page, name), name as Screen)
    await settled(page)
    moves.push(...(await movesOn(name)))
    found.push(...(await complaints(page, name)))
    await movesOn(name) // another theme may have other sizes
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
  // the tests share a keychain, and the next one starts signed out
  await page.evaluate(() => window.loadout.invoke('player/signOut', 'leave', undefined))
  expect(found).toEqual([])
  expect(moves).toEqual([])

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
  expect(errors).toEqual([])
})
