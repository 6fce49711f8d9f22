import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseInMenu } from '../../scripts/lib/open-screen.mjs'
import { expect, test } from './support/app.ts'
import { openCommunity } from './support/community.ts'

test('a disk that fails costs the files it fails on: each is told with its cause, the others are repaired', async ({
  start,
}) => {
  const faults = [
    'open:EIO@nw_fonts.pbo', // fails in the workers of the check
    'rename:EBUSY@nw_trucks.pbo*1', // held for a moment, so another attempt succeeds
    'rename:EPERM@nw_harbour.pbo', // held permanently
    'write:ENOSPC@nw_radio.pbo.loadout-part*1', // fails once, until the player frees space
    'haste:20', // shortens the ten seconds of attempts on a held file
  ]
  const { page } = await start({ faults })
  await page.locator('nav [data-nav=mods]').click()
  const mod = page.locator('[data-mod="1"]')
  await chooseInMenu(mod, 'full-check')
  await expect(mod.getByRole('row', { name: /nw_fonts\.pbo Cannot be read EIO/ })).toBeVisible()

  await mod.locator('[data-action="repair"]').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Repair \d/ })
    .click()
  await expect(mod.getByText(/^[\d.]+\s\S+ needed$/)).toBeVisible()
  await mod.getByRole('button', { name: 'Resume' }).click()
  await expect(mod.getByText('3 files repaired')).toBeVisible()
  await expect(mod.getByText('The drive reports an error.')).toBeVisible()
  await expect(mod.getByRole('listitem').filter({ hasText: 'Another program is using' })).toContainText(
    'nw_harbour.pbo',
  )
})

test('a service that fails costs its screen and nothing else, and a clock that jumps stops nothing @long', async ({
  start,
}) => {
  const community = await openCommunity()
  community.service.faults.set('/v1/changelog', { kind: 'status', status: 503 })
  community.service.faults.set('/v1/market_all', { kind: 'truncate' })
  const faults = ['clock:+86400000*120', 'haste:20']
  const { page } = await start({ args: community.args, faults })
  const open = (screen: string) => page.locator(`nav [data-nav~=${screen}]`).click()
  await open('news')
  await expect(page.locator('main[data-screen=news]').getByRole('alert').first().locator('p')).toHaveAttribute(
    'title',
    /\(503\)/,
  )
  await open('market')
  await expect(page.locator('main[data-screen=market]').getByRole('alert').first()).toBeVisible()
  await open('servers')
  const servers = page.locator('main[data-screen=servers]')
  await expect(servers).toContainText('Nordwind')
  const tomorrow = () =>
    new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(Date.now() + 86_400_000)
  // the clock jumps after 120 readings, and each refresh reads it
  await expect(async () => {
    await page.keyboard.press('F5')
    await expect(servers.locator('.as-of.live').first()).toContainText(tomorrow(), { timeout: 1_000 })
  }).toPass({ intervals: [50] })
  await community.close()
})

test('a profile and a game folder that cannot be read are told, and the app opens all the same, though it was to start hidden @long', async ({
  start,
}, info) => {
  const userData = info.outputPath('data')
  mkdirSync(join(userData, 'demo', 'game', '.loadout'), { recursive: true })
  const args = ['--hidden', `--community=${info.outputPath('absent.json')}`]
  const { app, page } = await start({ userData, args, faults: ['readdir:EIO@.loadout'] })
  const told = page.locator('.toasts')
  await expect(told.getByText(/game folder .* cannot be used/)).toBeVisible()
  await told.hover() // keeps the toasts open
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
  await page.locator('main[data-screen=home]').waitFor()
  await expect(told.getByText('This community profile cannot be used')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another profile…' }).click()
  await expect(page.getByRole('tab', { name: 'Communities', selected: true })).toBeVisible()
})
