import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Menu } from 'electron'
import { chooseInMenu } from '../../scripts/lib/open-screen.mjs'
import { expect, failMain, test } from './support/app.ts'
import { startLargeMod } from './support/large-mod.ts'

const openMods = async (page: Page) => {
  await page.locator('[data-nav="mods"]').click()
  return page.locator('[data-mod]').first()
}

const isShown = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

/** The problems that are planted in the demo's first mod, one of each kind. */
const planted = ['missing', 'wrong-hash', 'wrong-size', 'extra', 'case-differs']

test('a full check of the demo finds exactly the five planted problems', async ({ start }) => {
  const { app, page } = await start()
  const mod = await openMods(page)
  await chooseInMenu(mod, 'full-check')
  await expect(mod.locator('[data-action="result"]')).toHaveAttribute('aria-expanded', 'true')
  await expect(mod.locator('[data-standing="damaged"]')).toBeVisible()
  const rows = page.locator('[data-problem]')
  await expect(rows).toHaveCount(planted.length)
  const found = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.problem))
  expect(found.sort()).toEqual([...planted].sort())
  await expect(mod.getByText(/Full check ·/)).toBeVisible()

  await app.evaluate(({ shell }) => {
    shell.openPath = (path) => Promise.resolve(`${path} was shown`)
  })
  await chooseInMenu(mod, 'open-folder')
  await expect(page.locator('.toasts').getByText(/@\S+ cannot be used/)).toBeVisible() // the system reports that it cannot open it
})

test('a check can be paused, outlives a reload, goes on, can be cancelled and fails in its place; closing cuts it off not unasked, and asks no more where that is chosen @long', async ({
  start,
}) => {
  const large = await startLargeMod()
  try {
    const { app, page, userData } = await start({ args: ['--community', large.profile] })
    await openMods(page)
    await app.evaluate(({ dialog, app: electron, Tray }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
      const counted = electron as unknown as { asked: number; tray?: Menu | null }
      counted.asked = 0
      Tray.prototype.setContextMenu = (menu) => void (counted.tray = menu) // at each change of a setting
      dialog.showMessageBox = () => {
        counted.asked++
        return Promise.resolve({ response: 0, checkboxChecked: true }) // continue, and do not ask again
      }
    }, large.gameDir)
    await page.getByRole('group', { name: 'Game folder' }).getByRole('button', { name: 'Choose' }).click()
    const mod = page.locator('[data-mod]').first()
    await expect(mod.locator('[data-standing]')).toHaveAttribute('data-standing', 'damaged') // the quick check runs by itself
    await chooseInMenu(mod, 'full-check')
    await expect(mod).toContainText('of 24 files')
    await mod.locator('[data-action="pause"]').click()
    await expect(mod.locator('[data-action="resume"]')).toBeVisible()

    await page.reload()
    const again = await openMods(page)
    await again.locator('[data-action="resume"]').click()
    await expect(again.locator('[data-action="pause"]')).toBeVisible()
    await again.locator('[data-action="cancel"]').click()
    await expect(again.locator('[data-action="full-check"]')).toBeAttached()
    await expect(again.locator('[data-standing]')).toHaveAttribute('data-standing', 'damaged') // from the quick check

    await chooseInMenu(again, 'full-check')
    await expect(mod).toContainText('of 24 files')
    await failMain(app)
    await expect(mod.getByText(/running tasks were stopped/)).toBeVisible()
    await chooseInMenu(again, 'full-check')
    await expect(mod).toContainText('of 24 files')

    const close = () =>
      app.evaluate(({ BrowserWindow, app: electron }) => {
        BrowserWindow.getAllWindows()[0]?.close()
        return (electron as unknown as { asked: number }).asked
      })
    // a disk that refuses to keep the answer does not keep it from being carried out
    const settings = join(userData, 'settings.json')
    renameSync(settings, `${settings}.aside`)
    mkdirSync(join(settings, 'in the way'), { recursive: true })
    expect(await close()).toBe(1)
    await expect.poll(() => isShown(app)).toBe(false)
    rmSync(settings, { recursive: true })
    renameSync(`${settings}.aside`, settings)

    expect(await close()).toBe(2)
    const wish = () =>
      page.evaluate(async () => {
        const reply = await window.loadout.invoke('settings/state', `wish-${Math.random()}`, undefined)
        return reply.ok ? (reply.value as { settings: { closeWhileBusy: string } }).settings.closeWhileBusy : 'failed'
      })
    await expect.poll(wish).toBe('continue')
    expect(await close()).toBe(2)
    const quitInTray = () =>
      app.evaluate(({ app: electron }) => {
        const { tray, asked } = electron as unknown as { tray?: Menu; asked: number }
        tray?.items.at(-1)?.click()
        return asked
      })
    await expect.poll(quitInTray).toBeGreaterThan(2) // that closing no longer asks does not make Quit interrupt the work
    await page.evaluate(() => window.loadout.invoke('shell/restart', 'restart', undefined))
    expect(await close()).toBeGreaterThan(3) // nor does a restart
    await expect(mod.locator('[data-action="pause"]')).toHaveCount(1) // it continues
  } finally {
    await large.close()
  }
})
