import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/app.ts'

const shots = process.env.LOADOUT_SHOTS

test('a damaged mod is repaired to ready, and nothing is lost', async ({ start }) => {
  test.slow()
  const { page, userData } = await start()
  const shoot = (name: string) => (shots ? page.screenshot({ path: join(shots, `${name}.png`) }) : undefined)
  await page.locator('[data-nav="mods"]').click()
  const mod = page.locator('[data-mod="1"]')
  const gameDir = join(userData, 'demo', 'game')
  const trucks = join(gameDir, '@Nordwind', 'addons', 'nw_trucks.pbo')
  await mod.locator('[data-action="full-check"]').click()
  await expect(mod.getByText(/Full check ·/)).toBeVisible({ timeout: 60_000 })
  const former = readFileSync(trucks)

  await mod.locator('[data-action="repair"]').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('@Nordwind/addons/nw_trucks.pbo')
  await expect(dialog).toContainText('@Nordwind/addons/nw_uniforms_2019.pbo')
  await shoot('repair-plan')
  expect(readFileSync(trucks).equals(former)).toBe(true)

  await dialog.getByRole('checkbox', { name: /nw_radio/ }).uncheck()
  await dialog.getByRole('button', { name: 'Repair 3 files' }).click()
  await expect(mod.getByText('3 files repaired')).toBeVisible({ timeout: 60_000 })
  await shoot('repair-partly')
  expect(readFileSync(trucks).equals(former)).toBe(false)
  expect(existsSync(join(gameDir, '@Nordwind', 'addons', 'nw_uniforms_2019.pbo'))).toBe(true)

  await mod.locator('[data-action="repair"]').click()
  await dialog.getByRole('button', { name: 'Repair 1 file' }).click()
  await expect(mod.getByText('1 file repaired')).toBeVisible({ timeout: 60_000 })
  await expect(mod.locator('[data-verdict="ready"]')).toBeVisible()
  await shoot('repair-ready')

  await page.getByRole('tab', { name: 'Quarantine' }).click()
  await shoot('quarantine')
  const bringBack = page.getByRole('button', { name: 'Bring all back' })
  await expect(bringBack).toHaveCount(2)
  await bringBack.last().click()
  await expect(page.getByText(/files? (is|are) back/)).toBeVisible()
  expect(readFileSync(trucks).equals(former)).toBe(true)
  await page.getByRole('tab', { name: 'Mods' }).click()
  await expect(mod.locator('[data-action="repair"]')).toBeVisible({ timeout: 60_000 })
})
