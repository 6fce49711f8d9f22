import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, test } from './support/app.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const themes = ['light', 'dark', 'contrast'] as const
const tabs = ['General', 'Communities', 'Window and start', 'Notifications', 'First steps', 'Privacy and support']

/** What is wrong with the page as it stands, in each theme, as lines that a reader can act on. */
async function complaints(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    const settings = { theme, reducedMotion: true }
    await page.evaluate((given) => window.loadout.ask('settings/change', 'axe', given), settings)
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${where}, ${theme}: ${id} at ${target.join(' ')}`))
  }
  return found
}

test('every screen is clean in light, dark and high contrast', async ({ start }) => {
  test.setTimeout(240_000)
  const { page } = await start()
  await page.locator('main[data-screen=home]').waitFor()
  // Evaluated once, not injected as a script: the page's policy allows none, and one walk serves all themes.
  await page.evaluate(axe.source)
  const found: string[] = []
  const entries = page.locator('nav [data-nav]')
  for (const name of await entries.evaluateAll((all) => all.map((entry) => (entry as HTMLElement).dataset.nav ?? ''))) {
    await page.locator(`nav [data-nav="${name}"]`).click()
    await page.locator(`main[data-screen="${name}"] h1`).waitFor()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    found.push(...(await complaints(page, name)))
  }
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    found.push(...(await complaints(page, `settings, ${tab}`)))
  }
  expect(found).toEqual([])
})
