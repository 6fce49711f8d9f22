import type { ElectronApplication, Page, TestInfo } from '@playwright/test'

/** Changes settings as the page would. */
export const change = (page: Page, settings: object) =>
  page.evaluate((given) => window.loadout.invoke('settings/change', `s-${Math.random()}`, given), settings)

/** Pictures of what is shown: small, light, English; and large, dark, German. */
export function camera(app: ElectronApplication, page: Page, info: TestInfo) {
  const looks = [
    { language: 'en', theme: 'light', width: 940, height: 600 },
    { language: 'de', theme: 'dark', width: 1500, height: 950 },
  ]
  const show = async ({ language, theme, width, height }: (typeof looks)[number]) => {
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
      width,
      height,
    ] as [number, number])
    await change(page, { language, theme, reducedMotion: true })
    await page.locator(`html[lang="${language}"][data-theme="${theme}"]`).waitFor()
  }
  return async (name: string) => {
    for (const look of [...looks].reverse()) {
      await show(look)
      await page.screenshot({ path: info.outputPath(`${name}-${look.language}.png`), animations: 'disabled' })
    }
  }
}
