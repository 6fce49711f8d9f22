import type { ElectronApplication, Page } from '@playwright/test'
import { join } from 'node:path'
import { resize } from './app.ts'

/** Where pictures go. Without it none is taken: nobody looks at those of a run, and each look takes its time. */
const shots = process.env.LOADOUT_SHOTS

/** Changes settings as the page would. */
export const change = (page: Page, settings: object) =>
  page.evaluate((given) => window.loadout.invoke('settings/change', `s-${Math.random()}`, given), settings)

/** The first is the one that a page is left in. */
const looks = [
  { language: 'en', theme: 'light', width: 940, height: 600 },
  { language: 'de', theme: 'dark', width: 1500, height: 950 },
]

/** Takes pictures of what is shown: small, light, English; and large, dark, German. */
export const camera = (app: ElectronApplication, page: Page) => async (name: string) => {
  if (shots === undefined) return
  for (const { language, theme, width, height } of [...looks].reverse()) {
    await resize(app, page, width, height)
    await change(page, { language, theme, reducedMotion: true })
    await page.locator(`html[lang="${language}"][data-theme="${theme}"]`).waitFor()
    await page.screenshot({ path: join(shots, `${name}-${language}.png`), animations: 'disabled' })
  }
}
