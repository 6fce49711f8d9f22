import { expect, type Page } from '@playwright/test'
import { openScreen } from '../../../scripts/lib/open-screen.mjs'

export const settingsTabs = ['General', 'Communities', 'Window and startup', 'Notifications', 'Privacy and support']

export const opened = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(1)
export const settled = (page: Page) => expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0)

/** Dialogs, and screens that have no entry of their own: how each is opened. */
export const inside: Record<string, (page: Page) => Promise<void>> = {
  'a server': async (page) => {
    await openScreen(page, 'servers')
    await page.locator('main article button').first().click()
    await page.locator('main[data-screen=server] h1').waitFor()
  },
  'a good of the market': async (page) => {
    await openScreen(page, 'market')
    await page.locator('[role=row] [role=gridcell]').nth(1).click()
    await opened(page)
  },
  'who is on a voice server': async (page) => {
    await openScreen(page, 'voice')
    await page.locator('main article button').first().click()
    await opened(page)
  },
  'the support report': async (page) => {
    await openScreen(page, 'settings')
    await page.getByRole('tab', { name: 'Privacy and support' }).click()
    await page.getByRole('button', { name: 'Support report' }).click()
    await expect(page.getByRole('dialog')).toContainText('Loadout support report')
  },
  'the profile editor': async (page) => {
    await openScreen(page, 'settings')
    await page.getByRole('tab', { name: 'Communities' }).click()
    await page.locator('[data-action=profile-editor]').click()
    await page.getByRole('group', { name: 'Questions and answers' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Save file…' }).click()
    await expect(page.locator('main [role=alert]').first()).toBeVisible()
  },
  'the communities': async (page) => {
    await page.locator('[data-action=communities]').click()
    await opened(page)
  },
  'the notices': async (page) => {
    await page.locator('[data-action=notices]').click()
    await opened(page)
  },
  'the start options': async (page) => {
    await openScreen(page, 'home')
    await page.locator('[data-action=start-options]').first().click()
    await opened(page)
  },
  shortcuts: async (page) => {
    await page.keyboard.press('?')
    await opened(page)
  },
  search: async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
  },
}
