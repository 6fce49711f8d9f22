import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { expect, test } from './support/app.ts'
import { startLargeMod } from './support/large-mod.ts'
import { playCommunity } from './support/play-community.ts'

const openMods = async (page: Page) => {
  await page.locator('[data-nav="mods"]').click()
  return page.locator('[data-mod]').first()
}

/** The problems that are planted in the demo's first mod, one of each kind. */
const planted = ['missing', 'wrong-hash', 'wrong-size', 'extra', 'case-differs']

test('a full check of the demo finds exactly the five planted problems', async ({ start }) => {
  const { app, page } = await start()
  const mod = await openMods(page)
  await mod.locator('[data-action="full-check"]').click()
  await expect(mod.locator('[data-action="result"]')).toHaveAttribute('aria-expanded', 'true')
  const next = page.locator('[data-mod]').nth(1)
  const before = await next.boundingBox()
  await expect(mod.locator('[data-standing="damaged"]')).toBeVisible()
  const rows = page.locator('[data-problem]')
  await expect(rows).toHaveCount(planted.length)
  const found = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.problem))
  expect(found.sort()).toEqual([...planted].sort())
  await expect(mod).toContainText('Full check')
  // the result got its space when the check began, so the findings moved nothing
  expect(await next.boundingBox()).toEqual(before)

  await app.evaluate(({ shell }) => {
    shell.openPath = (path) => Promise.resolve(`${path} was shown`)
  })
  await mod.getByRole('button', { name: 'Open folder' }).click()
  await expect(page.locator('.toasts').getByText(/@\S+ cannot be used/)).toBeVisible() // the system reports that it cannot open it
})

test('closing cuts off no check unasked, and asks no more where that is chosen', async ({ start }) => {
  const large = await startLargeMod()
  try {
    const { app, page } = await start({ args: ['--community', large.profile] })
    await openMods(page)
    await app.evaluate(({ dialog, app: electron }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
      const counted = electron as unknown as { asked: number }
      counted.asked = 0
      dialog.showMessageBox = () => {
        counted.asked++
        return Promise.resolve({ response: 0, checkboxChecked: true }) // continue, and do not ask again
      }
    }, large.gameDir)
    await page.getByRole('group', { name: 'Game folder' }).getByRole('button', { name: 'Choose' }).click()
    const mod = page.locator('[data-mod]').first()
    await mod.locator('[data-action="full-check"]').click()
    await expect(mod).toContainText('of 24 files') // after the quick check that runs by itself
    const close = () =>
      app.evaluate(({ BrowserWindow, app: electron }) => {
        BrowserWindow.getAllWindows()[0]?.close()
        return (electron as unknown as { asked: number }).asked
      })
    expect(await close()).toBe(1)
    const wish = () =>
      page.evaluate(async () => {
        const reply = await window.loadout.invoke('settings/state', `wish-${Math.random()}`, undefined)
        return reply.ok ? (reply.value as { settings: { closeWhileBusy: string } }).settings.closeWhileBusy : 'failed'
      })
    await expect.poll(wish).toBe('continue')
    expect(await close()).toBe(1)
    await expect(mod.locator('[data-action="pause"]')).toHaveCount(1) // it continues
  } finally {
    await large.close()
  }
})

test('a check can be paused, outlives a reload, goes on, and can be cancelled', async ({ start }) => {
  const large = await startLargeMod()
  try {
    const { app, page } = await start({ args: ['--community', large.profile] })
    await openMods(page)
    await app.evaluate(({ dialog }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
    }, large.gameDir)
    await page.getByRole('group', { name: 'Game folder' }).getByRole('button', { name: 'Choose' }).click()
    const mod = page.locator('[data-mod]').first()
    await mod.locator('[data-action="full-check"]').click()
    await expect(mod).toContainText('of 24 files')
    await mod.locator('[data-action="pause"]').click()
    await expect(mod.locator('[data-action="resume"]')).toBeVisible()

    await page.reload()
    const again = await openMods(page)
    await again.locator('[data-action="resume"]').click()
    await expect(again.locator('[data-action="pause"]')).toBeVisible()
    await again.locator('[data-action="cancel"]').click()
    await expect(again.locator('[data-action="full-check"]')).toBeEnabled()
    await expect(again.locator('[data-standing]')).toHaveAttribute('data-standing', 'damaged') // from the quick check
  } finally {
    await large.close()
  }
})

test('mods move to another folder, and the game is started with them there', async ({ start }) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    const elsewhere = join(community.gameDir, '../../../../disk/Mods')
    mkdirSync(elsewhere, { recursive: true })
    await openMods(page)
    await app.evaluate(({ dialog }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
    }, elsewhere)
    const place = page.locator('.place')
    await expect(place).toContainText('In the game folder')
    await place.getByRole('button', { name: 'Move…' }).click()
    await expect(place.locator('.path')).toContainText('disk/Mods')
    await expect(page.locator('[data-move]')).toHaveCount(0)
    expect(readFileSync(join(elsewhere, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour')
    expect(existsSync(join(community.gameDir, '@Harbour'))).toBe(false)
    await expect(page.locator('[data-standing=ready]')).toBeVisible()
    await openScreen(page, 'home')
    await page.locator('main').getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')
    const lines = readFileSync(join(community.gameDir, 'loadout-parameters.txt'), 'utf8').split('\n')
    expect(lines.find((line) => line.startsWith('-mod='))).toMatch(/^-mod=Z:\\.*\\disk\\Mods\\@Harbour$/)
  } finally {
    await community.close()
  }
})
