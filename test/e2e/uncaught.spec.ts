import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseInMenu } from '../../scripts/lib/open-screen.mjs'
import { expect, failMain, modulesOpen, test } from './support/app.ts'
import { playCommunity } from './support/play-community.ts'

test('a page whose process ends is loaded again, with everything that it can do', async ({ start }) => {
  const community = await playCommunity({ damaged: true })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    await modulesOpen(page)
    await app.evaluate(
      ({ BrowserWindow }) =>
        new Promise((loaded) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('did-finish-load', () => loaded(undefined))
          contents?.forcefullyCrashRenderer()
        }),
    )
    const inPage = (code: string) =>
      app.evaluate(
        ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as unknown,
        code,
      )
    await expect.poll(() => inPage(`document.querySelectorAll('[data-nav=mods]').length`)).toBe(1)
    await inPage(`document.querySelector('[data-nav=mods]').click()`)
    await expect.poll(() => inPage(`document.querySelector('[data-mod="5"]')?.textContent ?? ''`)).toContain('Harbour')
  } finally {
    await community.close()
  }
})

test('what no job of main catches is told, ends a repair with nothing half done, and the repair can go on', async ({
  start,
}, info) => {
  const community = await playCommunity({ damaged: true })
  try {
    const { app, page, userData } = await start({ args: community.args, env: community.env })
    await page.locator('[data-nav=mods]').click()
    const mod = page.locator('[data-mod="5"]')
    await chooseInMenu(mod, 'full-check')
    await mod.locator('[data-action="repair"]').click()
    const stalled = community.stallOnce()
    await page.getByRole('dialog').getByRole('button', { name: 'Repair 1 file' }).click()
    await stalled
    await failMain(app)
    await expect(page.locator('.toasts').getByText(/running tasks were stopped.*incident/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show the log' })).toBeVisible()
    await expect(mod.getByRole('strong').getByText('Repair stopped', { exact: true })).toBeVisible()
    await page.screenshot({ path: info.outputPath('told.png') })
    const file = join(community.gameDir, '@Harbour/addons/a.pbo')
    expect(readFileSync(file, 'utf8')).toBe('the hangars')
    expect(readFileSync(join(userData, 'logs/loadout.log'), 'utf8')).toContain('nobody catches this')
    await mod.getByRole('button', { name: 'Resume' }).click()
    await expect(mod.locator('[data-standing="ready"]')).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe('the harbour')
  } finally {
    await community.close()
  }
})
