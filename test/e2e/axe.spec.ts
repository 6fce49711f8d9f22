import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/app.ts'

const themes = ['light', 'dark', 'contrast'] as const
const tabs = ['General', 'Communities', 'Window and start', 'Notifications', 'First steps', 'Privacy and support']

/** What is wrong with the page as it stands, as lines that a reader can act on. */
async function complaints(page: Page, where: string): Promise<string[]> {
  // Legacy mode: Electron has no second target to run the check in.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id} at ${target.join(' ')}`))
}

for (const theme of themes)
  test(`every screen is clean in ${theme}`, async ({ start }) => {
    test.setTimeout(240_000)
    const { page } = await start()
    await page.locator('main[data-screen=home]').waitFor()
    const settings = { theme, reducedMotion: true }
    await page.evaluate((given) => window.loadout.ask('settings/change', 'axe', given), settings)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const found: string[] = []
    const entries = page.locator('nav [data-nav]')
    for (const name of await entries.evaluateAll((all) =>
      all.map((entry) => (entry as HTMLElement).dataset.nav ?? ''),
    )) {
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
